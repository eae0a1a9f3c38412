import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTestAuthority } from '@newline/db/test-certificates';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { checkMail } from '../../src/doctor/check-mail.ts';

const { certificate, key } = createTestAuthority('Test Authority').issue('localhost');
/** Accepts the certificate of the test, which no public authority signed. */
const trusting = '?tls.rejectUnauthorized=false';

/** Starts a mail server that knows one user, and returns its port. It fails if it gets an email. */
async function startMailServer(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    key,
    cert: certificate,
    logger: false,
    onAuth: ({ username, password }, _session, answer) =>
      username === 'sender@example.com' && password === 'p:ss/word'
        ? answer(null, { user: username })
        : answer(new Error('535 Authentication failed')),
    onData: (_stream, _session, answer) => answer(new Error('expected no email')),
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.server.address() as AddressInfo).port;
}

const check = (smtpUrl: string | null, isProduction = true) => checkMail({ smtpUrl, isProduction });
const user = 'sender%40example.com:p%3Ass%2Fword@';

test('a server with STARTTLS accepts the user of SMTP_URL, encrypted', async () => {
  const port = await startMailServer();
  expect(await check(`smtp://${user}localhost:${port}${trusting}`)).toEqual({
    state: 'ok',
    what: `Mail server localhost:${port} accepts the user in SMTP_URL, encrypted`,
  });
});

test('a server with encryption from the start accepts the user', async () => {
  const port = await startMailServer({ secure: true });
  expect(await check(`smtps://${user}localhost:${port}${trusting}`)).toMatchObject({
    state: 'ok',
    what: expect.stringMatching(/, encrypted$/) as string,
  });
});

test('a wrong password is a problem, with the reply of the server', async () => {
  const port = await startMailServer();
  const finding = await check(`smtp://sender%40example.com:wrong@localhost:${port}${trusting}`);
  expect(finding).toMatchObject({ state: 'fail', what: expect.stringContaining('refuses the user in SMTP_URL') as string });
  expect(finding.what).toContain('Authentication failed');
  expect(finding.remedy).toContain('@ is %40');
  expect(JSON.stringify(finding)).not.toContain('wrong');
});

test('a user for a server that offers no sign-in is a problem', async () => {
  const port = await startMailServer({ disabledCommands: ['AUTH'] });
  expect(await check(`smtp://${user}localhost:${port}${trusting}`)).toMatchObject({
    state: 'fail',
    what: expect.stringContaining('refuses the user') as string,
  });
});

test('a certificate that is not trusted is a problem', async () => {
  const port = await startMailServer();
  expect(await check(`smtp://${user}localhost:${port}`)).toMatchObject({
    state: 'fail',
    what: expect.stringContaining('has no valid certificate') as string,
    remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
  });
});

test('a server without encryption is fine on this machine, and a warning elsewhere', async () => {
  const port = await startMailServer({ disabledCommands: ['STARTTLS'], authOptional: true });
  expect(await check(`smtp://localhost:${port}`)).toEqual({
    state: 'ok',
    what: `Mail server localhost:${port} accepts a connection without a user`,
  });
  // Another name of this machine, as a mail server on another one has.
  expect(await check(`smtp://0.0.0.0:${port}`)).toMatchObject({
    state: 'warn',
    what: expect.stringMatching(/without a user, but without encryption$/) as string,
    remedy: expect.stringContaining('smtps://') as string,
  });
});

test('no server, and another service, are problems', async () => {
  expect(await check('smtp://127.0.0.1:9')).toMatchObject({
    state: 'fail',
    what: expect.stringMatching(/^Cannot use mail server 127\.0\.0\.1:9: .*ECONNREFUSED/) as string,
    remedy: expect.stringContaining('firewall') as string,
  });
});

test('without SMTP_URL, a site that others reach has a problem', async () => {
  expect(await check(null)).toMatchObject({ state: 'fail', what: 'SMTP_URL is not set' });
  expect(await check(null, false)).toMatchObject({ state: 'warn' });
});
