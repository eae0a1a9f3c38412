import { createLog } from '@newline/api/log';
import type { Env } from '@newline/api/env';
import { createNewsletterProvider } from '@newline/api/features/newsletter/create-newsletter-provider';
import { createOutbound } from '@newline/api/outbound';
import type { Finding } from './finding.ts';

/** Who sends letters, and whether that service takes the key. */
export async function checkNewsletter(env: Env): Promise<Finding> {
  const outbound = createOutbound({ env, log: createLog('error') });
  try {
    const provider = createNewsletterProvider(env.newsletter, outbound);
    if (provider === null)
      return { state: 'ok', what: 'Newsletter: the list is kept here alone (docs/newsletter.md says how to send it on to a service)' };
    try {
      await provider.check();
      return { state: 'ok', what: `Newsletter: ${provider.name}, which takes the key` };
    } catch (error) {
      return {
        state: 'warn',
        what: `Newsletter: ${error instanceof Error ? error.message : String(error)}`,
        remedy: 'Check NEWSLETTER_PROVIDER and NEWSLETTER_API_KEY. Addresses wait until the service takes them.',
      };
    }
  } finally {
    await outbound.close();
  }
}
