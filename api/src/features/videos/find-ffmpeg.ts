import { delimiter, dirname, join } from 'node:path';
import { isExecutable } from '../../processes/is-executable.ts';

/** Paths of the two programs that read videos. */
export type Ffmpeg = { readonly ffmpeg: string; readonly ffprobe: string };

/**
 * Finds ffmpeg and ffprobe.
 * @param path path of ffmpeg, with ffprobe in the same folder; null searches PATH, 'off' disables it
 * @returns null if they aren't found
 */
export function findFfmpeg(path: string | null): Ffmpeg | null {
  if (path === 'off') return null;
  const extension = process.platform === 'win32' ? '.exe' : '';
  const folders = path === null ? (process.env['PATH'] ?? '').split(delimiter).filter(Boolean) : [dirname(path)];
  for (const folder of folders) {
    const programs = { ffmpeg: path ?? join(folder, `ffmpeg${extension}`), ffprobe: join(folder, `ffprobe${extension}`) };
    if (isExecutable(programs.ffmpeg) && isExecutable(programs.ffprobe)) return programs;
  }
  return null;
}
