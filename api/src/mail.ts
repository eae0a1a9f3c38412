import { z } from 'zod';

/** All emails that this site sends. `to` is the email address; `url` is the link of the email's action, on this site. */
export const mailSchema = z.discriminatedUnion('kind', [
  /** Completes a sign-up: the link verifies the email address and signs in. */
  z.object({ kind: z.literal('verify-address'), to: z.string(), url: z.string() }),
  /** Someone signed up with an email address that already has an account. */
  z.object({ kind: z.literal('already-registered'), to: z.string(), url: z.string() }),
  /** Signs in without a password. */
  z.object({ kind: z.literal('sign-in-link'), to: z.string(), url: z.string() }),
  /** Links to the page that confirms a newsletter subscription; `leaveUrl` unsubscribes. */
  z.object({ kind: z.literal('confirm-newsletter'), to: z.string(), url: z.string(), leaveUrl: z.string() }),
  /** Goes to the current address of an account: leads to the page on which its change to `newEmail` is allowed. */
  z.object({ kind: z.literal('allow-email-change'), to: z.string(), url: z.string(), newEmail: z.string() }),
  /** Goes to the new address of an account: leads to the page on which it is confirmed. */
  z.object({ kind: z.literal('confirm-new-email'), to: z.string(), url: z.string() }),
  /** Goes to an address that another account would like to change to, and that has an account. */
  z.object({ kind: z.literal('email-in-use'), to: z.string(), url: z.string() }),
  /** Says that two-step sign-in was turned on or off; leads to the page where that is. */
  z.object({ kind: z.literal('two-step-changed'), to: z.string(), url: z.string(), isOn: z.boolean() }),
  /** Says that an access token was created, by its name; leads to the page that lists the tokens. */
  z.object({ kind: z.literal('access-token-created'), to: z.string(), url: z.string(), name: z.string() }),
  /** Says that the password was changed, and lists the access tokens that still work, by name. */
  z.object({ kind: z.literal('password-changed'), to: z.string(), url: z.string(), tokens: z.array(z.string()) }),
  /** Says that an administrator removed the second step and the passkeys of an account; leads to the page where they are. */
  z.object({ kind: z.literal('second-step-removed'), to: z.string(), url: z.string() }),
  /** Tells an administrator that a webhook endpoint was disabled because it keeps failing; leads to its page. */
  z.object({ kind: z.literal('webhook-disabled'), to: z.string(), url: z.string(), host: z.string() }),
  /** Leads to the page on which a new password is chosen. */
  z.object({ kind: z.literal('reset-password'), to: z.string(), url: z.string() }),
  /** Says that a payment of a subscription failed; leads to the page where the card can be updated. */
  z.object({
    kind: z.literal('payment-failed'),
    to: z.string(),
    url: z.string(),
    planName: z.string(),
    amountCents: z.number(),
    currency: z.string(),
    accessEndsAt: z.string(),
  }),
  /** Links to the page for accepting a seat in a team. */
  z.object({ kind: z.literal('team-invitation'), to: z.string(), url: z.string(), teamName: z.string(), inviter: z.string() }),
]);

/** An email to send: its content and recipient. */
export type Mail = z.infer<typeof mailSchema>;

/** Queues an email. Once it resolves, the email is stored and will be sent, even after a crash. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A rendered email. */
export type RenderedMail = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Sends an email now, once for each key; rejects if it couldn't be handed over. The key is the same for all tries and the first part of the
 * Message-ID, so it consists of letters, digits and hyphens.
 */
export type Deliver = (mail: RenderedMail, key: string) => Promise<void>;
