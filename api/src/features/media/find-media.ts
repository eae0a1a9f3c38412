import { largestOf, smallestOf } from '@newline/document/append';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** A file to send: its root folder, and its path in that folder. */
export type MediaFile = { readonly root: string; readonly path: string };

/** Media types that may be sent, by file extension. None of them runs in a page. */
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

/** The name of an uploaded video may start with any base64url character. */
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const maxSegments = 5;

/**
 * Finds a file under `/media/`, in the first folder that has it: `v/{playbackId}/…` is a video, `covers/…`, `avatars/…` and similar are
 * images. Returns null if there is none, or if the path isn't allowed.
 *
 * For a still at a second that has none, returns the one before it.
 */
export async function findMedia(roots: readonly string[], path: string): Promise<MediaFile | null> {
  if (!isMediaPath(path)) return null;
  const inside = path.startsWith('v/') ? `videos/${path.slice('v/'.length)}` : path;
  for (const root of roots) {
    if (await isFileIn(root, inside)) return { root, path: inside };
    const stillMatch = /^(videos\/[^/]+)\/thumbnail-(\d{1,6})\.webp$/.exec(inside);
    const nearest = stillMatch && stillBefore(await readdir(join(root, stillMatch[1] ?? '')).catch(() => []), Number(stillMatch[2]));
    if (nearest) return { root, path: `${stillMatch[1]}/${nearest}` };
  }
  return null;
}

/** Whether a path under `/media/` is one of a file that may be sent, if there is one. */
export function isMediaPath(path: string): boolean {
  const segments = path.split('/');
  const isAllowed =
    segments.length >= 2 && segments.length <= maxSegments && segments.every((name) => segment.test(name) && !name.includes('..'));
  return isAllowed && mediaTypes[extensionOf(path)] !== undefined && segments[0]?.toLowerCase() !== 'videos';
}

/** Returns the name of the still of a second, or of the one before it; null if there are no stills. */
export function stillBefore(names: readonly string[], second: number): string | null {
  const seconds = names.flatMap((name) => /^thumbnail-(\d+)\.webp$/.exec(name)?.[1] ?? []).map(Number);
  const earlier = seconds.filter((each) => each <= second);
  if (earlier.length > 0) return `thumbnail-${largestOf(earlier)}.webp`;
  return seconds.length > 0 ? `thumbnail-${smallestOf(seconds)}.webp` : null;
}

/** Returns a file's extension, without the dot, in lower case. */
export function extensionOf(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** Whether a file is in the folder itself: links that lead out of it aren't followed. */
async function isFileIn(root: string, path: string): Promise<boolean> {
  try {
    const [folder, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    return file.startsWith(`${folder}${sep}`) && (await stat(file)).isFile();
  } catch {
    return false;
  }
}
