import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { password, readMail } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

describe('the built-in mailbox', () => {
  let site: TestApi;
  beforeAll(async () => {
    site = await startTestApi();
  });
  afterAll(() => site.stop());

  test('lists every email and shows each as HTML and as text @AUTH-01', async () => {
    const empty = await site.newBrowser().get('/dev/mailbox');
    expect(empty.text).toContain('No email yet.');
    await site.newBrowser().post('/api/auth/sign-in/magic-link', { email: 'reader@example.com', name: '<script>alert(1)</script>' });
    const mail = await readMail(site, 'reader@example.com', /sign-in link/);

    const list = await site.newBrowser().get('/dev/mailbox');
    expect(list.headers.get('content-type')).toMatch(/^text\/html/);
    expect(list.text).toContain(`<a href="/dev/mailbox/${mail.id}">Your sign-in link for newline</a>`);
    expect((await site.newBrowser().get('/dev/mailbox.json')).json()['messages']).toMatchObject([
      { to: 'reader@example.com', text: mail.text },
    ]);

    const page = await site.newBrowser().get(`/dev/mailbox/${mail.id}`);
    expect(page.text).toContain(`<iframe title="The email as HTML" sandbox="allow-top-navigation-by-user-activation"`);
    expect(page.text).toContain(`<a href="${mail.link.replaceAll('&', '&amp;')}">`);
    const response = await site.newBrowser().get(`/dev/mailbox/${mail.id}/html`);
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox allow-top-navigation-by-user-activation; default-src 'none'/);
    expect(response.text).toContain('<base target="_top">');
    expect(response.text).not.toContain('<script');
  });

  test('has no email by an unknown name, whatever the name is', async () => {
    for (const id of ['0', '..%2f..%2fetc', '%2e%2e', 'x'.repeat(300), '000-1-1'])
      expect((await site.newBrowser().get(`/dev/mailbox/${id}`)).status).toBe(404);
  });

  test('has emails that say what to do and when they expire, without exclamation marks', async () => {
    await site.newBrowser().post('/api/auth/sign-up/email', { email: 'voice@example.com', password, name: 'Voice', callbackURL: '/clips' });
    const mail = await readMail(site, 'voice@example.com', /Confirm your email address for newline/);
    expect(mail.text).toContain(mail.link);
    expect(mail.html).toContain('Confirm and sign in');
    expect(`${mail.subject} ${mail.text}`).not.toContain('!');
  });

  test('opens only under a name of this machine, so that no page elsewhere can point its own name here', async () => {
    const status = async (host: string, url = '/dev/mailbox.json') => (await site.app.inject({ url, headers: { host } })).statusCode;
    expect([await status('localhost:3000'), await status('127.0.0.1'), await status('[::1]:3000')]).toEqual([200, 200, 200]);
    expect([await status('evil.example'), await status('127.0.0.1.evil.example:3000'), await status('localhost@evil.example')]).toEqual([
      404, 404, 404,
    ]);
    expect([await status('evil.example', '/dev/mailbox'), await status('evil.example', '/dev/%6dailbox.json')]).toEqual([404, 404]);
  });

  test('opens only for connections from this machine, whatever name they use; so does the explorer', async () => {
    const status = async (url: string, remoteAddress: string, more: Record<string, string> = {}) =>
      (await site.app.inject({ url, remoteAddress, headers: { host: 'localhost', ...more } })).statusCode;
    for (const url of ['/dev/mailbox', '/dev/mailbox.json', '/dev/%6dailbox.json', '/dev/explorer', '/dev/explorer-files/ruru.js']) {
      for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) expect(await status(url, own), `${url} ${own}`).toBe(200);
      for (const other of ['192.168.1.7', '10.0.0.2', '::ffff:192.168.1.7', 'fe80::1', '2001:db8::1'])
        expect(await status(url, other), `${url} ${other}`).toBe(404);
      // A proxy on this machine connects from it on behalf of another client.
      for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'])
        expect(await status(url, '127.0.0.1', { [name]: '127.0.0.1' }), `${url} ${name}`).toBe(404);
    }
  });
});

describe('an SMTP server', () => {
  test('gets the email with both parts once it is available: nothing is lost until then @AUTH-01', async () => {
    const received: string[] = [];
    let isReady = false;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom(_address, _session, callback) {
        callback(isReady ? null : new Error('Not yet'));
      },
      onData(stream, _session, callback) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          received.push(text);
          callback();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const site = await startTestApi({ env: { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'newline <hello@example.com>' } });
    try {
      expect(site.api.mailbox).toBeNull();
      await site.newBrowser().post('/api/auth/sign-in/magic-link', { email: 'patient@example.com' });
      const attempts = () =>
        site.db.superuser.query<{ attempts: number }>('select attempts from graphile_worker.jobs').then(({ rows }) => rows[0]?.attempts);
      await vi.waitFor(async () => expect(await attempts()).toBe(1), { timeout: 10_000 });
      isReady = true;
      await site.db.superuser.query(`update graphile_worker._private_jobs set run_at = now()`);
      await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000 });
      const mail = await PostalMime.parse(received[0] ?? '');
      expect(mail).toMatchObject({
        from: { address: 'hello@example.com', name: 'newline' },
        to: [{ address: 'patient@example.com' }],
        subject: 'Your sign-in link for newline',
      });
      expect(mail.text).toContain('/api/auth/magic-link/verify?token=');
      expect(mail.html).toContain('Sign in');
    } finally {
      await site.stop();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
});
