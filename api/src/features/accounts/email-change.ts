import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { SendMail } from '../../mail.ts';

/** Where the links of a change of email address lead; the token is their parameter `token`. */
export const emailChangePath = '/api/email-change';

/** Which of the two mailboxes a link was sent to. */
export type Mailbox = 'old' | 'new';

/** The effect of a link for a change of email address, and its mailbox. */
export type EmailChangeState =
  | { readonly is: 'expired' }
  | { readonly is: 'open'; readonly mailbox: Mailbox; readonly newEmail: string }
  /** This mailbox has confirmed the change, and the other one has not. */
  | { readonly is: 'confirmed'; readonly mailbox: Mailbox; readonly newEmail: string }
  | { readonly is: 'changed'; readonly newEmail: string }
  | { readonly is: 'taken' };

type Row = { newEmail: string; mailbox: Mailbox; hasConfirmed: boolean; hasChanged: boolean };

/**
 * Changes of email address: each is confirmed at both email addresses, so that neither a stolen session nor a typo is enough to lose an
 * account.
 */
export type EmailChanges = {
  /**
   * Sends a link to both email addresses. The response is the same if the new one already has an account: its owner gets an email instead.
   */
  request(user: { readonly id: string; readonly email: string }, newEmail: string): Promise<void>;
  /** Cancels the pending change. */
  cancel(userId: string): Promise<void>;
  /** Returns the effect that the link with this token would have now. Changes nothing. */
  look(token: string): Promise<EmailChangeState>;
  /** Confirms the change from the mailbox that got this token, and makes it when both have confirmed. */
  confirm(token: string): Promise<EmailChangeState>;
};

/** Creates the changes of email addresses. `pool` is one of the login newline_auth. */
export function createEmailChanges(settings: {
  readonly pool: Pool;
  readonly sendMail: SendMail;
  readonly publicUrl: string;
}): EmailChanges {
  const { pool, sendMail, publicUrl } = settings;
  const linkOf = (token: string) => `${publicUrl}${emailChangePath}?token=${token}`;

  async function look(token: string): Promise<EmailChangeState> {
    const { rows } = await pool.query<Row>(
      `select new_email as "newEmail", changed_at is not null as "hasChanged",
         case when old_token_hash = $1 then 'old' else 'new' end as "mailbox",
         case when old_token_hash = $1 then old_confirmed_at else new_confirmed_at end is not null as "hasConfirmed"
       from auth.email_changes where $1 in (old_token_hash, new_token_hash) and requested_at > now() - interval '24 hours'`,
      [hashOf(token)],
    );
    const [row] = rows;
    if (!row) return { is: 'expired' };
    const { mailbox, newEmail } = row;
    if (row.hasChanged) return { is: 'changed', newEmail };
    return { is: row.hasConfirmed ? 'confirmed' : 'open', mailbox, newEmail };
  }

  return {
    async request({ id, email }, newEmail) {
      const [oldToken, newToken] = [createToken(), createToken()];
      const { rows } = await pool.query<{ isTaken: boolean }>(
        `insert into auth.email_changes as c (user_id, new_email, old_token_hash, new_token_hash) values ($1, $2, $3, $4)
         on conflict (user_id) do update set new_email = excluded.new_email, old_token_hash = excluded.old_token_hash,
           new_token_hash = excluded.new_token_hash, requested_at = now(), old_confirmed_at = null, new_confirmed_at = null, changed_at = null
         returning exists (select from auth."user" u where u."email" = c.new_email) as "isTaken"`,
        [id, newEmail, hashOf(oldToken), hashOf(newToken)],
      );
      await sendMail({ kind: 'allow-email-change', to: email, url: linkOf(oldToken), newEmail });
      await sendMail(
        rows[0]?.isTaken === true
          ? { kind: 'email-in-use', to: newEmail, url: `${publicUrl}/sign-in` }
          : { kind: 'confirm-new-email', to: newEmail, url: linkOf(newToken) },
      );
    },
    async cancel(userId) {
      await pool.query('delete from auth.email_changes where user_id = $1 and changed_at is null', [userId]);
    },
    look,
    async confirm(token) {
      const { rows } = await pool.query<{ outcome: string }>('select auth.confirm_email_change($1) as outcome', [hashOf(token)]);
      return rows[0]?.outcome === 'taken' ? { is: 'taken' } : look(token);
    },
  };
}

function createToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
