import { z } from 'zod';
import type { Outbound } from '../../outbound.ts';
import { createAskService } from './ask-service.ts';
import type { NewsletterProvider } from './newsletter-provider.ts';

const subscriberSchema = z.object({ type: z.string() });

/** Buttondown (docs.buttondown.com, version 1). An account is one list: its name here is kept as metadata. */
export function createButtondown(outbound: Outbound, apiKey: string): NewsletterProvider {
  const ask = createAskService({ name: 'Buttondown', origin: 'https://api.buttondown.com', outbound, authorization: `Token ${apiKey}` });
  const pathOf = (email: string) => `/v1/subscribers/${encodeURIComponent(email)}`;
  return {
    name: 'Buttondown',
    async put({ email, firstName, listId, tags }) {
      const metadata = { list_id: listId, ...(firstName !== null && { first_name: firstName }) };
      // `regular` asks nobody again: the address was confirmed here.
      const put = await ask(
        'POST',
        '/v1/subscribers',
        { email_address: email, type: 'regular', tags, metadata },
        { headers: { 'x-buttondown-collision-behavior': 'add' } },
      );
      // Somebody who had left and comes back.
      if (subscriberSchema.parse(put).type === 'unsubscribed') await ask('PATCH', pathOf(email), { type: 'regular' });
    },
    async remove({ email }) {
      await ask('PATCH', pathOf(email), { type: 'unsubscribed' }, { alright: [404] });
    },
    async check() {
      await ask('GET', '/v1/ping');
    },
  };
}
