import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@newline/api/env';
import { closedFolderOnTheWay, unprivilegedUser } from '@newline/db/unprivileged-user';
import { findChromium } from '@newline/api/features/books-out/find-chromium';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';
import { usualVideoSettings, type VideoSettings } from '@newline/api/features/videos/video-settings';
import type { Finding } from './finding.ts';

const lowDiskBytes = 1_000_000_000;

/** The Node that runs us. */
export function checkNode(): Finding {
  return Number(process.versions.node.split('.')[0]) >= 24
    ? { state: 'ok', what: `Node ${process.versions.node}` }
    : {
        state: 'fail',
        what: `Node ${process.versions.node}`,
        remedy: 'Node 24 is needed. npm ci installs it into node_modules; start with npm start or npx newline.',
      };
}

/** The folder that the site writes to, and who may pass through it. */
export function checkDataDir({ dataDir, database }: Env): Finding[] {
  const findings: Finding[] = [];
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    findings.push({ state: 'ok', what: `DATA_DIR ${dataDir} can be written` });
  } catch {
    return [
      {
        state: 'fail',
        what: `DATA_DIR ${dataDir} cannot be written`,
        remedy: 'Make it writable for this user, or set DATA_DIR to another folder.',
      },
    ];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < lowDiskBytes) {
    findings.push({
      state: 'warn',
      what: `DATA_DIR has ${Math.round((bavail * bsize) / 1e6)} MB left`,
      remedy: 'Make room: PostgreSQL stops writing when the disk is full.',
    });
  }
  const key = join(dataDir, 'secret.key');
  if (existsSync(key) && process.platform !== 'win32' && (statSync(key).mode & 0o077) !== 0) {
    findings.push({ state: 'fail', what: `${key} can be read by others`, remedy: `Run: chmod 600 ${key}` });
  }
  const user = database.databaseUrl === undefined ? unprivilegedUser(join(dataDir, 'postgres')) : null;
  const closed = user === null ? null : closedFolderOnTheWay(dataDir, user);
  if (user !== null) {
    findings.push(
      closed === null
        ? { state: 'ok', what: `PostgreSQL runs as ${user.name}, who may enter DATA_DIR` }
        : {
            state: 'fail',
            what: `PostgreSQL would run as ${user.name}, who may not enter ${closed}`,
            remedy: 'Set DATA_DIR to a folder that everyone may enter, such as /var/lib/newline.',
          },
    );
  }
  return findings;
}

/** Programs that some features call. */
export function checkPrograms({ ffmpegPath, provider }: Pick<VideoSettings, 'ffmpegPath' | 'provider'> = usualVideoSettings): Finding[] {
  const ffmpeg = findFfmpeg(ffmpegPath);
  const chromium = findChromium();
  return [
    ffmpeg === null && provider === 'local'
      ? {
          state: 'warn',
          what: ffmpegPath === 'off' ? 'ffmpeg is off' : 'ffmpeg is not installed, or without ffprobe beside it',
          remedy:
            'Uploaded videos (MP4 and WebM alone) are played as they are: no smaller size, no poster, no length. Debian: apt-get install ffmpeg, or set FFMPEG_PATH.',
        }
      : { state: 'ok', what: `ffmpeg: ${ffmpeg?.ffmpeg ?? 'none, and videos do without'}` },
    chromium === null
      ? {
          state: 'warn',
          what: 'There is no Chrome or Chromium',
          remedy:
            'Books are offered as EPUB only: a PDF is printed by it, and the browser tests need it. Debian: apt-get install chromium, or set CHROME_PATH.',
        }
      : { state: 'ok', what: `Chromium: ${chromium}` },
  ];
}
