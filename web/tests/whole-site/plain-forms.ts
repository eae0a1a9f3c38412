import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WholeSite } from './start-whole-site.ts';

/** Tests account forms that the browser sends itself: before hydration, or without JavaScript. */
export function testPlainForms(site: () => WholeSite): void {
  const ownSubnet = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(site().origin + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: site().origin, ...ownSubnet(), ...headers },
      redirect: 'manual',
    });
  const wrong = 'not the password';

  test('sign in and return to the previous page; the session is in the cookie @AUTH-01', async () => {
    const { email, password, username } = site().person('learner');
    const answer = await post('/sign-in?returnTo=%2Fclips%3Ft%3D4', { email, password });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/clips?t=4']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    expect(await (await site().get('/account', { cookie })).text()).toContain(username);
    const evil = await post('/sign-in?returnTo=%2F%2Fevil.example', { email, password });
    expect([evil.status, evil.headers.get('location')]).toEqual([303, '/']);
  });

  test('start signing in with GitHub, through the page that answers @AUTH-01', async () => {
    expect(await (await site().get('/sign-in')).text()).toMatch(/<button[^>]* type="submit"[^>]*>Continue with GitHub/);
    const answer = await post('/sign-in?returnTo=%2Fclips', { email: '', password: '', method: 'github' });
    expect(answer.status).toBe(200);
    // The state that GitHub returns belongs to this browser.
    expect(answer.headers.getSetCookie().join()).toContain('state');
    const html = (await answer.text()).replaceAll('&amp;', '&');
    const [, url = ''] = /<a [^>]*href="(https:\/\/github\.example\/[^"]+)"[^>]*>Continue to GitHub/.exec(html) ?? [];
    expect(new URL(url).searchParams.get('redirect_uri')).toMatch(new RegExp(`^${site().origin}/api/auth/`));
    expect(html).toContain(`content="0;url=${url}"`);
    expect((await post('/sign-in', { method: 'github' }, { origin: 'https://evil.example' })).status).toBe(403);
  });

  test('report mistakes next to the field and return the email, but never a password @AUTH-01', async () => {
    const { email } = site().person('learner');
    const answer = await post('/sign-in?returnTo=%2Fclips', { email, password: wrong });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(html).toMatch(/role="alert"/);
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain(wrong);
    expect(html).toContain('action="/sign-in?returnTo=%2Fclips"');
  });

  test('create an account and request a link or a new password, as the scripts do @AUTH-01', async () => {
    const email = `plain-${randomBytes(4).toString('hex')}@example.com`;
    const short = await post('/sign-up', { name: 'Plain', email, password: 'short' });
    const refused = await short.text();
    expect(short.status).toBe(400);
    expect(refused).toContain('value="Plain"');
    expect(refused).toContain('Use 10 characters or more.');
    const response = await post('/sign-up?returnTo=%2Fclips', { name: 'Plain', email, password: 'a password of ten' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(email);
    expect(await site().asOwner(`select count(*)::int as n from auth."user" where email = '${email}'`)).toEqual([{ n: 1 }]);
    for (const [path, fields] of [
      ['/sign-in', { email, method: 'link' }],
      ['/reset-password', { email }],
    ] as const) {
      const answer = await post(path, fields);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).toContain('Check your email');
    }
    const stale = await post('/reset-password?token=none', { password: 'another password of ten' });
    expect(stale.status).toBe(400);
    expect(await stale.text()).toContain('This link has been used or has expired.');
  });

  test('have no other URL spelling, and pages of one user are compressed', async () => {
    for (const [path, to] of [
      ['/courses//', '/courses'],
      ['/account/', '/account'],
      ['//studio?q=1', '/studio?q=1'],
    ] as const) {
      const answer = await fetch(site().origin + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')], path).toEqual([301, to]);
    }
    expect((await site().get('/.well-known/change-password')).headers.get('location')).toBe('/account#password');
    const security = await site().get('/.well-known/security.txt');
    expect(security.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await security.text()).toMatch(/^Contact: .*\nExpires: \d{4}-/);
    expect((await site().get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(404);
    const { email, password } = site().person('learner');
    const cookie = (await post('/sign-in', { email, password })).headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await site().get('/library', { cookie, 'accept-encoding': encoding });
      expect(answer.headers.get('content-encoding'), encoding).toBe(encoding === 'identity' ? null : encoding);
      expect(await answer.text()).toContain('</html>');
    }
  });

  test('are refused from another site, and share the limits of requests from scripts @AUTH-01', async () => {
    const { email, password } = site().person('author');
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await post('/sign-in', { email, password }, headers)).status, JSON.stringify(headers)).toBe(403);
    const network = ownSubnet();
    const byScript = () =>
      fetch(`${site().origin}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: site().origin, ...network },
        body: JSON.stringify({ email: 'nobody@example.com', password: wrong }),
      });
    let tries = 0;
    while ((await byScript()).status !== 429) if ((tries += 1) > 200) throw new Error('Expected a limit on tries to sign in, met none');
    const limited = await post('/sign-in', { email: 'nobody@example.com', password: wrong }, network);
    expect(limited.status).toBe(400);
    expect(await limited.text()).toContain('Too many attempts.');
    // The control: another subnet.
    expect((await post('/sign-in', { email, password })).status).toBe(303);
  });
}
