import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { hostileInput, type ProbedVideo, tooLong } from './probe-video.ts';
import { ProgramFailed, runProgram } from './run-program.ts';
import { VideoFault } from './video-fault.ts';

/** Length of a segment in seconds; each starts with a key frame. */
export const segmentSeconds = 4;

/** One of the sizes that a video is encoded in. */
export type Rendition = { readonly name: 'high' | 'low'; readonly width: number; readonly height: number; readonly maxRate: string };

const shortSides = [
  { name: 'high', shortSide: 720, maxRate: '3000k' },
  { name: 'low', shortSide: 360, maxRate: '900k' },
] as const;
const maxLongSide = 2560;

/**
 * Returns the sizes of a video, the larger first: 720 and 360 pixels on the shorter side, without enlarging it. Returns only one if both
 * would be the same.
 */
export function renditionsOf({ width, height }: { readonly width: number; readonly height: number }): readonly Rendition[] {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  return shortSides
    .filter(({ name }) => name === 'high' || short > 360)
    .map(({ name, shortSide, maxRate }) => {
      const scale = Math.min(1, shortSide / short, maxLongSide / long);
      return { name, width: even(width * scale), height: even(height * scale), maxRate };
    });
}

/**
 * Writes `master.m3u8` with its renditions, one shared audio track, and their segments into a folder.
 * @returns the actual length in seconds
 * @throws VideoFault with a reason for users
 */
export async function makeHls(
  source: string,
  probed: ProbedVideo,
  options: {
    readonly programs: Ffmpeg;
    readonly folder: string;
    readonly maxSeconds: number;
    readonly signal: AbortSignal;
    readonly onProgress: (percent: number) => void;
    /** CPU time of all threads, in seconds; defaults to many times what a video of this length usually takes. */
    readonly cpuSeconds?: number;
  },
): Promise<number> {
  const { programs, folder, maxSeconds, signal, onProgress } = options;
  const { format, imageStream, soundStream, durationSeconds, framesPerSecond } = probed;
  const renditions = renditionsOf(probed);
  const branches = renditions.map(({ name }) => `[${name}-in]`).join('');
  const sized = renditions.map(({ name, width, height }) => `[${name}-in]scale=${width}:${height},setsar=1,format=yuv420p[${name}]`);
  const filter = `[0:${imageStream}]fps=${framesPerSecond.toFixed(4)},split=${renditions.length}${branches};${sized.join(';')}`;
  const hasSound = soundStream !== null;
  const streams = [...renditions.map(({ name }, index) => `v:${index}${hasSound ? ',agroup:sound' : ''},name:${name}`)];
  if (hasSound) streams.push('a:0,agroup:sound,default:yes,name:audio');
  const args = [
    ...['-v', 'error', '-nostdin', '-nostats', '-progress', 'pipe:1', '-y', '-threads', '2'],
    ...hostileInput(format, source),
    ...['-filter_complex', filter, '-t', String(maxSeconds + 1), '-map_metadata', '-1', '-map_chapters', '-1'],
    ...renditions.flatMap(({ name }) => ['-map', `[${name}]`]),
    ...(hasSound ? ['-map', `0:${soundStream}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'] : []),
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-crf', '23', '-threads', '2', '-bf', '0', '-sc_threshold', '0'],
    ...renditions.flatMap(({ maxRate }, index) => [`-maxrate:v:${index}`, maxRate, `-bufsize:v:${index}`, maxRate]),
    ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...[
      '-f',
      'hls',
      '-hls_time',
      String(segmentSeconds),
      '-hls_playlist_type',
      'vod',
      '-hls_list_size',
      '0',
      '-hls_flags',
      'independent_segments',
    ],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', '%v-init.mp4', '-hls_segment_filename', '%v-%d.m4s'],
    ...['-master_pl_name', 'master.m3u8', '-var_stream_map', streams.join(' '), '%v.m3u8'],
  ];
  const onLine = (line: string) => {
    const micros = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN);
    if (durationSeconds !== null && Number.isFinite(micros)) onProgress(Math.min(100, Math.floor(micros / 10_000 / durationSeconds)));
  };
  // Usually less than twice the length of a video.
  const { cpuSeconds = Math.ceil(10 * 60 + 20 * (durationSeconds ?? maxSeconds)) } = options;
  await runProgram(programs.ffmpeg, args, { cwd: folder, cpuSeconds, signal, onLine }).catch((error: unknown) => {
    if (!(error instanceof ProgramFailed)) throw error;
    throw new VideoFault(
      error.isOverTime
        ? 'It took too long to make this video playable. Upload a smaller version of it.'
        : 'This video cannot be read to its end. Export it again, as MP4 with H.264, and upload that.',
      { cause: error },
    );
  });
  const playlist = await readFile(join(folder, 'high.m3u8'), 'utf8').catch(() => '');
  const seconds = [...playlist.matchAll(/^#EXTINF:([\d.]+),/gm)].reduce((sum, [, length]) => sum + Number(length), 0);
  if (seconds === 0) throw new VideoFault('This video has no picture.');
  if (seconds > maxSeconds) throw tooLong(seconds, maxSeconds);
  return seconds;
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
