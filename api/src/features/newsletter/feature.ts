import type { Feature } from '../../feature.ts';
import { NewsletterPlugin } from './newsletter-plugin.ts';

/** The newsletter: signing up, unsubscribing, and copying the list to the service that sends it. */
export const newsletter: Feature = {
  name: 'newsletter',
  plugins: [NewsletterPlugin],
  start: async (ground) => (await import('./start-newsletter.ts')).startNewsletter(ground),
};
