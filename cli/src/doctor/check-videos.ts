import type { Env } from '@newline/api/env';
import { createMuxClient, MuxError } from '@newline/api/features/videos/mux-client';
import { muxWebhookPath } from '@newline/api/features/videos/mux-webhook';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import type { Finding } from './finding.ts';

/** Checks where videos are stored, and whether Mux accepts the token. */
export async function checkVideos(env: Env): Promise<Finding> {
  const { mux, provider } = env.video;
  if (mux === null) return { state: 'ok', what: 'Videos: stored and served here (see docs/video.md to use Mux)' };
  const label = provider === 'mux' ? 'Videos: Mux' : 'Videos: stored and served here; older ones by Mux';
  const outbound = createOutbound({ env, log: createLog('error') });
  try {
    await createMuxClient(mux, outbound).check();
    return {
      state: 'ok',
      what: `${label}, token accepted; set its webhook to ${env.publicUrl}${muxWebhookPath} (without it, updates arrive a minute late)`,
    };
  } catch (error) {
    if (!(error instanceof MuxError)) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    return {
      state: isRefused ? 'fail' : 'warn',
      what: `${label}: ${isRefused ? 'the token is rejected' : error.message}`,
      remedy: isRefused
        ? 'Check MUX_TOKEN_ID and MUX_TOKEN_SECRET: the token needs read and write access to Mux Video.'
        : 'Uploads continue once Mux can be reached.',
    };
  } finally {
    await outbound.close();
  }
}
