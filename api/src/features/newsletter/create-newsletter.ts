import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { codedError } from '../../errors/error-codes.ts';
import type { RateLimit } from '../../rate-limits.ts';
import { faultOfEmail, keeps } from '../../rules/account.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import type { SendMail } from '../../mail.ts';
import type { LeaveLinks } from './leave-links.ts';

/** What somebody writes into the form. */
export type NewsletterInput = { readonly email: string; readonly firstName: string | null };

/** Takes addresses for the newsletter. */
export type Newsletter = {
  /**
   * Takes an address down and sends it a link. The answer is the same for one that is on the list already.
   *
   * @param network where the wish comes from, for the limit; null within the process
   * @throws BAD_INPUT with the field, TOO_MANY
   */
  subscribe(input: NewsletterInput, subnet: string | null): Promise<void>;
};

/** The tags of everybody who signs up on the home page. */
const homePageTags = ['subscriber', 'homepage-subscriber'];

const inputSchema = z.object({
  email: z.string().trim().toLowerCase().superRefine(keeps(faultOfEmail)),
  firstName: z
    .string()
    .trim()
    .max(accountLimits.name, `A name has ${accountLimits.name} characters at most.`)
    .nullish()
    .transform((name) => (name ? name : null)),
});

type Options = {
  /** A pool of the login that may call ask_newsletter. */
  readonly pool: Pool;
  readonly sendMail: SendMail;
  /** Counts wishes by network. */
  readonly rateLimit: RateLimit;
  /** Emails by address, which those about an account count in too. */
  readonly mailRateLimit: RateLimit;
  readonly publicUrl: string;
  /** The list at the service that letters are sent by. */
  readonly listId: string;
  readonly leaveLinks: LeaveLinks;
};

/** Creates what takes addresses: a row first, then a mail with a link; only who follows it gets letters. */
export function createNewsletter({ pool, sendMail, rateLimit, mailRateLimit, publicUrl, listId, leaveLinks }: Options): Newsletter {
  /** Notes a wish; true when an email is due and its address still has its hourly share. Else the link that was sent before stays good. */
  async function ask(input: readonly unknown[], email: string): Promise<boolean> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ is_due: boolean }>('select app_private.ask_newsletter($1, $2, $3, $4, $5) as is_due', [
        ...input,
      ]);
      const isSent = rows[0]?.is_due === true && (await mailRateLimit.consume(email)) === null;
      await client.query(rows[0]?.is_due === true && !isSent ? 'rollback' : 'commit');
      client.release();
      return isSent;
    } catch (error) {
      // A broken connection is not used again.
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  return {
    async subscribe(input, subnet) {
      const read = inputSchema.safeParse(input);
      if (!read.success) {
        const issue = read.error.issues[0];
        const field = String(issue?.path[0] ?? 'email');
        throw codedError('NEWSLETTER_INPUT_INVALID', { fault: issue?.message ?? 'Enter your email address.' }, { field });
      }
      const { email, firstName } = read.data;
      const wait = await rateLimit.consume(subnet);
      if (wait !== null) throw codedError('NEWSLETTER_LIMIT_REACHED', {}, { retryAfterSeconds: wait });
      const token = randomBytes(24).toString('base64url');
      if (!(await ask([email, firstName, listId, homePageTags, createHash('sha256').update(token).digest()], email))) return;
      await sendMail({
        kind: 'confirm-newsletter',
        to: email,
        url: new URL(`/newsletter?token=${token}`, publicUrl).href,
        leaveUrl: new URL(leaveLinks.issue(email), publicUrl).href,
      });
    },
  };
}
