import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';

const run = promisify(execFile);

/** The limit of a test that has a video made: ffmpeg is nice, and waits where a machine is busy. */
export const videoLimit = { timeout: 400_000 };

/** The programs, or null on a machine without them: the tests of the fallback then stand for all. */
export const programs = findFfmpeg(null);

/** What of the test picture is wanted. */
export type Sample = {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly hasSound?: boolean;
  readonly more?: readonly string[];
};

/** Writes a video of ffmpeg's moving test picture with a tone; answers its path. */
export async function makeVideo(folder: string, name: string, sample: Sample = {}): Promise<string> {
  if (!programs) throw new Error('makeVideo: expected ffmpeg, found none');
  const { width = 1280, height = 720, seconds = 3, hasSound = true, more = [] } = sample;
  const file = join(folder, name);
  const image = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=12:duration=${seconds}`];
  const sound = hasSound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : [];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  await run(programs.ffmpeg, ['-v', 'error', '-y', ...image, ...sound, ...codec, ...more, file]);
  return file;
}

/** Runs ffmpeg with arguments of a test's own. */
export async function ffmpeg(...args: readonly string[]): Promise<void> {
  if (!programs) throw new Error('ffmpeg: expected it, found none');
  await run(programs.ffmpeg, ['-v', 'error', '-y', ...args]);
}
