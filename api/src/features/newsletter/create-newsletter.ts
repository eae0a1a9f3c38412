import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { codedError } from '../../graphql/error-codes.ts';
import type { Budget } from '../../budgets.ts';
import { faultOfEmail, keeps, maxNameLength } from '../../rules/account.ts';
import type { SendMail } from '../mail/mail.ts';
import type { LeaveLinks } from './leave-links.ts';

/** What somebody writes into the form. */
export type NewsletterWish = { readonly email: string; readonly firstName: string | null };

/** Takes addresses for the newsletter. */
export type Newsletter = {
  /**
   * Takes an address down and sends it a link. The answer is the same for one that is on the list already.
   *
   * @param network where the wish comes from, for the limit; null within the process
   * @throws BAD_INPUT with the field, TOO_MANY
   */
  subscribe(wish: NewsletterWish, network: string | null): Promise<void>;
};

/** The tags of everybody who signs up on the home page. */
const homePageTags = ['subscriber', 'homepage-subscriber'];

const wishSchema = z.object({
  email: z.string().trim().toLowerCase().superRefine(keeps(faultOfEmail)),
  firstName: z
    .string()
    .trim()
    .max(maxNameLength, `A name has ${maxNameLength} characters at most.`)
    .nullish()
    .transform((name) => (name ? name : null)),
});

type Options = {
  /** A pool of the login that may call ask_newsletter. */
  readonly pool: Pool;
  readonly sendMail: SendMail;
  /** Counts wishes by network. */
  readonly budget: Budget;
  readonly publicUrl: string;
  /** The list at the service that letters are sent by. */
  readonly listId: string;
  readonly leaveLinks: LeaveLinks;
};

/** Creates what takes addresses: a row first, then a mail with a link; only who follows it gets letters. */
export function createNewsletter({ pool, sendMail, budget, publicUrl, listId, leaveLinks }: Options): Newsletter {
  return {
    async subscribe(wish, network) {
      const read = wishSchema.safeParse(wish);
      if (!read.success) {
        const issue = read.error.issues[0];
        throw codedError('BAD_INPUT', issue?.message ?? 'Write your address.', { field: String(issue?.path[0] ?? 'email') });
      }
      const { email, firstName } = read.data;
      const wait = await budget.consume(network);
      if (wait !== null)
        throw codedError('TOO_MANY', 'Many signed up from here just now. Try again in an hour.', { retryAfterSeconds: wait });
      const token = randomBytes(24).toString('base64url');
      const { rows } = await pool.query<{ is_due: boolean }>('select app_private.ask_newsletter($1, $2, $3, $4, $5) as is_due', [
        email,
        firstName,
        listId,
        homePageTags,
        createHash('sha256').update(token).digest(),
      ]);
      if (rows[0]?.is_due !== true) return;
      await sendMail({
        kind: 'confirm-newsletter',
        to: email,
        url: new URL(`/newsletter?token=${token}`, publicUrl).href,
        leaveUrl: new URL(leaveLinks.issue(email), publicUrl).href,
      });
    },
  };
}
