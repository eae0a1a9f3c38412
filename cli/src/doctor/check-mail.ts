import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Env } from '@newline/api/env';
import type { Finding } from './finding.ts';

const patienceMs = 5000;

/** Checks whether emails can be sent. Reads only the server's greeting and sends nothing. */
export async function checkMail({ smtpUrl, isProduction }: Env): Promise<Finding> {
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
  const isTls = protocol === 'smtps:';
  const where = `${hostname}:${port || (isTls ? 465 : 587)}`;
  try {
    const greeting = await readGreeting({ hostname, port: Number(port) || (isTls ? 465 : 587), isTls });
    if (greeting.startsWith('220')) return { state: 'ok', what: `Mail server ${where} responds` };
    return { state: 'fail', what: `Mail server ${where} replied "${greeting}"`, remedy: 'Check the host and the port in SMTP_URL.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      state: 'fail',
      what: `Cannot reach mail server ${where}: ${reason}`,
      remedy: 'Check SMTP_URL, and that a firewall does not block that port.',
    };
  }
}

function readGreeting(server: { hostname: string; port: number; isTls: boolean }): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: server.hostname, port: server.port };
    const socket: Socket = server.isTls ? connectTls({ ...options, servername: server.hostname }) : connectPlain(options);
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`no reply within ${patienceMs / 1000} s`)));
    socket.once('error', reject);
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n', 1)[0] ?? '');
      socket.end('QUIT\r\n');
    });
  });
}
