import { createHash } from 'node:crypto';
import type { Outbound } from '../../outbound.ts';
import { createServiceClient } from './service-client.ts';
import { type NewsletterProvider, NewsletterServiceError } from './newsletter-provider.ts';

/**
 * Mailchimp (mailchimp.com/developer, version 3.0). The list is an audience; the key ends with the account's data center, such as `-us21`.
 */
export function createMailchimp(outbound: Outbound, apiKey: string): NewsletterProvider {
  const dataCenter = /-([a-z]{2,4}\d{1,3})$/u.exec(apiKey)?.[1];
  if (dataCenter === undefined)
    throw new NewsletterServiceError('Mailchimp: expected a key that ends with the account’s data center, such as -us21.', null);
  const request = createServiceClient({
    name: 'Mailchimp',
    origin: `https://${dataCenter}.api.mailchimp.com`,
    outbound,
    authorization: `Basic ${Buffer.from(`newline:${apiKey}`).toString('base64')}`,
  });
  const memberPath = (listId: string, email: string) =>
    `/3.0/lists/${encodeURIComponent(listId)}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`;
  return {
    name: 'Mailchimp',
    async put({ email, firstName, listId, tags }) {
      const path = memberPath(listId, email);
      await request('PUT', path, {
        email_address: email,
        status_if_new: 'subscribed',
        status: 'subscribed',
        ...(firstName !== null && { merge_fields: { FNAME: firstName } }),
      });
      await request('POST', `${path}/tags`, { tags: tags.map((name) => ({ name, status: 'active' })) });
    },
    async remove({ email, listId }) {
      await request('PATCH', memberPath(listId, email), { status: 'unsubscribed' }, { acceptedStatuses: [404] });
    },
    async check() {
      await request('GET', '/3.0/ping');
    },
  };
}
