import type { Outbound } from '../../outbound.ts';
import { createButtondown } from './buttondown.ts';
import { createKit } from './kit.ts';
import { createMailchimp } from './mailchimp.ts';
import type { NewsletterProvider, NewsletterSettings } from './newsletter-provider.ts';

/** Creates the client of the service that sends newsletters; null if none is configured: then the list is stored only here. */
export function createNewsletterProvider({ provider, apiKey }: NewsletterSettings, outbound: Outbound): NewsletterProvider | null {
  if (provider === 'none' || apiKey === null) return null;
  if (provider === 'kit') return createKit(outbound, apiKey);
  return provider === 'mailchimp' ? createMailchimp(outbound, apiKey) : createButtondown(outbound, apiKey);
}
