import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import { createServiceClient } from './service-client.ts';
import type { NewsletterProvider } from './newsletter-provider.ts';

const subscriberSchema = z.object({ subscriber: z.object({ id: z.number() }) });
const subscribersSchema = z.object({ subscribers: z.array(z.object({ id: z.number() })) });
const tagSchema = z.object({ tag: z.object({ id: z.number() }) });

/** Kit (developers.kit.com, version 4). The list id is the number of a form; missing tags are created. */
export function createKit(outbound: Outbound, apiKey: string): NewsletterProvider {
  const request = createServiceClient({ name: 'Kit', origin: 'https://api.kit.com', outbound, headers: { 'x-kit-api-key': apiKey } });
  return {
    name: 'Kit',
    async put({ email, firstName, listId, tags }) {
      // Creating an existing subscriber updates them.
      const { subscriber } = subscriberSchema.parse(
        await request('POST', '/v4/subscribers', { email_address: email, first_name: firstName, state: 'active' }),
      );
      if (/^\d+$/u.test(listId)) await request('POST', `/v4/forms/${listId}/subscribers/${subscriber.id}`, {});
      for (const name of tags) {
        const { tag } = tagSchema.parse(await request('POST', '/v4/tags', { name }));
        await request('POST', `/v4/tags/${tag.id}/subscribers/${subscriber.id}`, {});
      }
    },
    async remove({ email }) {
      const response = await request('GET', `/v4/subscribers?email_address=${encodeURIComponent(email)}`);
      const [existing] = subscribersSchema.parse(response).subscribers;
      if (existing) await request('POST', `/v4/subscribers/${existing.id}/unsubscribe`, {});
    },
    async check() {
      await request('GET', '/v4/account');
    },
  };
}
