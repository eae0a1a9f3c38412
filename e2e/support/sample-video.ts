import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const demoVideo = fileURLToPath(new URL('../../db/demo/media/videos/mood-7r3c/', import.meta.url));

/** Returns an MP4 of 13 seconds, joined from a demo video's segments, so that no ffmpeg is needed. */
export async function sampleVideo(): Promise<Buffer> {
  const segments = (await readdir(demoVideo)).filter((name) => /^high-\d+\.m4s$/.test(name)).toSorted();
  return Buffer.concat(await Promise.all(['high-init.mp4', ...segments].map((name) => readFile(`${demoVideo}${name}`))));
}
