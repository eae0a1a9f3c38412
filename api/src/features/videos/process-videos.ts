import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { ProcessLost } from '../../processes/bounded-process.ts';
import { BucketError } from '../../errors/bucket-error.ts';
import { findFfmpeg } from './find-ffmpeg.ts';
import { makeHls } from './make-hls.ts';
import { makeStills } from './make-stills.ts';
import { probeVideo, sniffVideo } from './probe-video.ts';
import { VideoFault, WorkEnded } from './video-fault.ts';
import type { VideoFiles } from './video-files.ts';
import type { VideoSettings } from './video-settings.ts';

/** Name of the job that processes uploaded videos for playback. */
export const processVideosTask = 'process_videos';

/** Runs the job every minute, which also finds the work of a killed server. */
export const processVideosCron = { task: processVideosTask, match: '* * * * *', identifier: processVideosTask };

export type ProcessOptions = {
  readonly pool: Pool;
  readonly files: VideoFiles;
  readonly settings: VideoSettings;
  readonly log: Log;
  /** Aborts the current work; the next run starts it again. */
  readonly signal: AbortSignal;
};

type ProcessedVideo = {
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly stillSeconds: readonly number[];
  readonly posterSecond: number | null;
};

/** Interval at which progress is written to the database, in milliseconds. */
const beatMs = 5_000;

/** Processes waiting uploads one after the other, even if several processes run the job. */
export async function processVideos(options: ProcessOptions): Promise<void> {
  const { pool, files, log, signal } = options;
  while (!signal.aborted) {
    const { rows } = await pool.query<{ playbackId: string }>('select playback_id as "playbackId" from app_private.claim_video()');
    const [claimed] = rows;
    if (!claimed) return;
    try {
      await processVideo(claimed.playbackId, options);
    } catch (error) {
      if (error instanceof WorkEnded) await pool.query('select app_private.release_video($1)', [claimed.playbackId]);
      // Its program was killed, or the bucket failed, which says nothing about the file. The claim expires in a minute or two, and the next run starts over; the
      // database counts the attempts.
      else if (error instanceof ProcessLost)
        log.warn({ err: error, playbackId: claimed.playbackId }, 'videos: the program that processes a video was lost');
      else if (error instanceof BucketError)
        log.warn({ err: error, playbackId: claimed.playbackId }, 'videos: the bucket failed while one was processed');
      else {
        if (!(error instanceof VideoFault)) log.error({ err: error, playbackId: claimed.playbackId }, 'videos: one could not be processed');
        else log.info({ err: error, playbackId: claimed.playbackId }, 'videos: one was rejected');
        const reason = error instanceof VideoFault ? error.message : 'Something went wrong on our end. Upload it again.';
        await pool.query('select app_private.fail_video($1, $2)', [claimed.playbackId, reason]);
        await files.removeUpload(claimed.playbackId);
      }
    } finally {
      const work = files.work(claimed.playbackId);
      for (const path of [work, sourceOf(work)]) await rm(path, { recursive: true, force: true });
    }
  }
}

async function processVideo(playbackId: string, options: ProcessOptions): Promise<void> {
  const { pool, files, settings, log } = options;
  const removed = new AbortController();
  const signal = AbortSignal.any([options.signal, removed.signal]);
  let percent = 0;
  const beat = setInterval(() => {
    pool
      .query<{ goesOn: boolean }>('select app_private.note_video_progress($1, $2) as "goesOn"', [playbackId, percent])
      .then(({ rows }) => rows[0]?.goesOn === true || removed.abort())
      .catch((error: unknown) => log.warn({ err: error }, 'videos: progress was not noted'));
  }, beatMs);
  try {
    const work = files.work(playbackId);
    const source = await files.fetchUpload(playbackId, sourceOf(work));
    if (signal.aborted) throw new WorkEnded();
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { recursive: true, mode: 0o750 });
    const result = await makePlayable(source, work, { settings, signal, onProgress: (value) => (percent = value) });
    await files.publish(work, playbackId);
    const { rows } = await pool.query<{ isStored: boolean }>('select app_private.finish_video($1, $2, $3, $4, $5, $6, $7) as "isStored"', [
      playbackId,
      `local:${playbackId}`,
      result.durationSeconds,
      result.width,
      result.height,
      result.stillSeconds,
      result.posterSecond,
    ]);
    // It was removed meanwhile, perhaps after its files were.
    if (rows[0]?.isStored !== true) await files.removePlayed(playbackId);
    await files.removeUpload(playbackId);
  } finally {
    clearInterval(beat);
  }
}

async function makePlayable(
  source: string,
  folder: string,
  { settings, signal, onProgress }: { settings: VideoSettings; signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<ProcessedVideo> {
  const programs = findFfmpeg(settings.ffmpegPath);
  if (programs === null) {
    const { isPlayable } = await sniffVideo(source);
    if (!isPlayable) throw new VideoFault('This site has no ffmpeg, so it only accepts MP4 and WebM. Upload one of these.');
    await copyFile(source, join(folder, 'source.mp4'));
    return { durationSeconds: null, width: null, height: null, stillSeconds: [], posterSecond: null };
  }
  const { maxSeconds } = settings;
  const probed = await probeVideo(source, { programs, maxSeconds, signal });
  const durationSeconds = await makeHls(source, probed, { programs, folder, maxSeconds, signal, onProgress });
  const { seconds, posterSecond } = await makeStills({ programs, folder, durationSeconds, signal });
  return { durationSeconds, width: probed.width, height: probed.height, stillSeconds: seconds, posterSecond };
}

/** Returns the path of an upload that was fetched for a folder of work in progress. */
function sourceOf(work: string): string {
  return `${work}.source`;
}
