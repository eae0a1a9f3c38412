import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { composeStill } from './compose-still.ts';
import { cardHtml, lineHtml, listingHtml, openCanvas, type Shape, showIn } from './frames.ts';
import { scenesOf, type VideoScript } from './script.ts';
import { FPS, linesOf, type Timeline } from './timeline.ts';

const HLS = ['-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_playlist_type', 'vod', '-hls_list_size', '0'];

function ffmpeg(args: readonly string[], folder: string): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: folder });
}

/** Joins the rendered images, each shown until the next, and writes both qualities to `{name}.m3u8` and its segments. */
export function packageVideo(images: readonly string[], timeline: Timeline, shape: Shape, work: string, out: string): void {
  const list = images.map((file, index) => {
    const next = timeline.images[index + 1]?.frame ?? timeline.frames;
    return `file '${file}'\nduration ${((next - (timeline.images[index]?.frame ?? 0)) / FPS).toFixed(5)}`;
  });
  const concat = join(work, 'frames.txt');
  writeFileSync(concat, `${list.join('\n')}\nfile '${images.at(-1) ?? ''}'\n`);
  const renditions = [
    { name: 'low', size: shape.low, crf: '30', level: '3.0' },
    { name: 'high', size: shape.high, crf: '30', level: '3.1' },
  ] as const;
  for (const { name, size, crf, level } of renditions) {
    const filter = `fps=${FPS},scale=${size[0]}:${size[1]}:flags=lanczos:out_color_matrix=bt709:out_range=tv,format=yuv420p`;
    const color = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
    const group = `${FPS * timeline.segmentSeconds}`;
    const keys = ['-g', group, '-keyint_min', group, '-sc_threshold', '0'];
    const codec = [
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-level',
      level,
      '-preset',
      // For a few minutes of video, the last hundredth of the bytes takes as long as everything before.
      timeline.frames > FPS * 90 ? 'medium' : 'veryslow',
      '-tune',
      'animation',
      // Without B-frames the first image is at 0; with them, a player sees a gap of two frames.
      '-bf',
      '0',
      '-crf',
      crf,
      '-x264-params',
      'chroma-qp-offset=-6',
    ];
    ffmpeg(
      [
        ...['-f', 'concat', '-safe', '0', '-i', concat, '-vf', filter, '-frames:v', `${timeline.frames}`],
        ...[...codec, ...keys, ...color, '-an', ...HLS, '-hls_time', `${timeline.segmentSeconds}`],
        ...['-hls_fmp4_init_filename', `${name}-init.mp4`, '-hls_segment_filename', `${name}-%d.m4s`, `${name}.m3u8`],
      ],
      out,
    );
  }
}

/** Places the spoken sentences at their cues, with silence in between, and writes the audio rendition that both qualities share. */
export function packageAudio(files: readonly string[], timeline: Timeline, out: string): void {
  const seconds = timeline.frames / FPS;
  const inputs = files.flatMap((file) => ['-i', file]);
  const delayed = files.map((_, index) => `[${index}]adelay=${Math.round((timeline.cues[index]?.start ?? 0) * 1000)}[d${index}]`);
  const mixed = `${files.map((_, index) => `[d${index}]`).join('')}amix=inputs=${files.length}:normalize=0,apad,atrim=0:${seconds.toFixed(4)}[a]`;
  ffmpeg(
    [
      ...[
        ...inputs,
        '-filter_complex',
        `${delayed.join(';')};${mixed}`,
        '-map',
        '[a]',
        '-ac',
        '1',
        // The voice has nothing above 8 kHz.
        '-ar',
        '24000',
        '-c:a',
        'aac',
        '-b:a',
        '24k',
      ],
      ...[...HLS, '-hls_time', `${timeline.segmentSeconds}`, '-hls_fmp4_init_filename', 'audio-init.mp4'],
      ...['-hls_segment_filename', 'audio-%d.m4s', 'audio.m3u8'],
    ],
    out,
  );
}

/** Returns the bits per second of a rendition: of the largest segment, and on average. */
function bitRates(name: string, out: string): { peak: number; average: number } {
  const playlist = readFileSync(join(out, `${name}.m3u8`), 'utf8');
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),\n(\S+)/g)].map(([, seconds, file]) => ({
    seconds: Number(seconds),
    bits: statSync(join(out, file ?? '')).size * 8,
  }));
  const bits = segments.reduce((sum, segment) => sum + segment.bits, 0);
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  return { peak: Math.ceil(Math.max(...segments.map((segment) => segment.bits / segment.seconds))), average: Math.ceil(bits / seconds) };
}

/** Writes `master.m3u8`: one audio group, two qualities, the smaller first. */
export function writeMaster(shape: Shape, out: string): void {
  const audio = bitRates('audio', out);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="1",URI="audio.m3u8"',
  ];
  for (const [name, size, codec] of [
    ['low', shape.low, 'avc1.4d401e'],
    ['high', shape.high, 'avc1.4d401f'],
  ] as const) {
    const video = bitRates(name, out);
    const rates = `BANDWIDTH=${video.peak + audio.peak},AVERAGE-BANDWIDTH=${video.average + audio.average}`;
    lines.push(
      `#EXT-X-STREAM-INF:${rates},CODECS="${codec},mp4a.40.2",RESOLUTION=${size[0]}x${size[1]},FRAME-RATE=${FPS}.000,AUDIO="audio"`,
      `${name}.m3u8`,
    );
  }
  writeFileSync(join(out, 'master.m3u8'), `${lines.join('\n')}\n`);
}

const STILL_BYTES = 15_000;
const POSTER_BYTES = 36_000;

/** Writes an image as WebP, with lower quality step by step until it takes at most `most` bytes. */
function writeStill(image: string, size: readonly [number, number], most: number, file: string, out: string): void {
  for (const quality of [64, 54, 44, 34, 24]) {
    const scale = `scale=${size[0]}:${size[1]}:flags=lanczos`;
    const codec = ['-c:v', 'libwebp', '-preset', 'text', '-compression_level', '6', '-quality', `${quality}`];
    ffmpeg(['-i', image, '-vf', scale, ...codec, file], out);
    if (statSync(join(out, file)).size <= most) return;
  }
  throw new Error(`${join(out, file)} does not fit ${most} bytes`);
}

/** Returns the seconds of the four stills. */
export function stillSeconds(timeline: Timeline): number[] {
  const last = Math.floor(timeline.frames / FPS - 0.4);
  return [0.32, 0.55, 0.78, 1].map((share) => Math.max(1, Math.round(last * share)));
}

/**
 * Writes the stills of a video: one for each of the seconds, and the poster, which is the title at the start of the video, or else its last
 * code. They aren't frames of the video: a frame has room for what comes next, and may be in the middle of a word.
 */
export async function writeStills(
  browser: Browser,
  { script, shape, timeline }: { script: VideoScript; shape: Shape; timeline: Timeline },
  seconds: readonly number[],
  work: string,
  out: string,
): Promise<void> {
  const page = await openCanvas(browser, script, shape);
  const scenes = scenesOf(script);
  const draw = async (second: number): Promise<string> => {
    const { scene: index, first, lines, marks, size, lead } = composeStill(script, timeline, shape, second);
    const scene = scenes[index];
    if (scene === undefined) throw new Error(`${script.playbackId}: there is no scene ${index}`);
    if ('card' in scene) await showIn(page, cardHtml(scene), shape.name);
    else {
      const rows = lines.map((line, at) => lineHtml(scene, first + at, line, marks, first + at === linesOf(scene).length - 1));
      await showIn(page, listingHtml(scene, rows.join('')), `${shape.name} still`, `--size: ${size}cqw; --line: ${lead}`);
    }
    const file = join(work, `still-${second}.png`);
    await page.screenshot({ path: file });
    return file;
  };
  for (const second of seconds) writeStill(await draw(second), shape.low, STILL_BYTES, `thumbnail-${second}.webp`, out);
  const poster = scenes[0] !== undefined && 'card' in scenes[0] ? 0 : timeline.frames / FPS;
  writeStill(await draw(poster), shape.high, POSTER_BYTES, 'poster.webp', out);
  await page.close();
}
