import type { Env } from '@newline/api/env';
import { verifyMailServer } from '@newline/api/features/mail/verify-mail-server';
import type { Finding } from './finding.ts';

const patienceMs = 10_000;

/** Checks whether emails can be sent: connects to the mail server like the site, with its certificate, STARTTLS and the sign-in, and sends nothing. */
export async function checkMail({ smtpUrl, isProduction }: Pick<Env, 'smtpUrl' | 'isProduction'>): Promise<Finding> {
  if (smtpUrl === null) {
    return isProduction
      ? {
          state: 'fail',
          what: 'SMTP_URL is not set',
          remedy: 'Without it, nobody can confirm an email address. Set SMTP_URL to your mail server.',
        }
      : { state: 'warn', what: 'SMTP_URL is not set', remedy: 'Emails go to the page /dev/mailbox. Set SMTP_URL to send them.' };
  }
  const { hostname, port, protocol } = new URL(smtpUrl);
  const where = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  try {
    const { isEncrypted, isSignedIn } = await verifyMailServer(smtpUrl, patienceMs);
    const what = `Mail server ${where} accepts ${isSignedIn ? 'the user in SMTP_URL' : 'a connection without a user'}`;
    if (isEncrypted) return { state: 'ok', what: `${what}, encrypted` };
    if (isLoopback(hostname)) return { state: 'ok', what };
    return {
      state: 'warn',
      what: `${what}, but without encryption`,
      remedy: `Others on the way can read emails${isSignedIn ? ' and the password' : ''}. Use smtps:// with port 465, or turn STARTTLS on in the mail server.`,
    };
  } catch (error) {
    return { state: 'fail', ...failureOf(error, where) };
  }
}

/** Returns what failed, and how to fix it. */
function failureOf(error: unknown, where: string): { what: string; remedy: string } {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = message.split('\n', 1)[0] ?? code;
  if (code === 'EAUTH')
    return {
      what: `Mail server ${where} refuses the user in SMTP_URL: ${reason}`,
      remedy: 'Check the user and the password in SMTP_URL. Characters such as @, : and / must be encoded there: @ is %40.',
    };
  if (code === 'ETLS' || /certificate|altname|self.signed|ssl|tls/i.test(reason))
    return {
      what: `Mail server ${where} has no valid certificate: ${reason}`,
      remedy:
        'Use the host name of its certificate in SMTP_URL. If your own authority signed it, set NODE_EXTRA_CA_CERTS to a file with its certificate.',
    };
  return {
    what: `Cannot use mail server ${where}: ${reason}`,
    remedy: 'Check the host and the port in SMTP_URL, and that a firewall does not block that port. Port 465 needs smtps://.',
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
