import type { Ground, Running } from '../../feature.ts';
import { createSecretBox } from '../../secret-box.ts';
import { createWebhooks } from './create-webhooks.ts';
import { createWebhookSender } from './send-webhooks.ts';

/** Starts sending webhooks: as soon as one is queued, and every minute, in case that was missed. */
export function startWebhooks({ env, pools, outbound, jobs, tags, log }: Ground): Running {
  const secrets = createSecretBox(env.secretKey, 'webhooks');
  const sender = createWebhookSender({ pool: pools.worker, outbound, secrets, sendMail: jobs.send, publicUrl: env.publicUrl, log });
  const stopListening = tags.onWebhook(() => {
    sender.run().catch((error: unknown) => log.warn({ err: error }, 'webhooks: could not send, the schedule will'));
  });
  return {
    services: { webhooks: createWebhooks({ pool: pools.app, secrets }) },
    tasks: () => ({
      send_webhooks: () => sender.run(),
      async tidy_webhooks() {
        await pools.worker.query('select app_private.forget_webhooks()');
      },
    }),
    ownRunners: ['send_webhooks'],
    cron: [
      { task: 'send_webhooks', match: '* * * * *', identifier: 'send_webhooks' },
      { task: 'tidy_webhooks', match: '23 4 * * *', identifier: 'tidy_webhooks' },
    ],
    async close() {
      stopListening();
      await sender.close();
    },
  };
}
