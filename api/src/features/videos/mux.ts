import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import { createMuxAddresses, type MuxPart } from './mux-addresses.ts';
import { createMuxClient, type MuxClient, MuxError } from './mux-client.ts';
import type { MuxSettings } from './mux-settings.ts';

/** The functions of Mux that this site uses. */
export type Mux = {
  readonly client: MuxClient;
  /** Starts the upload of a video at Mux, and returns the URL to send it to. Throws a MuxError on failure. */
  begin(playbackId: string): Promise<string>;
  /** Returns the URL of an upload that Mux still waits for; null if it doesn't. */
  addressOf(uploadId: string): Promise<string | null>;
  /** Cancels the upload and deletes the video. Returns true once Mux has neither. */
  remove(ids: { readonly uploadId: string | null; readonly assetId: string | null }): Promise<boolean>;
  /** Returns the signed URL of a video's file, by its name on this site; null if Mux doesn't have it. Check access first. */
  find(playbackId: string, file: string, endsAt: number | null): Promise<string | null>;
};

/** Maximum pause of an upload. */
const uploadSeconds = 24 * 60 * 60;
/** URLs of public videos are valid as long as access tokens, and identical for an hour. */
const hourMs = 60 * 60 * 1000;
const validHours = 12;
const readyMs = 30_000;
/** A video that isn't ready may be in a moment. */
const notReadyMs = 1000;

type Served = { readonly id: string | null; readonly stillSeconds: readonly number[]; readonly posterSecond: number };

/** Creates the connection to Mux. */
export function createMux(
  settings: MuxSettings,
  {
    pool,
    outbound,
    publicUrl,
    log,
  }: {
    readonly pool: Pool;
    readonly outbound: Outbound;
    readonly publicUrl: string;
    readonly log: Log;
  },
): Mux {
  const client = createMuxClient(settings, outbound);
  const addresses = createMuxAddresses(settings);
  const served = new LRUCache<string, Served>({ max: 5000 });

  const serve = async (playbackId: string): Promise<Served> => {
    const cached = served.get(playbackId);
    if (cached) return cached;
    const { rows } = await pool.query<Served>(
      `select provider_playback_id as id, still_seconds as "stillSeconds", coalesce(poster_second, 0) as "posterSecond"
       from app_private.served_video($1)`,
      [playbackId],
    );
    const video = rows[0] ?? { id: null, stillSeconds: [], posterSecond: 0 };
    served.set(playbackId, video, { ttl: video.id === null ? notReadyMs : readyMs });
    return video;
  };

  return {
    client,
    async begin(playbackId) {
      try {
        const { id, url } = await client.createUpload({
          passthrough: playbackId,
          corsOrigin: new URL(publicUrl).origin,
          timeoutSeconds: uploadSeconds,
        });
        if (url === undefined) throw new MuxError('Mux returned no upload URL.', 200);
        const { rows } = await pool.query<{ isNamed: boolean }>('select app_private.name_upload($1, $2) as "isNamed"', [playbackId, id]);
        if (rows[0]?.isNamed !== true) await client.cancelUpload(id);
        return url;
      } catch (error) {
        await pool.query('select app_private.withdraw_video($1)', [playbackId]);
        if (error instanceof MuxError) log.error({ err: error }, 'videos: Mux did not start an upload');
        throw error;
      }
    },
    async addressOf(uploadId) {
      const upload = await client.upload(uploadId);
      return upload?.status === 'waiting' ? (upload.url ?? null) : null;
    },
    async remove({ uploadId, assetId }) {
      const ids = new Set(assetId === null ? [] : [assetId]);
      if (uploadId !== null && assetId === null && !(await client.cancelUpload(uploadId))) {
        // The upload had ended, perhaps with a video that no webhook reported.
        const upload = await client.upload(uploadId);
        if (upload?.status === 'waiting') return false;
        if (upload?.asset_id !== undefined) ids.add(upload.asset_id);
      }
      for (const id of ids) await client.deleteAsset(id);
      return true;
    },
    async find(playbackId, file, endsAt) {
      if (!isPart(file)) return null;
      const { id, ...stills } = await serve(playbackId);
      if (id === null) return null;
      const part = partOf(file, stills);
      return addresses.sign(id, part, endsAt ?? (Math.ceil(Date.now() / hourMs) + validHours) * hourMs);
    },
  };
}

function isPart(file: string): boolean {
  return /^(?:master\.m3u8|storyboard\.vtt|poster\.webp|thumbnail-\d{1,6}\.webp)$/.test(file);
}

/**
 * Returns what a file of a video is at Mux. For a still at a second that has none, returns the one before it, as for videos stored here.
 */
function partOf(file: string, { stillSeconds, posterSecond }: Omit<Served, 'id'>): MuxPart {
  if (file === 'master.m3u8') return { kind: 'stream' };
  if (file === 'storyboard.vtt') return { kind: 'storyboard' };
  const requestedSecond = /^thumbnail-(\d+)/.exec(file)?.[1];
  if (requestedSecond === undefined) return { kind: 'still', second: posterSecond };
  return { kind: 'still', second: stillSeconds.findLast((second) => second <= Number(requestedSecond)) ?? stillSeconds[0] ?? 0 };
}
