import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '@newline/api/features/videos/find-ffmpeg';

const run = promisify(execFile);

/** Timeout of a test that processes a video: ffmpeg runs at low priority, and waits on a busy machine. */
export const videoLimit = { timeout: 400_000 };

/** The programs, or null on a machine without them: the tests of the fallback then cover everything. */
export const programs = findFfmpeg(null);

/** Properties of a sample video. */
export type Sample = {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly hasSound?: boolean;
  readonly more?: readonly string[];
};

/** Writes a video of ffmpeg's moving test picture with a tone; returns its path. */
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

/** Runs ffmpeg with a test's own arguments. */
export async function ffmpeg(...args: readonly string[]): Promise<void> {
  if (!programs) throw new Error('ffmpeg: expected it, found none');
  await run(programs.ffmpeg, ['-v', 'error', '-y', ...args]);
}
