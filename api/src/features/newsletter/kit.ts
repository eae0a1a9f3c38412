import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import { createAskService } from './ask-service.ts';
import type { NewsletterProvider } from './newsletter-provider.ts';

const subscriberSchema = z.object({ subscriber: z.object({ id: z.number() }) });
const subscribersSchema = z.object({ subscribers: z.array(z.object({ id: z.number() })) });
const tagSchema = z.object({ tag: z.object({ id: z.number() }) });

/** Kit (developers.kit.com, version 4). The list is a form's number; tags are made when they are not there. */
export function createKit(outbound: Outbound, apiKey: string): NewsletterProvider {
  const ask = createAskService({ name: 'Kit', origin: 'https://api.kit.com', outbound, headers: { 'x-kit-api-key': apiKey } });
  return {
    name: 'Kit',
    async put({ email, firstName, listId, tags }) {
      // Creating somebody who is there changes them.
      const { subscriber } = subscriberSchema.parse(
        await ask('POST', '/v4/subscribers', { email_address: email, first_name: firstName, state: 'active' }),
      );
      if (/^\d+$/u.test(listId)) await ask('POST', `/v4/forms/${listId}/subscribers/${subscriber.id}`, {});
      for (const name of tags) {
        const { tag } = tagSchema.parse(await ask('POST', '/v4/tags', { name }));
        await ask('POST', `/v4/tags/${tag.id}/subscribers/${subscriber.id}`, {});
      }
    },
    async remove({ email }) {
      const found = await ask('GET', `/v4/subscribers?email_address=${encodeURIComponent(email)}`);
      const [known] = subscribersSchema.parse(found).subscribers;
      if (known) await ask('POST', `/v4/subscribers/${known.id}/unsubscribe`, {});
    },
    async check() {
      await ask('GET', '/v4/account');
    },
  };
}
