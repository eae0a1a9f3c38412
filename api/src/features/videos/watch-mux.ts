import { cutText, truncate } from '@newline/document/truncate';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { type MuxAsset, type MuxClient, MuxError } from './mux-client.ts';
import { tooLong } from './probe-video.ts';
import { VideoFault } from './video-fault.ts';
import type { VideoSettings } from './video-settings.ts';

/** Name of the job that checks videos at Mux. */
export const watchMuxTask = 'watch_mux';

/** Runs the job every minute, for changes that no webhook reported. */
export const watchMuxCron = { task: watchMuxTask, match: '* * * * *', identifier: watchMuxTask };

export type WatchOptions = {
  readonly pool: Pool;
  readonly client: MuxClient;
  readonly settings: Pick<VideoSettings, 'maxSeconds'>;
  readonly log: Log;
  readonly signal: AbortSignal;
};

type Row = { readonly playbackId: string; readonly uploadId: string };

/** The videos that a webhook reported; without them, all that are in progress. */
const payloadSchema = z.object({ names: z.array(z.string()).optional() });
const maxStills = 12;
const maxReason = 300;

/**
 * Checks unfinished videos at Mux and stores their state, and checks whether a finished one still exists. It may run at any time and
 * repeatedly: finished work isn't repeated.
 */
export async function watchMux(payload: unknown, options: WatchOptions): Promise<void> {
  const { pool, log, signal } = options;
  const { names = null } = payloadSchema.parse(payload ?? {});
  const { rows } = await pool.query<Row>(
    'select playback_id as "playbackId", provider_upload_id as "uploadId" from app_private.videos_under_way($1)',
    [names],
  );
  let failure: MuxError | null = null;
  for (const row of rows) {
    if (signal.aborted) return;
    try {
      await checkVideo(row, options);
    } catch (error) {
      if (!(error instanceof MuxError)) throw error;
      log.warn({ err: error, playbackId: row.playbackId }, 'videos: Mux could not be reached');
      failure = error;
    }
  }
  if (names !== null) await markLostVideos(names, options);
  // A webhook is worth a retry; the scheduled check runs again anyway.
  if (failure !== null && names !== null) throw failure;
}

async function checkVideo({ playbackId, uploadId }: Row, { pool, client, settings, log }: WatchOptions): Promise<void> {
  const fail = async (reason: string) => {
    log.info({ playbackId, reason }, 'videos: Mux could not process one');
    await pool.query('select app_private.fail_video($1, $2)', [playbackId, toOneLine(reason)]);
  };
  const upload = await client.upload(uploadId);
  if (upload === null) return fail('Mux no longer has this upload. Upload it again.');
  if (upload.status === 'waiting') return undefined;
  if (upload.status === 'cancelled') return fail('The upload was canceled at Mux. Upload it again.');
  if (upload.status === 'timed_out') return fail('The upload was not finished within a day. Upload it again.');
  if (upload.status === 'errored' || upload.asset_id === undefined)
    return fail(`Mux rejected this file${because(upload.error?.message)}. Upload it again.`);
  const asset = await client.asset(upload.asset_id);
  if (asset === null) return fail('This video was deleted at Mux. Upload it again.');

  const providerPlaybackId = asset.playback_ids.find(({ policy }) => policy === 'signed')?.id ?? null;
  const percent = Math.min(100, Math.max(0, Math.floor(asset.progress?.progress ?? 0)));
  const { rows } = await pool.query<{ isAwaited: boolean }>('select app_private.note_asset($1, $2, $3, $4) as "isAwaited"', [
    playbackId,
    asset.id,
    providerPlaybackId,
    asset.status === 'preparing' ? percent : 0,
  ]);
  if (rows[0]?.isAwaited !== true || asset.status === 'preparing') return undefined;
  if (asset.status === 'errored')
    return fail(
      `Mux could not read this video${because(asset.errors?.messages?.join(' '))}. Export it again, as MP4 with H.264, and upload that.`,
    );
  try {
    const measured = measure(asset, settings.maxSeconds);
    if (providerPlaybackId === null) throw new VideoFault('Mux returned no signed URL for this video. Contact an administrator.');
    await pool.query('select app_private.finish_video($1, $2, $3, $4, $5, $6, $7)', [
      playbackId,
      `local:${playbackId}`,
      measured.durationSeconds,
      measured.width,
      measured.height,
      measured.stillSeconds,
      measured.posterSecond,
    ]);
  } catch (error) {
    if (error instanceof VideoFault) return fail(error.message);
    throw error;
  }
  return undefined;
}

/** Returns the properties of a ready video, or throws why it is rejected. */
function measure({ duration = 0, tracks }: MuxAsset, maxSeconds: number) {
  const image = tracks.find(({ type }) => type === 'video');
  if (!image) throw new VideoFault('This file has sound but no picture.');
  if (duration > maxSeconds) throw tooLong(duration, maxSeconds);
  const step = Math.max(1, Math.ceil(duration / maxStills));
  const stillSeconds = Array.from({ length: Math.max(1, Math.ceil(duration / step)) }, (_, index) => index * step);
  return {
    durationSeconds: duration > 0 ? duration : null,
    width: image.max_width ?? null,
    height: image.max_height ?? null,
    stillSeconds,
    posterSecond: stillSeconds[Math.floor(stillSeconds.length / 3)] ?? 0,
  };
}

/** Marks videos as lost that were deleted at Mux. */
async function markLostVideos(names: readonly string[], { pool, client, log }: WatchOptions): Promise<void> {
  const { rows } = await pool.query<{ playbackId: string; assetId: string }>(
    'select playback_id as "playbackId", provider_asset_id as "assetId" from app_private.ready_assets($1)',
    [names],
  );
  for (const { playbackId, assetId } of rows) {
    if ((await client.asset(assetId)) !== null) continue;
    log.warn({ playbackId }, 'videos: a playable one was deleted at Mux');
    await pool.query('select app_private.lose_video($1, $2)', [playbackId, 'This video was deleted at Mux. Upload it again.']);
  }
}

function because(message: string | undefined): string {
  const text = (message ?? '').trim().replace(/[.\s]+$/, '');
  return text === '' ? '' : `: ${truncate(text, 180)}`;
}

/** Shortens a reason to one line, as the database requires. */
function toOneLine(reason: string): string {
  return cutText(reason.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxReason);
}
