import { createTransport } from 'nodemailer';

/** What a mail server supports: whether emails are sent to it encrypted, and whether the URL has a user, which it accepted. */
export type MailServerReply = { readonly isEncrypted: boolean; readonly isSignedIn: boolean };

/**
 * Connects to a mail server as sending does: with its certificate, STARTTLS and the sign-in. Sends nothing.
 *
 * @param smtpUrl `smtp://user:password@host:port`
 * @throws with nodemailer's codes: ETLS, EAUTH, ECONNECTION, ETIMEDOUT, EDNS, ESOCKET
 */
export async function verifyMailServer(smtpUrl: string, patienceMs: number): Promise<MailServerReply> {
  const { protocol, username } = new URL(smtpUrl);
  const verify = async (requireTLS: boolean) => {
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      requireTLS,
      // Otherwise the user of the URL would be ignored by a server that offers no sign-in.
      forceAuth: username !== '',
    } as Parameters<typeof createTransport>[0]);
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  };
  await verify(false);
  const isEncrypted =
    protocol === 'smtps:' ||
    (await verify(true).then(
      () => true,
      () => false,
    ));
  return { isEncrypted, isSignedIn: username !== '' };
}
