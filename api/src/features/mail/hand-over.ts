import { createTransport } from 'nodemailer';
import type { Log } from '../../log.ts';
import type { RenderedMail } from '../../mail.ts';
import type { Mailbox } from './mailbox.ts';

/** Where emails go. */
export type MailServer = {
  /** Sender address of emails. */
  readonly from: string;
  /** `smtp://user:password@host:port`, or null. */
  readonly smtpUrl: string | null;
  /** Where emails go without an SMTP server; null in production, where they wait until there is one. */
  readonly mailbox: Mailbox | null;
  readonly publicUrl: string;
  readonly log: Log;
};

/** Hands an email over to the mail server; rejects if it wasn't accepted. */
export type HandOver = (mail: RenderedMail & { readonly messageId: string }) => Promise<void>;

/**
 * Creates the function that hands emails over, to the mail server or to the site's own mailbox.
 * @param replyTimeoutMs how long the mail server may take to reply
 */
export function createHandOver({ from, smtpUrl, mailbox, publicUrl, log }: MailServer, replyTimeoutMs: number): HandOver {
  if (smtpUrl !== null) {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: replyTimeoutMs });
    return async (mail) => {
      await transport.sendMail({ from, ...mail });
    };
  }
  if (mailbox === null) {
    return () => Promise.reject(new Error('SMTP_URL is not set: the mail waits in the queue. Set it and start again.'));
  }
  return async (mail) => {
    await mailbox.deliver(mail, from);
    log.info({ to: mail.to, subject: mail.subject }, `mail: read it at ${publicUrl}/dev/mailbox`);
  };
}
