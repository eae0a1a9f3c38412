import { z } from 'zod';

/** Every mail this site sends. `to` is the address; `url` the one thing to do, an address of this site. */
export const mailSchema = z.discriminatedUnion('kind', [
  /** Ends signing up: the link verifies the address and signs in. */
  z.object({ kind: z.literal('verify-address'), to: z.string(), url: z.string() }),
  /** Somebody signed up with an address that has an account. */
  z.object({ kind: z.literal('already-registered'), to: z.string(), url: z.string() }),
  /** Signs in without a password. */
  z.object({ kind: z.literal('sign-in-link'), to: z.string(), url: z.string() }),
  /** Leads to the page on which an address is confirmed for the newsletter; `leaveUrl` to the one that ends it all. */
  z.object({ kind: z.literal('confirm-newsletter'), to: z.string(), url: z.string(), leaveUrl: z.string() }),
  /** Goes to the current address of an account: leads to the page on which its change to `newEmail` is allowed. */
  z.object({ kind: z.literal('allow-email-change'), to: z.string(), url: z.string(), newEmail: z.string() }),
  /** Goes to the new address of an account: leads to the page on which it is confirmed. */
  z.object({ kind: z.literal('confirm-new-email'), to: z.string(), url: z.string() }),
  /** Goes to an address that another account would like to change to, and that has an account. */
  z.object({ kind: z.literal('email-in-use'), to: z.string(), url: z.string() }),
  /** Says that two-step sign-in was turned on or off; leads to the page where that is. */
  z.object({ kind: z.literal('two-step-changed'), to: z.string(), url: z.string(), isOn: z.boolean() }),
  /** Leads to the page on which a new password is chosen. */
  z.object({ kind: z.literal('reset-password'), to: z.string(), url: z.string() }),
  /** Leads to the page on which a seat in a team is taken. */
  z.object({ kind: z.literal('team-invitation'), to: z.string(), url: z.string(), teamName: z.string(), inviter: z.string() }),
]);

/** A mail to be sent: what it says and to whom. */
export type Mail = z.infer<typeof mailSchema>;

/** Takes a mail over. When it resolves the mail is stored and is sent later, also after a crash. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A mail written out. */
export type RenderedMail = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Sends a mail now, once for each key; rejects when it could not be handed over. The key stays the same from try to try and is the first
 * part of the Message-ID, so it consists of letters, digits and hyphens.
 */
export type Deliver = (mail: RenderedMail, key: string) => Promise<void>;
