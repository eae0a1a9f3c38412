import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { password, readMail, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const sessionOf = async (browser: { get(path: string): Promise<{ json(): unknown }> }) =>
  (await browser.get('/api/auth/get-session')).json() as { user: { email: string } } | null;

describe('signing up', () => {
  test('shows "check your mail"; the link verifies the address, signs in and returns to the previous page @AUTH-01 @AUTH-02', async () => {
    const browser = site.newBrowser();
    const answer = await browser.post('/api/auth/sign-up/email', {
      email: 'Ada@Example.com',
      password,
      name: 'Ada Example',
      callbackURL: '/clips/7?from=3&commentText=a%20b',
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ status: 'CHECK_YOUR_MAIL', message: 'Check your email.' });
    expect(await sessionOf(browser)).toBeNull();

    const mail = await readMail(site, 'ada@example.com', /Confirm your email address/);
    expect(mail.text).toContain('The link expires in 24 hours.');
    const opened = await browser.press(mail.link);
    expect(opened.status).toBe(302);
    expect(opened.headers.get('location')).toBe('/clips/7?from=3&commentText=a+b');
    expect((await sessionOf(browser))?.user).toMatchObject({ email: 'ada@example.com', emailVerified: true });
    const viewer = await site.api.viewerOf({ cookie: browser.cookieHeader });
    expect(viewer).toMatchObject({ role: 'learner', email: 'ada@example.com' });
    const { rows } = await site.db.superuser.query('select username, name from app_public.users where id = $1', [viewer.userId]);
    expect(rows).toEqual([{ username: 'ada-example', name: 'Ada Example' }]);
  });

  test('a password doesn’t sign in before the address is verified, and the link is sent again @AUTH-01', async () => {
    const browser = site.newBrowser();
    await browser.post('/api/auth/sign-up/email', { email: 'early@example.com', password, name: 'Early', callbackURL: '/' });
    const answer = await browser.post('/api/auth/sign-in/email', { email: 'early@example.com', password });
    expect(answer.status).toBe(403);
    expect(answer.json().code).toBe('EMAIL_NOT_VERIFIED');
    expect(await sessionOf(browser)).toBeNull();
  });

  test('a short password is refused @AUTH-01', async () => {
    const answer = await site
      .newBrowser()
      .post('/api/auth/sign-up/email', { email: 'short@example.com', password: 'too short', name: 'Short' });
    expect(answer.status).toBe(400);
    expect(answer.json().code).toBe('PASSWORD_TOO_SHORT');
  });

  test('a link that is opened in another browser signs in but drops the password that was set at sign-up', async () => {
    const attacker = site.newBrowser();
    await attacker.post('/api/auth/sign-up/email', { email: 'victim@example.com', password: 'chosen by somebody else', name: 'Victim' });
    const { link } = await readMail(site, 'victim@example.com', /Confirm/);
    const victim = site.newBrowser();
    expect((await victim.press(link)).status).toBe(302);
    expect((await sessionOf(victim))?.user.email).toBe('victim@example.com');
    const answer = await attacker.post('/api/auth/sign-in/email', { email: 'victim@example.com', password: 'chosen by somebody else' });
    expect(answer.status).toBe(401);
  });

  test('signing up again with an unverified address invalidates the first password', async () => {
    const attacker = site.newBrowser();
    await attacker.post('/api/auth/sign-up/email', { email: 'second@example.com', password: 'chosen by somebody else', name: 'Second' });
    const victim = site.newBrowser();
    await victim.post('/api/auth/sign-up/email', { email: 'second@example.com', password, name: 'Second', callbackURL: '/clips' });
    const { link } = await readMail(site, 'second@example.com', /Confirm/);
    await victim.press(link);
    expect((await sessionOf(victim))?.user.email).toBe('second@example.com');
    const answer = await attacker.post('/api/auth/sign-in/email', { email: 'second@example.com', password: 'chosen by somebody else' });
    expect(answer.status).toBe(401);
  });

  test('a link without a password takes over an unverified account completely', async () => {
    const attacker = site.newBrowser();
    await attacker.post('/api/auth/sign-up/email', { email: 'third@example.com', password: 'chosen by somebody else', name: 'Third' });
    const victim = site.newBrowser();
    await victim.post('/api/auth/sign-in/magic-link', { email: 'third@example.com', callbackURL: '/' });
    await victim.press((await readMail(site, 'third@example.com', /sign-in link/)).link);
    expect((await sessionOf(victim))?.user.email).toBe('third@example.com');
    expect(
      (await attacker.post('/api/auth/sign-in/email', { email: 'third@example.com', password: 'chosen by somebody else' })).status,
    ).toBe(401);
  });
});

describe('signing in and out', () => {
  test('with a password sets a new HttpOnly, SameSite=Lax cookie each time; signing out ends the session on the server @AUTH-01', async () => {
    const { browser, email } = await signUp(site, 'grace@example.com');
    const first = browser.cookies.get('newline.session_token');
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    expect(answer.setCookies.join()).toMatch(/newline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await browser.get('/api/auth/get-session')).headers.get('cache-control')).toBe('no-store');
    const stolen = browser.cookieHeader;
    expect(browser.cookies.get('newline.session_token')).not.toBe(first);

    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200);
    expect(await sessionOf(browser)).toBeNull();
    expect(await site.api.viewerOf({ cookie: stolen })).toMatchObject({ role: 'visitor', userId: null });
  });

  test('an emailed link signs in once @AUTH-01', async () => {
    const { email } = await signUp(site, 'linus@example.com');
    const browser = site.newBrowser();
    expect((await browser.post('/api/auth/sign-in/magic-link', { email, callbackURL: '/library' })).json()).toEqual({ status: true });
    const { link } = await readMail(site, email, /sign-in link/);
    const opened = await browser.press(link);
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `${site.url}/library`]);
    expect((await sessionOf(browser))?.user.email).toBe(email);
    const again = site.newBrowser();
    expect((await again.press(link)).text).toContain('This link has already been used');
    expect(await sessionOf(again)).toBeNull();
  });

  test('a forged or broken cookie counts as a visitor', async () => {
    const { browser } = await signUp(site, 'mallory@example.com');
    const value = decodeURIComponent(browser.cookies.get('newline.session_token') ?? '');
    const [token = ''] = value.split('.');
    for (const forged of [token, `${token}.`, `${token}.AAAA`, `x${value}`, '%', '.', `${value}x`]) {
      expect(await site.api.viewerOf({ cookie: `newline.session_token=${forged}` })).toMatchObject({ userId: null });
    }
  });

  test('a password reset is sent by email and ends every session @AUTH-01', async () => {
    const { browser, email } = await signUp(site, 'forgetful@example.com');
    const asking = site.newBrowser();
    expect((await asking.post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })).status).toBe(200);
    const opened = await asking.open((await readMail(site, email, /new password/)).link);
    const target = new URL(opened.headers.get('location') ?? '', site.url);
    expect([target.origin, target.pathname]).toEqual([site.url, '/reset-password']);
    const token = target.searchParams.get('token');
    expect((await asking.post('/api/auth/reset-password', { newPassword: 'another long password', token })).status).toBe(200);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId: null });
    expect((await asking.post('/api/auth/reset-password', { newPassword: 'yet another password', token })).status).toBe(400);
    expect((await asking.post('/api/auth/sign-in/email', { email, password })).status).toBe(401);
    await signIn(site, email, 'another long password');
  });

  test.each([true, false])(
    'changing the password ends the other sessions, even if the request says %s @AUTH-01',
    async (requestsRevocation) => {
      const { browser, email } = await signUp(site, `changing-${requestsRevocation}@example.com`);
      const elsewhere = await signIn(site, email);
      const answer = await browser.post('/api/auth/change-password', {
        currentPassword: password,
        newPassword: 'a new long password',
        revokeOtherSessions: requestsRevocation,
      });
      expect(answer.status).toBe(200);
      expect(await site.api.viewerOf({ cookie: elsewhere.cookieHeader })).toMatchObject({ userId: null });
      expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ email });
    },
  );

  test('the database ends every session of a user whose password or email address changes, and no one else’s @AUTH-01', async () => {
    const [{ browser, email }, other] = [await signUp(site, 'by-hand@example.com'), await signUp(site, 'beside-by-hand@example.com')];
    const viewerOf = (cookie: string) => site.api.viewerOf({ cookie });
    const { userId } = await viewerOf(browser.cookieHeader);
    await site.db.superuser.query(`update auth."account" set "password" = 'x' || "password" where "userId" = $1`, [userId]);
    expect(await viewerOf(browser.cookieHeader)).toMatchObject({ userId: null });
    await site.db.superuser.query(`update auth."account" set "password" = substr("password", 2) where "userId" = $1`, [userId]);
    const again = await signIn(site, email);
    expect(await viewerOf(again.cookieHeader)).toMatchObject({ userId });
    await site.db.superuser.query(`update auth."user" set "email" = 'moved-by-hand@example.com' where "id" = $1`, [userId]);
    expect(await viewerOf(again.cookieHeader)).toMatchObject({ userId: null });
    expect(await viewerOf(other.browser.cookieHeader)).toMatchObject({ email: other.email });
  });

  test.each(['reset', 'changed'])(
    'a password that is %s invalidates every link that was sent before, and no one else’s @AUTH-01',
    async (how) => {
      const { browser, email } = await signUp(site, `${how}-with-links@example.com`);
      const { email: other } = await signUp(site, `beside-${how}@example.com`);
      const asking = site.newBrowser();
      /** Requests emails and returns their links, which all remain unused. */
      const ask = async (to: string) => {
        const before = new Set((await site.api.mailbox?.list())?.map(({ id }) => id));
        await asking.post('/api/auth/request-password-reset', { email: to, redirectTo: '/reset-password' });
        await asking.post('/api/auth/request-password-reset', { email: to, redirectTo: '/reset-password' });
        await asking.post('/api/auth/sign-in/magic-link', { email: to.toUpperCase(), callbackURL: '/' });
        return vi.waitFor(
          async () => {
            const mails = (await site.api.mailbox?.list())?.filter((mail) => !before.has(mail.id) && mail.to.toLowerCase() === to) ?? [];
            expect(mails).toHaveLength(3);
            return mails.map(({ text }) => /https?:\/\/\S+\/api\/auth\S*/.exec(text)?.[0] ?? '');
          },
          { timeout: 20_000, interval: 50 },
        );
      };
      const tokenOf = async (link: string) =>
        new URL((await asking.open(link)).headers.get('location') ?? '', site.url).searchParams.get('token');
      const isSignedIn = async (link: string) => {
        const visitor = site.newBrowser();
        await visitor.press(link);
        return (await site.api.viewerOf({ cookie: visitor.cookieHeader })).userId !== null;
      };
      const links = await ask(email);
      const others = await ask(other);
      const resets = links.filter((link) => link.includes('reset-password'));
      const tokens = await Promise.all(resets.map(tokenOf));
      const signInLink = links.find((link) => link.includes('magic-link')) ?? '';
      const done =
        how === 'reset'
          ? await asking.post('/api/auth/reset-password', { newPassword: 'another long password', token: tokens[0] })
          : await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: 'another long password' });
      expect(done.status).toBe(200);
      for (const token of tokens)
        expect((await asking.post('/api/auth/reset-password', { newPassword: 'yet another password', token })).status).toBe(400);
      expect(await isSignedIn(signInLink)).toBe(false);
      await signIn(site, email, 'another long password');
      // Control: links of another user still work.
      expect(await isSignedIn(others.find((link) => link.includes('magic-link')) ?? '')).toBe(true);
      const token = await tokenOf(others.find((link) => link.includes('reset-password')) ?? '');
      expect((await asking.post('/api/auth/reset-password', { newPassword: 'another long password', token })).status).toBe(200);
    },
  );

  test('a disabled account is refused immediately and can’t sign in @AUTH-01', async () => {
    const { browser, email, userId } = await signUp(site, 'banned@example.com');
    await site.db.superuser.query(`update auth."user" set "banned" = true where id = $1`, [userId]);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId: null });
    const answer = await site.newBrowser().post('/api/auth/sign-in/email', { email, password });
    expect([answer.status, answer.json().code]).toEqual([403, 'BANNED_USER']);
  });

  test('a session expires @AUTH-01', async () => {
    const { browser, userId } = await signUp(site, 'yesterday@example.com');
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId, role: 'learner' });
    await site.db.superuser.query(`update auth."session" set "expiresAt" = now() where "userId" = $1`, [userId]);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId: null, role: 'visitor' });
    expect((await browser.graphql('{ viewer { id } }')).data).toEqual({ viewer: null });
  });

  test('app_public.users decides who is an administrator, from the next request on @AUTH-03', async () => {
    const { browser, userId } = await signUp(site, 'staff@example.com');
    const { userId: otherId } = await signUp(site, 'staff-too@example.com');
    await site.db.superuser.query('update app_public.users set is_admin = true where id = any ($1)', [[userId, otherId]]);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ role: 'admin' });
    await site.db.superuser.query('update app_public.users set is_admin = false where id = $1', [userId]);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ role: 'learner' });
  });

  test('deleting an account deletes its password, its sessions and its public row @AUTH-04', async () => {
    const { browser, userId } = await signUp(site, 'leaving@example.com');
    expect((await browser.post('/api/auth/delete-user', { password: 'not my password' })).status).toBe(400);
    expect((await browser.post('/api/auth/delete-user', { password })).json()).toMatchObject({ success: true });
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId: null });
    const { rows } = await site.db.superuser.query('select from app_public.users where id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  test('no one can delete the last administrator’s account @ADMIN-01', async () => {
    const { browser, userId } = await signUp(site, 'last@example.com');
    await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [userId]);
    await site.db.superuser.query('update app_public.users set is_admin = false where is_admin and id <> $1', [userId]);
    const answer = await browser.post('/api/auth/delete-user', { password });
    expect([answer.status, answer.json().code]).toEqual([409, 'LAST_ADMIN']);
    expect(await site.api.viewerOf({ cookie: browser.cookieHeader })).toMatchObject({ userId, role: 'admin' });
    expect((await site.newBrowser().post('/api/auth/sign-in/email', { email: 'last@example.com', password })).status).toBe(200);
  });

  test('an account can be deleted without its password only in a recent session @AUTH-04', async () => {
    const { browser, userId } = await signUp(site, 'stale@example.com');
    await site.db.superuser.query(`update auth."session" set "createdAt" = now() - interval '2 hours' where "userId" = $1`, [userId]);
    expect((await browser.post('/api/auth/delete-user', {})).status).toBe(400);
    const { rows } = await site.db.superuser.query('select 1 as n from app_public.users where id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });

  test.each([
    '/update-user',
    '/change-email',
    '/admin/set-role',
    '/admin/impersonate-user',
    '/admin/create-user',
    '/admin/remove-user',
    '/admin/ban-user',
  ])('%s is closed', async (path) => {
    const { browser } = await signUp(site, `closed${path.replaceAll('/', '-')}@example.com`);
    expect((await browser.post(`/api/auth${path}`, { name: 'x', role: 'admin', userId: 'x', newEmail: 'x@example.com' })).status).toBe(404);
  });
});

describe('the pages of better-auth over HTTPS', () => {
  test('set __Host- cookies: Secure, HttpOnly and SameSite=Lax, for exactly this host @AUTH-01', async () => {
    const live = await startTestApi({ env: { publicUrl: 'https://learn.example.com', isProduction: true, smtpUrl: 'smtp://127.0.0.1:1' } });
    try {
      await live.db.superuser.query(
        `with u as (insert into auth."user" ("name", "email", "emailVerified") values ('Live', 'live@example.com', true) returning id)
         insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt") select id::text, 'credential', id, $1, now() from u`,
        [await (await (await live.api.auth()).$context).password.hash(password)],
      );
      const answer = await live.newBrowser().post('/api/auth/sign-in/email', { email: 'live@example.com', password });
      expect(answer.status).toBe(200);
      const cookie = answer.setCookies.find((line) => line.startsWith('__Host-newline.session_token='));
      expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(cookie).not.toMatch(/domain=/i);
    } finally {
      await live.stop();
    }
  });
});
