import type { Env } from '@newline/api/env';
import { createMuxClient, MuxError } from '@newline/api/features/videos/mux-client';
import { muxWebhookPath } from '@newline/api/features/videos/mux-webhook';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import type { Finding } from './finding.ts';

/** Who keeps and serves videos, and whether Mux takes the token. */
export async function checkVideos(env: Env): Promise<Finding> {
  const { mux, provider } = env.video;
  if (mux === null) return { state: 'ok', what: 'Videos: kept and served here (docs/video.md says how to leave that to Mux)' };
  const who = provider === 'mux' ? 'Videos: Mux' : 'Videos: kept and served here; those of before by Mux';
  const outbound = createOutbound({ env, log: createLog('error') });
  try {
    await createMuxClient(mux, outbound).check();
    return {
      state: 'ok',
      what: `${who}, which takes the token; its webhook is to be ${env.publicUrl}${muxWebhookPath} (without it news of a video comes a minute late)`,
    };
  } catch (error) {
    if (!(error instanceof MuxError)) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    return {
      state: isRefused ? 'fail' : 'warn',
      what: `${who}: ${isRefused ? 'it does not take the token' : error.message}`,
      remedy: isRefused
        ? 'Check MUX_TOKEN_ID and MUX_TOKEN_SECRET: a token that may read and write Mux Video.'
        : 'Uploads wait until Mux is reached.',
    };
  } finally {
    await outbound.close();
  }
}
