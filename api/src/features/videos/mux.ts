import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound.ts';
import { createMuxAddresses, type MuxPart } from './mux-addresses.ts';
import { createMuxClient, type MuxClient, MuxError } from './mux-client.ts';
import type { MuxSettings } from './mux-settings.ts';

/** Mux, as far as this site uses it. */
export type Mux = {
  readonly client: MuxClient;
  /** Has Mux await the file of a video that was begun, and answers where it is to be sent. Throws a MuxError when Mux does not. */
  begin(playbackId: string): Promise<string>;
  /** Where a file that Mux still awaits is to be sent; null when it does not any more. */
  addressOf(uploadId: string): Promise<string | null>;
  /** Ends the upload and deletes the video. True when Mux has neither any more. */
  remove(given: { readonly uploadId: string | null; readonly assetId: string | null }): Promise<boolean>;
  /** The signed address of a file of a video, as it would be called here; null for what Mux does not have. The gate was asked before. */
  find(playbackId: string, file: string, endsAt: number | null): Promise<string | null>;
};

/** As long as an upload may pause. */
const uploadSeconds = 24 * 60 * 60;
/** Addresses of what is for all are good as long as those of a pass, and the same for an hour. */
const hourMs = 60 * 60 * 1000;
const validHours = 12;
const knownMs = 30_000;
/** What is not ready may be in a moment. */
const unknownMs = 1000;

type Served = { readonly id: string | null; readonly stillSeconds: readonly number[]; readonly posterSecond: number };

/** Creates it. */
export function createMux(
  settings: MuxSettings,
  {
    pool,
    outbound,
    publicUrl,
    log,
  }: {
    /** A pool of newline_worker. */
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
    const known = served.get(playbackId);
    if (known) return known;
    const { rows } = await pool.query<Served>(
      `select provider_playback_id as id, still_seconds as "stillSeconds", coalesce(poster_second, 0) as "posterSecond"
       from app_private.served_video($1)`,
      [playbackId],
    );
    const found = rows[0] ?? { id: null, stillSeconds: [], posterSecond: 0 };
    served.set(playbackId, found, { ttl: found.id === null ? unknownMs : knownMs });
    return found;
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
        if (url === undefined) throw new MuxError('Mux gave no address to send the file to.', 200);
        const { rows } = await pool.query<{ isNamed: boolean }>('select app_private.name_upload($1, $2) as "isNamed"', [playbackId, id]);
        if (rows[0]?.isNamed !== true) await client.cancelUpload(id);
        return url;
      } catch (error) {
        await pool.query('select app_private.withdraw_video($1)', [playbackId]);
        if (error instanceof MuxError) log.error({ err: error }, 'videos: Mux took no upload');
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
        // It had come to an end, perhaps with a video of which nobody told.
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

/** What a file of a video is at Mux. A still of a second for which there is none is the one before it, as with videos that are kept here. */
function partOf(file: string, { stillSeconds, posterSecond }: Omit<Served, 'id'>): MuxPart {
  if (file === 'master.m3u8') return { kind: 'stream' };
  if (file === 'storyboard.vtt') return { kind: 'storyboard' };
  const asked = /^thumbnail-(\d+)/.exec(file)?.[1];
  if (asked === undefined) return { kind: 'still', second: posterSecond };
  return { kind: 'still', second: stillSeconds.findLast((second) => second <= Number(asked)) ?? stillSeconds[0] ?? 0 };
}
