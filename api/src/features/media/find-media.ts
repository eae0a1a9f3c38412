import { largestOf, smallestOf } from '@newline/document/append';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A file to be sent: the folder it is looked up in, and its path there. */
export type MediaFile = { readonly root: string; readonly path: string };

/** What may be sent, by the end of its name. Nothing here runs in a page. */
export const mediaTypes: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  ts: 'video/mp2t',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

/** The name of an uploaded video may begin with any of base64url. */
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const maxSegments = 5;

/**
 * Finds a file under `/media/`, in the first of the folders that has it: `v/{playbackId}/…` is a video, `covers/…`,
 * `avatars/…` and the like are pictures. Null when there is none, or when the path is not of the form that is allowed.
 *
 * A still that was asked for by a second for which there is none is the one before it.
 */
export async function findMedia(roots: readonly string[], path: string): Promise<MediaFile | null> {
  const segments = path.split('/');
  const isAllowed =
    segments.length >= 2 && segments.length <= maxSegments && segments.every((part) => segment.test(part) && !part.includes('..'));
  if (!isAllowed || mediaTypes[extensionOf(path)] === undefined || segments[0]?.toLowerCase() === 'videos') return null;
  const inside = segments[0] === 'v' ? ['videos', ...segments.slice(1)].join('/') : path;
  for (const root of roots) {
    if (await isFileIn(root, inside)) return { root, path: inside };
    const still = /^(videos\/[^/]+)\/thumbnail-(\d{1,6})\.webp$/.exec(inside);
    const nearest = still && (await stillBefore(join(root, still[1] ?? ''), Number(still[2])));
    if (nearest) return { root, path: `${still[1]}/${nearest}` };
  }
  return null;
}

/** The end of a file's name, without the dot, in lower case. */
export function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

async function stillBefore(folder: string, second: number): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  const seconds = names.flatMap((name) => /^thumbnail-(\d+)\.webp$/.exec(name)?.[1] ?? []).map(Number);
  const before = seconds.filter((each) => each <= second);
  if (before.length > 0) return `thumbnail-${largestOf(before)}.webp`;
  return seconds.length > 0 ? `thumbnail-${smallestOf(seconds)}.webp` : null;
}

/** True for a file that lies in the folder itself: a link that leads out of it is not followed. */
async function isFileIn(root: string, path: string): Promise<boolean> {
  try {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    return file.startsWith(`${folder}${sep}`) && (await stat(file)).isFile();
  } catch {
    return false;
  }
}
