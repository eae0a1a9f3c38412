import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '@newline/api/env';
import { closedFolderOnTheWay, unprivilegedUser } from '@newline/db/unprivileged-user';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';
import { usualVideoSettings, type VideoSettings } from '@newline/api/features/videos/video-settings';
import type { Finding } from './finding.ts';

const lowDiskBytes = 1_000_000_000;

/** Checks the version of Node. */
export function checkNode(): Finding {
  return Number(process.versions.node.split('.')[0]) >= 24
    ? { state: 'ok', what: `Node ${process.versions.node}` }
    : {
        state: 'fail',
        what: `Node ${process.versions.node}`,
        remedy: 'Node 24 is required. npm ci installs it into node_modules; run npm start or npx newline.',
      };
}

/** Checks the data folder and its permissions. */
export function checkDataDir({ dataDir, database }: Env): Finding[] {
  const findings: Finding[] = [];
  if (!existsSync(dataDir)) {
    const parent = existingParent(dataDir);
    return [
      isWritable(parent)
        ? { state: 'warn', what: `DATA_DIR ${dataDir} does not exist yet`, remedy: 'The first start creates it.' }
        : {
            state: 'fail',
            what: `DATA_DIR ${dataDir} does not exist, and cannot be created in ${parent}`,
            remedy: 'Create it and give this user write access, or set DATA_DIR to another folder.',
          },
    ];
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    findings.push({ state: 'ok', what: `DATA_DIR ${dataDir} is writable` });
  } catch {
    return [
      {
        state: 'fail',
        what: `DATA_DIR ${dataDir} is not writable`,
        remedy: 'Give this user write access, or set DATA_DIR to another folder.',
      },
    ];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < lowDiskBytes) {
    findings.push({
      state: 'warn',
      what: `DATA_DIR has ${Math.round((bavail * bsize) / 1e6)} MB left`,
      remedy: 'Free some space: PostgreSQL stops writing when the disk is full.',
    });
  }
  const key = join(dataDir, 'secret.key');
  if (existsSync(key) && process.platform !== 'win32' && (statSync(key).mode & 0o077) !== 0) {
    findings.push({ state: 'fail', what: `${key} is readable by other users`, remedy: `Run: chmod 600 ${key}` });
  }
  const user = database.databaseUrl === undefined ? unprivilegedUser(join(dataDir, 'postgres')) : null;
  const closed = user === null ? null : closedFolderOnTheWay(dataDir, user);
  if (user !== null) {
    findings.push(
      closed === null
        ? { state: 'ok', what: `PostgreSQL runs as ${user.name}, which can enter DATA_DIR` }
        : {
            state: 'fail',
            what: `PostgreSQL would run as ${user.name}, which cannot enter ${closed}`,
            remedy: 'Set DATA_DIR to a folder that every user can enter, such as /var/lib/newline.',
          },
    );
  }
  return findings;
}

function existingParent(folder: string): string {
  const parent = dirname(folder);
  return existsSync(parent) || parent === folder ? parent : existingParent(parent);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Checks the programs that some features call. */
export function checkPrograms({ ffmpegPath, provider }: Pick<VideoSettings, 'ffmpegPath' | 'provider'> = usualVideoSettings): Finding[] {
  const ffmpeg = findFfmpeg(ffmpegPath);
  const chromium = findChromium();
  return [
    ffmpeg === null && provider === 'local'
      ? {
          state: 'warn',
          what: ffmpegPath === 'off' ? 'ffmpeg is off' : 'ffmpeg is not installed, or ffprobe is missing next to it',
          remedy:
            'Uploaded videos (MP4 and WebM only) play as they are, without smaller sizes, poster or length. On Debian: apt-get install ffmpeg. Or set FFMPEG_PATH.',
        }
      : { state: 'ok', what: `ffmpeg: ${ffmpeg?.ffmpeg ?? 'none (not needed)'}` },
    chromium === null
      ? {
          state: 'warn',
          what: 'Chrome or Chromium is not installed',
          remedy:
            'Books can be downloaded as EPUB only, because PDFs are printed with Chromium, and exercises aren’t checked; the browser tests need it too. On Debian: apt-get install chromium. Or set CHROME_PATH.',
        }
      : { state: 'ok', what: `Chromium: ${chromium}` },
  ];
}
