import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import { createServiceClient } from './service-client.ts';
import type { NewsletterProvider } from './newsletter-provider.ts';

const subscriberSchema = z.object({ type: z.string() });

/** Buttondown (docs.buttondown.com, version 1). An account is one list; the name of our list is stored as metadata. */
export function createButtondown(outbound: Outbound, apiKey: string): NewsletterProvider {
  const request = createServiceClient({
    name: 'Buttondown',
    origin: 'https://api.buttondown.com',
    outbound,
    authorization: `Token ${apiKey}`,
  });
  const pathOf = (email: string) => `/v1/subscribers/${encodeURIComponent(email)}`;
  return {
    name: 'Buttondown',
    async put({ email, firstName, listId, tags }) {
      const metadata = { list_id: listId, ...(firstName !== null && { first_name: firstName }) };
      // `regular` skips Buttondown's confirmation: the email address was confirmed here.
      const subscriber = await request(
        'POST',
        '/v1/subscribers',
        { email_address: email, type: 'regular', tags, metadata },
        { headers: { 'x-buttondown-collision-behavior': 'add' } },
      );
      // The subscriber had unsubscribed and comes back.
      if (subscriberSchema.parse(subscriber).type === 'unsubscribed') await request('PATCH', pathOf(email), { type: 'regular' });
    },
    async remove({ email }) {
      await request('PATCH', pathOf(email), { type: 'unsubscribed' }, { acceptedStatuses: [404] });
    },
    async check() {
      await request('GET', '/v1/ping');
    },
  };
}
