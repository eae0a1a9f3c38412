import { createHash } from 'node:crypto';
import type { Outbound } from '../../outbound.ts';
import { createAskService } from './ask-service.ts';
import { type NewsletterProvider, NewsletterServiceError } from './newsletter-provider.ts';

/** Mailchimp (mailchimp.com/developer, version 3.0). The list is an audience; the key ends with the place of the account: `-us21`. */
export function createMailchimp(outbound: Outbound, apiKey: string): NewsletterProvider {
  const place = /-([a-z]{2,4}\d{1,3})$/u.exec(apiKey)?.[1];
  if (place === undefined)
    throw new NewsletterServiceError('Mailchimp: expected a key that ends with the account’s data center, such as -us21.', null);
  const ask = createAskService({
    name: 'Mailchimp',
    origin: `https://${place}.api.mailchimp.com`,
    outbound,
    authorization: `Basic ${Buffer.from(`newline:${apiKey}`).toString('base64')}`,
  });
  const memberPath = (listId: string, email: string) =>
    `/3.0/lists/${encodeURIComponent(listId)}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`;
  return {
    name: 'Mailchimp',
    async put({ email, firstName, listId, tags }) {
      const path = memberPath(listId, email);
      await ask('PUT', path, {
        email_address: email,
        status_if_new: 'subscribed',
        status: 'subscribed',
        ...(firstName !== null && { merge_fields: { FNAME: firstName } }),
      });
      await ask('POST', `${path}/tags`, { tags: tags.map((name) => ({ name, status: 'active' })) });
    },
    async remove({ email, listId }) {
      await ask('PATCH', memberPath(listId, email), { status: 'unsubscribed' }, { alright: [404] });
    },
    async check() {
      await ask('GET', '/3.0/ping');
    },
  };
}
