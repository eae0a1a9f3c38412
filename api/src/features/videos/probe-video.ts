import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { ProgramFailed, runProgram } from './run-program.ts';
import { VideoFault } from './video-fault.ts';

/** What a file is, as far as it matters for playing it. */
export type ProbedVideo = {
  /** The demuxer that reads it, and the only one that may. */
  readonly format: string;
  /** Null when the file does not say. */
  readonly durationSeconds: number | null;
  /** As it is shown: turned, and with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Which of its streams are taken. */
  readonly imageStream: number;
  readonly soundStream: number | null;
};

/** Containers by the media type of their content, with the name of ffmpeg's demuxer for each. */
const formats: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/mp2t': 'mpegts',
  'video/ogg': 'ogg',
  // What has sound only gets its own answer.
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/matroska': 'matroska',
};
/** What browsers play as it is. */
const playable: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v', 'video/webm']);

const maxPixels = 8192 * 4320;
const probeCpuSeconds = 60;
const notVideo = 'This isn’t a video we can read. Use MP4, MOV, WebM, MKV or AVI.';

const probeSchema = z.object({
  streams: z
    .array(
      z.object({
        index: z.number(),
        codec_type: z.string().optional(),
        width: z.number().optional(),
        height: z.number().optional(),
        sample_aspect_ratio: z.string().optional(),
        avg_frame_rate: z.string().optional(),
        duration: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().optional() }).optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      }),
    )
    .default([]),
  format: z.object({ duration: z.string().optional() }).default({}),
});

/**
 * Says what a file is by its first bytes, whatever its name.
 *
 * @throws VideoFault for what is no video
 */
export async function sniffVideo(file: string): Promise<{ readonly format: string; readonly isPlayable: boolean }> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const found = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
    const format = formats[found?.mime ?? ''];
    if (!found || format === undefined) throw new VideoFault(notVideo);
    return { format, isPlayable: playable.has(found.mime) };
  } finally {
    await handle.close();
  }
}

/**
 * What stands before an input of ffmpeg and ffprobe that somebody uploaded: it is read by the one demuxer that its first bytes
 * ask for, and only from files of this machine. Playlists, lists of files and pictures, which name other files, are none of these.
 */
export function hostileInput(format: string, file: string): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', format, '-f', format, '-max_pixels', String(maxPixels)],
    '-i',
    `file:${file}`,
  ];
}

/**
 * Looks at a file with ffprobe.
 *
 * @param options.cpuSeconds how much CPU time that may take
 * @throws VideoFault with a reason for people
 */
export async function probeVideo(
  file: string,
  {
    programs,
    maxSeconds,
    signal,
    cpuSeconds = probeCpuSeconds,
  }: { readonly programs: Ffmpeg; readonly maxSeconds: number; readonly signal: AbortSignal; readonly cpuSeconds?: number },
): Promise<ProbedVideo> {
  const { format } = await sniffVideo(file);
  const shown = ['-show_streams', '-show_format', '-of', 'json'];
  const json = await runProgram(programs.ffprobe, ['-v', 'error', ...shown, ...hostileInput(format, file)], {
    cwd: dirname(file),
    cpuSeconds,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof ProgramFailed) throw new VideoFault(notVideo, { cause: error });
    throw error;
  });
  const { streams, format: container } = probeSchema.parse(JSON.parse(json));
  const sound = streams.find((stream) => stream.codec_type === 'audio');
  const image = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1);
  if (!image) throw new VideoFault(sound ? 'This file has sound but no picture.' : notVideo);
  const { width = 0, height = 0 } = image;
  if (width < 16 || height < 16) throw new VideoFault('The picture of this video is smaller than 16 by 16 pixels.');
  if (width * height > maxPixels) throw new VideoFault(`The picture of this video, ${width} by ${height} pixels, is larger than 8K.`);
  const duration = Number(container.duration ?? image.duration ?? Number.NaN);
  const durationSeconds = Number.isFinite(duration) && duration > 0 ? duration : null;
  if (durationSeconds !== null && durationSeconds > maxSeconds) throw tooLong(durationSeconds, maxSeconds);
  const square = ratio(image.sample_aspect_ratio, ':') ?? 1;
  const shownWidth = Math.round(width * (square > 0.1 && square < 10 ? square : 1));
  const turn = Math.abs(image.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180;
  const isTurned = turn > 45 && turn < 135;
  return {
    format,
    durationSeconds,
    width: isTurned ? height : shownWidth,
    height: isTurned ? shownWidth : height,
    framesPerSecond: Math.min(30, Math.max(1, ratio(image.avg_frame_rate, '/') ?? 30)),
    imageStream: image.index,
    soundStream: sound?.index ?? null,
  };
}

/** The refusal of a video that is too long. */
export function tooLong(seconds: number, maxSeconds: number): VideoFault {
  return new VideoFault(`This video is ${inMinutes(seconds)} long; at most ${inMinutes(maxSeconds)} are taken.`);
}

function inMinutes(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function ratio(text: string | undefined, sign: string): number | null {
  const [above = Number.NaN, below = Number.NaN] = (text ?? '').split(sign).map(Number);
  const value = above / below;
  return Number.isFinite(value) && value > 0 ? value : null;
}
