import type { Outbound } from '../../outbound.ts';
import { createButtondown } from './buttondown.ts';
import { createKit } from './kit.ts';
import { createMailchimp } from './mailchimp.ts';
import type { NewsletterProvider, NewsletterSettings } from './newsletter-provider.ts';

/** The service that sends letters; null where none is configured: then the list is kept here alone. */
export function createNewsletterProvider({ provider, apiKey }: NewsletterSettings, outbound: Outbound): NewsletterProvider | null {
  if (provider === 'none' || apiKey === null) return null;
  if (provider === 'kit') return createKit(outbound, apiKey);
  return provider === 'mailchimp' ? createMailchimp(outbound, apiKey) : createButtondown(outbound, apiKey);
}
