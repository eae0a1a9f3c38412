import { delimiter, dirname, join } from 'node:path';
import { isExecutable } from '../../processes/is-executable.ts';

/** The two programs that read videos. */
export type Ffmpeg = { readonly ffmpeg: string; readonly ffprobe: string };

/**
 * Finds ffmpeg with ffprobe beside it.
 *
 * @param path where ffmpeg stands; null to look in PATH, 'off' to do without
 * @returns null without them
 */
export function findFfmpeg(path: string | null): Ffmpeg | null {
  if (path === 'off') return null;
  const end = process.platform === 'win32' ? '.exe' : '';
  const folders = path === null ? (process.env['PATH'] ?? '').split(delimiter).filter(Boolean) : [dirname(path)];
  for (const folder of folders) {
    const found = { ffmpeg: path ?? join(folder, `ffmpeg${end}`), ffprobe: join(folder, `ffprobe${end}`) };
    if (isExecutable(found.ffmpeg) && isExecutable(found.ffprobe)) return found;
  }
  return null;
}
