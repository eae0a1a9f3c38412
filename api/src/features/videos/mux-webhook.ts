import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isSignedByMux } from './mux-signature.ts';

/** Path of the webhook that Mux calls. */
export const muxWebhookPath = '/webhooks/mux';

const maxBodyBytes = 1024 * 1024;
const name = z.string().min(1).max(255).optional();
const messageSchema = z.object({
  type: z.string(),
  data: z.object({
    id: name,
    upload_id: name,
    passthrough: name,
    new_asset_settings: z.object({ passthrough: name }).optional(),
  }),
});
const handled = new Set([
  'video.upload.asset_created',
  'video.upload.cancelled',
  'video.upload.errored',
  'video.asset.created',
  'video.asset.ready',
  'video.asset.errored',
  'video.asset.deleted',
]);

/** Identifies the video of a message: by our name for the video, and by Mux's ids of its upload and the video. */
export type MuxNews = { readonly names: readonly string[] };

/**
 * Adds Mux's webhook. A message only triggers a request to Mux about the video, and its other content isn't trusted: so repeated, late or
 * reordered messages do no harm.
 * @param options.onNews throws if the message couldn't be recorded; Mux then sends it again
 */
export function addMuxWebhook(
  app: FastifyInstance,
  { secret, onNews }: { readonly secret: string; readonly onNews: (news: MuxNews) => Promise<void> },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body));
    scope.post(muxWebhookPath, async ({ body, headers, log }, reply) => {
      const signature = headers['mux-signature'];
      reply.header('cache-control', 'no-store');
      if (!Buffer.isBuffer(body) || typeof signature !== 'string' || !isSignedByMux(body, signature, secret)) {
        log.warn('videos: a webhook without a valid signature of Mux was rejected');
        return reply.code(400).send({ received: false });
      }
      const message = messageSchema.safeParse(jsonOf(body));
      if (message.success && handled.has(message.data.type)) {
        const { id, upload_id: uploadId, passthrough, new_asset_settings: settings } = message.data.data;
        await onNews({ names: [passthrough ?? settings?.passthrough, uploadId, id].filter((each) => each !== undefined) });
      }
      return reply.send({ received: true });
    });
  });
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
