import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';
import type { MuxSettings } from './mux-settings.ts';

/** Error of Mux, which can't be reached or responded with a failure. */
export class MuxError extends Error {
  override readonly name = 'MuxError';
  /** HTTP status of the response; null if Mux wasn't reached. */
  readonly status: number | null;
  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

const uploadSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['waiting', 'asset_created', 'errored', 'cancelled', 'timed_out']),
  url: z.url().optional(),
  asset_id: z.string().optional(),
  error: z.object({ type: z.string().optional(), message: z.string().optional() }).optional(),
});
const assetSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['preparing', 'ready', 'errored']),
  duration: z.number().optional(),
  playback_ids: z.array(z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{4,128}$/), policy: z.string() })).default([]),
  tracks: z.array(z.object({ type: z.string(), max_width: z.number().optional(), max_height: z.number().optional() })).default([]),
  errors: z.object({ type: z.string().optional(), messages: z.array(z.string()).optional() }).optional(),
  progress: z.object({ progress: z.number().optional() }).optional(),
});

/** An upload, as Mux reports it. */
export type MuxUpload = z.infer<typeof uploadSchema>;
/** A video, as Mux reports it. */
export type MuxAsset = z.infer<typeof assetSchema>;

/** Client of Mux's API. Missing items are null; any other failure throws a MuxError. */
export type MuxClient = {
  /** Creates an upload, to which a browser of this site sends the bytes. */
  createUpload(options: { readonly passthrough: string; readonly corsOrigin: string; readonly timeoutSeconds: number }): Promise<MuxUpload>;
  upload(id: string): Promise<MuxUpload | null>;
  /** Cancels an upload that Mux still waits for; false if it doesn't. */
  cancelUpload(id: string): Promise<boolean>;
  asset(id: string): Promise<MuxAsset | null>;
  deleteAsset(id: string): Promise<void>;
  /** Checks the token; throws if it is rejected. */
  check(): Promise<void>;
};

const origin = 'https://api.mux.com';

/** Creates a client of Mux's Video API, which uses the site's module for outgoing requests. */
export function createMuxClient({ tokenId, tokenSecret }: MuxSettings, outbound: Outbound): MuxClient {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;

  async function request(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<{ status: number; data: unknown }> {
    let answer;
    try {
      answer = await outbound.fetch(`${origin}/video/v1/${path}`, {
        method,
        accept: ['application/json'],
        hosts: [new URL(origin).hostname],
        authorization,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        maxBytes: 1024 * 1024,
        timeoutMs: 10_000,
      });
    } catch (error) {
      if (error instanceof OutboundError) throw new MuxError(`Mux cannot be reached: ${error.message}`, null);
      throw error;
    }
    const { status } = answer;
    if ((status < 200 || status >= 300) && status !== 404)
      throw new MuxError(`Mux responded with ${status} to ${method} ${path.replace(/\/.*|\?.*/, '')}.`, status);
    try {
      const data: unknown = answer.body.length === 0 ? null : JSON.parse(answer.body.toString('utf8'));
      return { status, data };
    } catch {
      throw new MuxError('Mux did not respond with JSON.', status);
    }
  }
  const dataOf = <T>(schema: z.ZodType<T>, data: unknown): T => {
    const parsed = z.object({ data: schema }).safeParse(data);
    if (!parsed.success) throw new MuxError('Mux sent an unexpected response.', 200);
    return parsed.data.data;
  };
  const find = async <T>(schema: z.ZodType<T>, path: string): Promise<T | null> => {
    const { status, data } = await request('GET', path);
    return status === 404 ? null : dataOf(schema, data);
  };

  return {
    async createUpload({ passthrough, corsOrigin, timeoutSeconds }) {
      const { status, data } = await request('POST', 'uploads', {
        cors_origin: corsOrigin,
        timeout: timeoutSeconds,
        new_asset_settings: { playback_policies: ['signed'], passthrough },
      });
      if (status === 404) throw new MuxError('Mux responded with 404 to POST uploads.', 404);
      return dataOf(uploadSchema, data);
    },
    upload: (id) => find(uploadSchema, `uploads/${encodeURIComponent(id)}`),
    async cancelUpload(id) {
      try {
        return (await request('PUT', `uploads/${encodeURIComponent(id)}/cancel`)).status !== 404;
      } catch (error) {
        if (error instanceof MuxError && error.status !== null && error.status < 500 && error.status !== 429) return false;
        throw error;
      }
    },
    asset: (id) => find(assetSchema, `assets/${encodeURIComponent(id)}`),
    async deleteAsset(id) {
      await request('DELETE', `assets/${encodeURIComponent(id)}`);
    },
    async check() {
      await request('GET', 'assets?limit=1');
    },
  };
}
