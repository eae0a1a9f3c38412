import { unlessFilesAreHeld } from '@newline/db/stored-files-lock';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { queryAs } from '../../database/reader-client.ts';
import type { Log } from '../../log.ts';
import type { Viewer } from '../../viewer.ts';
import { BucketError } from '../../errors/bucket-error.ts';
import { stillName } from './make-stills.ts';
import type { Mux } from './mux.ts';
import { MuxError } from './mux-client.ts';
import { createVideoCaptions, type VideoCaptions } from './video-captions.ts';
import type { VideoFiles } from './video-files.ts';
import type { VideoSettings } from './video-settings.ts';
import { uploadsPath, type VideoUploads } from './video-uploads.ts';

/** The item that will play a video: exactly one of these is set. */
export type VideoTarget = {
  readonly lessonId?: string | null;
  readonly clipId?: string | null;
  readonly courseId?: string | null;
  readonly bookId?: string | null;
};

/** A file that a browser is about to upload, and the item that will play it. */
export type NewVideo = VideoTarget & { readonly name: string; readonly byteCount: number };

/** An upload that may begin. */
export type StartedVideo = { readonly playbackId: string; readonly uploadUrl: string };

/** Videos that authors upload: starting uploads, captions, posters, and cleaning up. */
export type Videos = VideoCaptions & {
  start(viewer: Viewer, input: NewVideo): Promise<StartedVideo>;
  /** Returns where to continue the user's own interrupted upload; null if it is complete. */
  goOn(viewer: Viewer, input: { readonly playbackId: string }): Promise<{ readonly playbackId: string; readonly uploadUrl: string | null }>;
  /** Reports that the whole file was sent to the provider. */
  complete(viewer: Viewer, input: { readonly playbackId: string }): Promise<void>;
  choosePoster(viewer: Viewer, input: { readonly playbackId: string; readonly second: number }): Promise<void>;
  /** Deletes unfinished uploads, videos that nothing plays, and the files of removed videos. */
  tidy(workerPool: Pool): Promise<void>;
};

/** Disk space in bytes that must remain free, besides an upload and its processed files. */
const spareBytes = 1_000_000_000;

/** Creates the operations on videos. */
export function createVideos(options: {
  readonly pool: Pool;
  readonly files: VideoFiles;
  readonly settings: VideoSettings;
  readonly uploads: VideoUploads;
  /** Null if Mux isn't configured. */
  readonly mux: Mux | null;
  readonly log: Log;
  /** Called when a provider may have news of a video. */
  readonly onSent: (playbackId: string) => Promise<void>;
}): Videos {
  const { pool, files, settings, uploads, mux, log, onSent } = options;
  const provider = settings.provider === 'mux' && mux ? mux : null;

  const complete = async (viewer: Viewer, playbackId: string) => {
    const [row] = await queryAs<{ wasThere: boolean }>(pool, viewer, 'select app_public.send_whole_video($1) as "wasThere"', [playbackId]);
    if (row?.wasThere !== true) throw codedError('OWN_UPLOAD_NOT_FOUND');
    // The job also runs on its own schedule.
    await onSent(playbackId).catch((error: unknown) => log.warn({ err: error }, 'videos: could not queue the job'));
  };

  return {
    async start(viewer, input) {
      const { name, byteCount, lessonId = null, clipId = null, courseId = null, bookId = null } = input;
      if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
      if (!Number.isSafeInteger(byteCount) || byteCount < 1) throw codedError('VIDEO_SIZE_REQUIRED');
      if (byteCount > settings.maxBytes) {
        throw codedError('VIDEO_TOO_LARGE', { maxBytes: settings.maxBytes, byteCount });
      }
      if (!provider) requireRoom(await files.freeBytes(), byteCount);
      const playbackId = randomBytes(16).toString('base64url');
      const [row] = await queryAs<{ wait: number }>(
        pool,
        viewer,
        'select app_public.begin_video($1, $2, $3, $4, $5, $6, $7, $8, $9) as wait',
        [playbackId, cleanName(name), byteCount, provider ? 'mux' : 'local', lessonId, clipId, courseId, bookId, settings.dailyBytes],
      );
      const wait = row?.wait ?? 0;
      if (wait > 0) {
        const params = { maxBytes: settings.dailyBytes, waitSeconds: wait };
        throw codedError('VIDEO_UPLOAD_LIMIT_REACHED', params, { statusCode: 429, retryAfterSeconds: wait });
      }
      if (provider) return { playbackId, uploadUrl: await provider.begin(playbackId).catch(refuse) };
      await uploads.create(playbackId, byteCount);
      return { playbackId, uploadUrl: `${uploadsPath}/${playbackId}` };
    },

    async goOn(viewer, { playbackId }) {
      if (viewer.userId === null) throw codedError('SIGN_IN_REQUIRED');
      const [row] = await queryAs<{ provider: string; uploadId: string | null }>(
        pool,
        viewer,
        `select provider, provider_upload_id as "uploadId" from app_public.videos
         where playback_id = $1 and owner_id = app_public.current_user_id() and status = 'UPLOADING'`,
        [playbackId],
      );
      if (row?.provider === 'local') return { playbackId, uploadUrl: `${uploadsPath}/${playbackId}` };
      if (!mux || row?.uploadId == null) throw codedError('VIDEO_UPLOAD_OVER');
      const uploadUrl = await mux.addressOf(row.uploadId).catch(refuse);
      if (uploadUrl === null) await complete(viewer, playbackId);
      return { playbackId, uploadUrl };
    },

    complete: (viewer, { playbackId }) => complete(viewer, playbackId),

    ...createVideoCaptions({ pool, files }),

    async choosePoster(viewer, { playbackId, second }) {
      await queryAs(pool, viewer, 'select app_public.choose_poster($1, $2)', [playbackId, second]);
      const [row] = await queryAs<{ provider: string }>(pool, viewer, 'select provider from app_public.videos where playback_id = $1', [
        playbackId,
      ]);
      if (row?.provider !== 'local') return;
      await files.copy(playbackId, stillName(second), 'poster.webp');
    },

    async tidy(workerPool) {
      await workerPool.query('select app_private.remove_loose_videos()');
      await unlessFilesAreHeld(workerPool, async () => {
        const { rows } = await workerPool.query<DueVideo>(
          `select playback_id as "playbackId", provider, provider_upload_id as "uploadId", provider_asset_id as "assetId" from app_private.due_videos()`,
        );
        const postponed: string[] = [];
        for (const due of rows) {
          const { playbackId } = due;
          await rm(files.work(playbackId), { recursive: true, force: true });
          const isGone =
            (await removeFiles(playbackId, files, log)) && (due.provider === 'local' || (await removeAtProvider(due, mux, log)));
          if (!isGone) postponed.push(playbackId);
        }
        const deleted = rows.map(({ playbackId }) => playbackId).filter((playbackId) => !postponed.includes(playbackId));
        await workerPool.query('select app_private.forget_videos($1)', [deleted]);
        if (postponed.length > 0) await workerPool.query('select app_private.put_off_videos($1)', [postponed]);
        await files.tidyWork();
      });
    },
  };
}

type DueVideo = {
  readonly playbackId: string;
  readonly provider: string;
  readonly uploadId: string | null;
  readonly assetId: string | null;
};

/** Deletes the files of a video; returns true once nothing is left of them. */
async function removeFiles(playbackId: string, files: VideoFiles, log: Log): Promise<boolean> {
  try {
    await files.removeUpload(playbackId);
    await files.removePlayed(playbackId);
    return true;
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    log.warn({ err: error, playbackId }, 'videos: a removed one is still in the bucket, and will be retried');
    return false;
  }
}

/** Deletes a video at its provider; returns true once nothing is left of it. */
async function removeAtProvider({ playbackId, uploadId, assetId }: DueVideo, mux: Mux | null, log: Log): Promise<boolean> {
  try {
    if (mux === null)
      throw new MuxError('Mux is no longer configured: set MUX_TOKEN_ID and its other settings, or delete the video there.', null);
    return await mux.remove({ uploadId, assetId });
  } catch (error) {
    if (!(error instanceof MuxError)) throw error;
    log.warn({ err: error, playbackId }, 'videos: a removed one is still at Mux, and will be retried');
    return false;
  }
}

/** A failure of the provider isn't the author's fault. */
function refuse(error: unknown): never {
  if (!(error instanceof MuxError)) throw error;
  throw codedError('VIDEO_SERVICE_UNAVAILABLE');
}

/** Returns a file name without folders and control characters, for display only. */
function cleanName(name: string): string {
  const baseName = name.split(/[/\\]/).at(-1) ?? '';
  const clean = [...baseName.normalize('NFC')].filter((character) => !/\p{C}/u.test(character)).slice(0, 200);
  return clean.join('').trim() || 'video';
}

function requireRoom(freeBytes: number | null, byteCount: number): void {
  if (freeBytes !== null && freeBytes < 2 * byteCount + spareBytes) throw codedError('VIDEO_STORAGE_FULL');
}
