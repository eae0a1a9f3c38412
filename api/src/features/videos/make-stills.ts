import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { segmentSeconds } from './make-hls.ts';
import { runProgram } from './run-program.ts';

/** The pictures of a video. */
export type Stills = { readonly seconds: readonly number[]; readonly posterSecond: number };

type Options = { readonly programs: Ffmpeg; readonly folder: string; readonly durationSeconds: number; readonly signal: AbortSignal };

const maxStills = 12;
const maxTiles = 100;
const tilesAcross = 10;
const tileWidth = 160;
const cpuSeconds = 10 * 60;

/**
 * Writes the stills of a video that is already cut into segments (`thumbnail-{second}.webp`, `poster.webp`), and the storyboard for
 * its seek bar: `storyboard.webp` with the places of its tiles in `storyboard.vtt`. It reads the first picture of segments, which is whole.
 */
export async function makeStills(options: Options): Promise<Stills> {
  const { default: sharp } = await import('sharp');
  const { folder, durationSeconds } = options;
  const segments = Math.max(1, Math.ceil(durationSeconds / segmentSeconds));
  const step = Math.ceil(segments / maxTiles);
  const frames = await readFrames(options, step);
  const seconds = frames.map((_, index) => index * step * segmentSeconds);

  const chosen = frames.flatMap((bytes, index) =>
    index % Math.ceil(frames.length / maxStills) === 0 ? [{ bytes, second: seconds[index] ?? 0 }] : [],
  );
  for (const { bytes, second } of chosen) {
    const still = sharp(bytes).resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true }).webp({ quality: 72 });
    await writeFile(join(folder, stillName(second)), await still.toBuffer());
  }
  const posterSecond = chosen[Math.floor(chosen.length / 3)]?.second ?? 0;
  await writeFile(join(folder, 'poster.webp'), await readFile(join(folder, stillName(posterSecond))));

  const [first] = frames;
  if (first) {
    const { width, height } = await sharp(first).metadata();
    const tileHeight = Math.round((tileWidth * height) / width);
    const tiles = await Promise.all(frames.map((bytes) => sharp(bytes).resize(tileWidth, tileHeight, { fit: 'fill' }).png().toBuffer()));
    const places = tiles.map((_, index) => ({
      left: (index % tilesAcross) * tileWidth,
      top: Math.floor(index / tilesAcross) * tileHeight,
    }));
    const sheet = sharp({
      create: {
        width: Math.min(tilesAcross, tiles.length) * tileWidth,
        height: Math.ceil(tiles.length / tilesAcross) * tileHeight,
        channels: 3,
        background: '#000',
      },
    }).composite(tiles.map((input, index) => ({ input, left: places[index]?.left ?? 0, top: places[index]?.top ?? 0 })));
    await writeFile(join(folder, 'storyboard.webp'), await sheet.webp({ quality: 60 }).toBuffer());
    const cues = places.map(({ left, top }, index) => {
      const end = Math.min(durationSeconds, seconds[index + 1] ?? durationSeconds);
      return `${clock(seconds[index] ?? 0)} --> ${clock(end)}\nstoryboard.webp#xywh=${left},${top},${tileWidth},${tileHeight}\n`;
    });
    await writeFile(join(folder, 'storyboard.vtt'), `WEBVTT\n\n${cues.join('\n')}`);
  }
  return { seconds: chosen.map(({ second }) => second), posterSecond };
}

/** The name of the still of a second. */
export function stillName(second: number): string {
  return `thumbnail-${second}.webp`;
}

/** The first picture of every `step`-th segment, as JPEG. */
async function readFrames({ programs, folder, signal }: Options, step: number): Promise<readonly Buffer[]> {
  const frames = join(folder, 'frames');
  await mkdir(frames, { recursive: true });
  // Our own playlist, which names files beside it.
  const input = ['-protocol_whitelist', 'file', '-skip_frame', 'nokey', '-i', 'high.m3u8'];
  const output = ['-vf', `select=not(mod(n\\,${step}))`, '-vsync', 'vfr', '-frames:v', String(maxTiles), '-q:v', '3', '-f', 'image2'];
  await runProgram(programs.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...input, ...output, join('frames', '%05d.jpg')], {
    cwd: folder,
    cpuSeconds,
    signal,
  });
  const names = (await readdir(frames)).toSorted();
  const images = await Promise.all(names.map((name) => readFile(join(frames, name))));
  await rm(frames, { recursive: true });
  return images;
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const part = (value: number) => String(value).padStart(2, '0');
  const millis = String(Math.round((seconds - whole) * 1000)).padStart(3, '0');
  return `${part(Math.floor(whole / 3600))}:${part(Math.floor((whole % 3600) / 60))}:${part(whole % 60)}.${millis}`;
}
