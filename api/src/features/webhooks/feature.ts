import type { Feature } from '../../feature.ts';
import { WebhooksPlugin } from './webhooks-plugin.ts';

/** Webhooks: requests that tell other programs what happened on the site. */
export const webhooks: Feature = {
  name: 'webhooks',
  plugins: [WebhooksPlugin],
  start: async (ground) => (await import('./start-webhooks.ts')).startWebhooks(ground),
};
