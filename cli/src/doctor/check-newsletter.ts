import { createLog } from '@newline/api/log';
import type { Env } from '@newline/api/env';
import { createNewsletterProvider } from '@newline/api/features/newsletter/create-newsletter-provider';
import { createOutbound } from '@newline/api/outbound';
import type { Finding } from './finding.ts';

/** Checks the newsletter service, and whether it accepts the API key. */
export async function checkNewsletter(env: Env): Promise<Finding> {
  const outbound = createOutbound({ env, log: createLog('error') });
  try {
    const provider = createNewsletterProvider(env.newsletter, outbound);
    if (provider === null)
      return { state: 'ok', what: 'Newsletter: subscribers are stored here only (see docs/newsletter.md to connect a service)' };
    try {
      await provider.check();
      return { state: 'ok', what: `Newsletter: ${provider.name} accepts the key` };
    } catch (error) {
      return {
        state: 'warn',
        what: `Newsletter: ${error instanceof Error ? error.message : String(error)}`,
        remedy: 'Check NEWSLETTER_PROVIDER and NEWSLETTER_API_KEY. New subscribers are sent once the service accepts them.',
      };
    }
  } finally {
    await outbound.close();
  }
}
