import { z } from 'zod';

/** Every mail this site sends. `to` is the address; `url` the one thing to do, an address of this site. */
export const mailSchema = z.discriminatedUnion('kind', [
  /** Ends signing up: the link verifies the address and signs in. */
  z.object({ kind: z.literal('verify-address'), to: z.string(), url: z.string() }),
  /** Somebody signed up with an address that has an account. */
  z.object({ kind: z.literal('already-registered'), to: z.string(), url: z.string() }),
  /** Signs in without a password. */
  z.object({ kind: z.literal('sign-in-link'), to: z.string(), url: z.string() }),
  /** Leads to the page on which a new password is chosen. */
  z.object({ kind: z.literal('reset-password'), to: z.string(), url: z.string() }),
]);

/** A mail to be sent: what it says and to whom. */
export type Mail = z.infer<typeof mailSchema>;

/** Takes a mail over. When it resolves the mail is stored and is sent later, also after a crash. */
export type SendMail = (mail: Mail) => Promise<void>;

/** A mail written out. */
export type RenderedMail = { readonly to: string; readonly subject: string; readonly html: string; readonly text: string };
