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
  /** Sent to the current email address of an account, with a link to the page for allowing the change to `newEmail`. */
  z.object({ kind: z.literal('allow-email-change'), to: z.string(), url: z.string(), newEmail: z.string() }),
  /** Sent to the new email address of an account, with a link to the page for confirming it. */
  z.object({ kind: z.literal('confirm-new-email'), to: z.string(), url: z.string() }),
  /** Sent to an email address that another account requested, if it already has an account. */
  z.object({ kind: z.literal('email-in-use'), to: z.string(), url: z.string() }),
  /** Reports that two-step sign-in was turned on or off, with a link to its page. */
  z.object({ kind: z.literal('two-step-changed'), to: z.string(), url: z.string(), isOn: z.boolean() }),
  /** Reports that an access token was created, with its name and a link to the list of tokens. */
  z.object({ kind: z.literal('access-token-created'), to: z.string(), url: z.string(), name: z.string() }),
  /** Reports that the password was changed, and lists the names of access tokens that still work. */
  z.object({ kind: z.literal('password-changed'), to: z.string(), url: z.string(), tokens: z.array(z.string()) }),
  /** Reports that an administrator removed the second step and the passkeys of an account, with a link to their page. */
  z.object({ kind: z.literal('second-step-removed'), to: z.string(), url: z.string() }),
  /** Tells an administrator that a webhook endpoint was disabled because it keeps failing; leads to its page. */
  z.object({ kind: z.literal('webhook-disabled'), to: z.string(), url: z.string(), host: z.string() }),
  /** Links to the page for choosing a new password. */
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
  /** Links to the page for redeeming a title that someone bought for the recipient. `giver` is null if their account was deleted. */
  z.object({
    kind: z.literal('gift'),
    to: z.string(),
    url: z.string(),
    giver: z.string().nullable(),
    recipientName: z.string().nullable(),
    title: z.string(),
    message: z.string().nullable(),
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
