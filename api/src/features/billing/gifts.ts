import { createHash, randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Mail } from '../../mail.ts';
import type { Buyer } from './buyer.ts';
import { runAs } from './run-as.ts';

/** Whom a title is for. */
export type GiftInput = { readonly email: string; readonly name: string | null; readonly message: string | null };

/** The operations on gifts that were paid and not redeemed, for their givers. Errors are coded. */
export type GiftActions = {
  /** Emails a new link, to another address if there is one; links to the former address end. Returns the gift's id. */
  resendGift(giver: Buyer, giftId: string, email: string | null): Promise<string>;
  /** Returns a new link to a gift. Earlier links still work. */
  createGiftLink(giver: Buyer, giftId: string): Promise<string>;
};

type GiftText = { email: string; giver: string | null; recipientName: string | null; title: string; message: string | null };
const columns = 'email, giver, recipient_name as "recipientName", title, message';

/** Creates the operations on gifts. */
export function createGiftActions(pool: Pool, publicUrl: string): GiftActions {
  const addLink = (giver: Buyer, giftId: string, email: string | null, isSent: boolean) => {
    const { url, hash } = createLink(publicUrl);
    return runAs(pool, giver, async (client) => {
      const { rows } = await client.query<GiftText>(`select ${columns} from app_private.add_gift_link($1, $2, $3, $4)`, [
        giftId,
        hash,
        email,
        isSent,
      ]);
      if (isSent) for (const text of rows) await queueMail(client, text, url);
      return url;
    });
  };
  return {
    async resendGift(giver, giftId, email) {
      await addLink(giver, giftId, email, true);
      return giftId;
    },
    createGiftLink: (giver, giftId) => addLink(giver, giftId, null, false),
  };
}

/** Emails the link of a gift to its recipient once its checkout is paid, in the transaction of `client`. Does nothing for other checkouts. */
export async function mailPaidGift(client: Pick<PoolClient, 'query'>, checkoutId: string, publicUrl: string): Promise<void> {
  const { url, hash } = createLink(publicUrl);
  const { rows } = await client.query<GiftText>(`select ${columns} from app_private.send_paid_gift($1, $2)`, [checkoutId, hash]);
  for (const text of rows) await queueMail(client, text, url);
}

async function queueMail(
  client: Pick<PoolClient, 'query'>,
  { email, giver, recipientName, title, message }: GiftText,
  url: string,
): Promise<void> {
  const mail: Mail = { kind: 'gift', to: email, url, giver, recipientName, title, message };
  await client.query("select graphile_worker.add_job('send_mail', $1, max_attempts => 12)", [mail]);
}

/** Creates a link that redeems a gift. The database only gets the hash of its token. */
function createLink(publicUrl: string): { url: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { url: `${publicUrl}/checkout/gifts/${token}`, hash: createHash('sha256').update(token).digest() };
}
