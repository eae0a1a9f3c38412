import type { Feature } from '../../feature.ts';
import { NewsletterPlugin } from './newsletter-plugin.ts';

/** The newsletter: joining, leaving, and copies to the service that sends it. */
export const newsletter: Feature = {
  name: 'newsletter',
  plugins: [NewsletterPlugin],
  start: async (ground) => (await import('./start-newsletter.ts')).startNewsletter(ground),
};
