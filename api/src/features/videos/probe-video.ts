import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { ProgramFailed, runProgram } from './run-program.ts';
import { VideoFault } from './video-fault.ts';

/** The properties of a video file that matter for playback. */
export type ProbedVideo = {
  /** The demuxer of the file, and the only one allowed to read it. */
  readonly format: string;
  /** Null if the file doesn't say. */
  readonly durationSeconds: number | null;
  /** As displayed: rotated, and with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** The streams of the file that are used. */
  readonly imageStream: number;
  readonly soundStream: number | null;
};

/** ffmpeg's demuxers, by the media type of a file's content. */
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
  // Audio-only files, which get a separate error message.
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/matroska': 'matroska',
};
/** Media types that browsers can play unchanged. */
const playable: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v', 'video/webm']);

const maxPixels = 8192 * 4320;
const probeCpuSeconds = 60;
const notVideo = 'This isn’t a video we can read. Use MP4, MOV, WebM, MKV or AVI.';
const incomplete = 'This video is incomplete or damaged. Check that it plays on your device, and choose the file again.';

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
 * Detects the format of a file by its first bytes, whatever its name.
 * @throws VideoFault if it isn't a video
 */
export async function sniffVideo(file: string): Promise<{ readonly format: string; readonly isPlayable: boolean }> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0, 65_536, 0);
    const detected = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
    const format = formats[detected?.mime ?? ''];
    if (!detected || format === undefined) throw new VideoFault(notVideo);
    return { format, isPlayable: playable.has(detected.mime) };
  } finally {
    await handle.close();
  }
}

/**
 * Returns the input options of ffmpeg and ffprobe for an uploaded file: it is read only by the demuxer that its first bytes indicate, and
 * only from local files. That excludes playlists, lists of files and images, which refer to other files.
 */
export function hostileInput(format: string, file: string): string[] {
  return [
    ...['-protocol_whitelist', 'file', '-format_whitelist', format, '-f', format, '-max_pixels', String(maxPixels)],
    '-i',
    `file:${file}`,
  ];
}

/**
 * Reads the properties of a file with ffprobe.
 * @param options.cpuSeconds maximum CPU time
 * @throws VideoFault with a reason for users
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
  const outputOptions = ['-show_streams', '-show_format', '-of', 'json'];
  const json = await runProgram(programs.ffprobe, ['-v', 'error', ...outputOptions, ...hostileInput(format, file)], {
    cwd: dirname(file),
    cpuSeconds,
    signal,
  }).catch((error: unknown) => {
    // Its first bytes are those of a video, so the rest is missing or damaged.
    if (error instanceof ProgramFailed) throw new VideoFault(incomplete, { cause: error });
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
  const displayWidth = Math.round(width * (square > 0.1 && square < 10 ? square : 1));
  const rotationDegrees = Math.abs(image.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0) % 180;
  const isRotated = rotationDegrees > 45 && rotationDegrees < 135;
  return {
    format,
    durationSeconds,
    width: isRotated ? height : displayWidth,
    height: isRotated ? displayWidth : height,
    framesPerSecond: Math.min(30, Math.max(1, ratio(image.avg_frame_rate, '/') ?? 30)),
    imageStream: image.index,
    soundStream: sound?.index ?? null,
  };
}

/** Returns the error of a video that is too long. */
export function tooLong(seconds: number, maxSeconds: number): VideoFault {
  return new VideoFault(`This video is ${inMinutes(seconds)} long; the limit is ${inMinutes(maxSeconds)}.`);
}

function inMinutes(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function ratio(text: string | undefined, separator: string): number | null {
  const [numerator = Number.NaN, denominator = Number.NaN] = (text ?? '').split(separator).map(Number);
  const value = numerator / denominator;
  return Number.isFinite(value) && value > 0 ? value : null;
}
