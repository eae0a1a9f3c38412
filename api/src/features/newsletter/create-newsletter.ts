import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import type { RateLimit } from '../../rate-limits.ts';
import { faultOfEmail } from '../../rules/account.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import type { SendMail } from '../../mail.ts';
import type { LeaveLinks } from './leave-links.ts';

/** Input of the newsletter form. */
export type NewsletterInput = { readonly email: string; readonly firstName: string | null };

/** Handles newsletter sign-ups. */
export type Newsletter = {
  /**
   * Stores an email address and sends it a confirmation link. Behaves the same for an address that is on the list already.
   * @param subnet the subnet of the request, for the rate limit; null within the process
   * @throws BAD_INPUT with the field, TOO_MANY
   */
  subscribe(input: NewsletterInput, subnet: string | null): Promise<void>;
};

/** Tags of everyone who signs up on the home page. */
const homePageTags = ['subscriber', 'homepage-subscriber'];

/** Returns the normalized input. @throws BAD_INPUT with the field */
function readInput({ email: typed, firstName: name }: NewsletterInput): NewsletterInput {
  const email = typed.trim().toLowerCase();
  if (faultOfEmail(email) !== null) throw codedError('NEWSLETTER_EMAIL_INVALID', {}, { field: 'email' });
  const firstName = name?.trim() ?? '';
  if (firstName.length > accountLimits.name)
    throw codedError('NEWSLETTER_NAME_TOO_LONG', { max: accountLimits.name }, { field: 'firstName' });
  return { email, firstName: firstName === '' ? null : firstName };
}

type Options = {
  /** A connection pool of the role that may call ask_newsletter. */
  readonly pool: Pool;
  readonly sendMail: SendMail;
  /** Limits sign-ups by subnet. */
  readonly rateLimit: RateLimit;
  /** Limits emails by email address; shared with emails about accounts. */
  readonly mailRateLimit: RateLimit;
  readonly publicUrl: string;
  /** ID of the list at the service that sends the newsletters. */
  readonly listId: string;
  readonly leaveLinks: LeaveLinks;
};

/** Creates the sign-up: stores a row, then sends an email with a link; only users who follow it get newsletters. */
export function createNewsletter({ pool, sendMail, rateLimit, mailRateLimit, publicUrl, listId, leaveLinks }: Options): Newsletter {
  /**
   * Stores a sign-up. Returns true if an email is due and its address is within its hourly limit; otherwise the link that was sent before
   * stays valid.
   */
  async function storeSignUp(input: readonly unknown[], email: string): Promise<boolean> {
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
      // A broken connection isn't reused.
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  return {
    async subscribe(input, subnet) {
      const { email, firstName } = readInput(input);
      const wait = await rateLimit.consume(subnet);
      if (wait !== null) throw codedError('NEWSLETTER_LIMIT_REACHED', {}, { retryAfterSeconds: wait });
      const token = randomBytes(24).toString('base64url');
      if (!(await storeSignUp([email, firstName, listId, homePageTags, createHash('sha256').update(token).digest()], email))) return;
      await sendMail({
        kind: 'confirm-newsletter',
        to: email,
        url: new URL(`/newsletter?token=${token}`, publicUrl).href,
        leaveUrl: new URL(leaveLinks.issue(email), publicUrl).href,
      });
    },
  };
}
