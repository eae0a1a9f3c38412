import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, readMail, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeAt } from '../totp-code.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi({ trustProxy: 1 });
});
afterAll(() => site.stop());

const post = (browser: Browser, path: string, body: object, headers: Record<string, string> = {}) =>
  browser.post(`/api/auth${path}`, body, headers);
const isSignedIn = async (browser: Browser) => (await site.api.viewerOf({ cookie: browser.cookieHeader })).userId !== null;
/** Makes used codes valid again, as if their time hadn't come yet. */
const forgetUsedCodes = (userId: string) =>
  site.db.superuser.query('update auth.authenticators set last_step = 0 where user_id = $1', [userId]);

/** A user with two-step sign-in, the secret of their app and their recovery codes. */
async function newPerson() {
  const person = await signUp(site, `${randomUUID()}@example.com`);
  const begun = await post(person.browser, '/second-step/begin', { password });
  const { secret } = begun.json() as { secret: string };
  const confirmed = await post(person.browser, '/second-step/confirm', { code: codeAt(secret) });
  const { recoveryCodes } = confirmed.json() as { recoveryCodes: string[] };
  await forgetUsedCodes(person.userId);
  return { ...person, secret, recoveryCodes };
}

/** A browser that has entered the right password, but not the second step. */
async function firstStep(email: string, headers: Record<string, string> = {}): Promise<Browser> {
  const browser = site.newBrowser();
  const answer = await post(browser, '/sign-in/email', { email, password }, headers);
  expect([answer.status, answer.json().code]).toEqual([403, 'SECOND_STEP_REQUIRED']);
  return browser;
}

describe('setting up two-step sign-in', () => {
  test('takes the password and a code from the app; every other session ends, and the owner gets an email @LOGIN-01', async () => {
    const { browser, email, userId } = await signUp(site, `${randomUUID()}@example.com`);
    const other = await signIn(site, email);
    const wrong = await post(browser, '/second-step/begin', { password: 'not this one' });
    expect([wrong.status, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD']);
    expect((await post(browser, '/second-step/begin', {})).json().code).toBe('INVALID_PASSWORD');
    const begun = (await post(browser, '/second-step/begin', { password })).json() as {
      secret: string;
      uri: string;
      qr: { size: number; path: string };
    };
    expect(begun.uri).toBe(`otpauth://totp/newline:${encodeURIComponent(email)}?secret=${begun.secret}&issuer=newline`);
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun.qr.path).toMatch(/^(?:M\d+ \d+h\d+v1H\d+z)+$/);
    // Until a code has confirmed it, nothing has changed.
    expect(await isSignedIn(await signIn(site, email))).toBe(true);
    expect((await post(browser, '/second-step/confirm', { code: '000000x' })).json().code).toBe('WRONG_CODE');
    const confirmed = await post(browser, '/second-step/confirm', { code: codeAt(begun.secret) });
    const { recoveryCodes } = confirmed.json() as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([true, false]);
    expect((await readMail(site, email, /Two-step sign-in is on/)).text).toContain('/account/security');
    expect(await site.api.ownSecurity({ cookie: browser.cookieHeader })).toMatchObject({
      twoStepSince: expect.any(String),
      recoveryCodesLeft: 10,
      hasPassword: true,
    });
    expect((await post(browser, '/second-step/begin', { password })).json().code).toBe('TWO_STEP_IS_ON');
    // Neither the secret nor a code can be read from the database.
    const { rows } = await site.db.superuser.query<{ stored: string }>(
      `select (select string_agg(encode(secret, 'escape'), '') from auth.authenticators where user_id = $1)
         || (select string_agg(encode(code_hash, 'escape'), '') from auth.recovery_codes where user_id = $1) as stored`,
      [userId],
    );
    for (const secret of [begun.secret, ...recoveryCodes]) expect(rows[0]?.stored).not.toContain(secret);
  });

  test('takes a sign-in within the last 30 minutes if there is no password @LOGIN-01', async () => {
    const { browser, userId } = await signUp(site, `${randomUUID()}@example.com`);
    await site.db.superuser.query('delete from auth."account" where "userId" = $1', [userId]);
    await site.db.superuser.query(`update auth."session" set "createdAt" = now() - interval '31 minutes' where "userId" = $1`, [userId]);
    const stale = await post(browser, '/second-step/begin', {});
    expect([stale.status, stale.json().code]).toEqual([403, 'SESSION_NOT_FRESH']);
    await site.db.superuser.query(`update auth."session" set "createdAt" = now() where "userId" = $1`, [userId]);
    expect((await post(browser, '/second-step/begin', {})).status).toBe(200);
  });

  test.each(['/second-step/begin', '/second-step/confirm', '/second-step/recovery-codes', '/second-step/end'])(
    'needs a session: %s @LOGIN-01',
    async (path) => {
      expect((await post(site.newBrowser(), path, { code: '123456' })).status).toBe(401);
    },
  );
});

describe('signing in with two steps', () => {
  test('takes a code from the app after the password, and each code works once @LOGIN-01', async () => {
    const { email, secret } = await newPerson();
    const browser = await firstStep(email);
    expect(browser.cookies.has('newline.session_token')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
    const code = codeAt(secret);
    const answer = await post(browser, '/second-step/verify', { code: ` ${code.replace(/^.../, '$& ')} ` });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.setCookies.join()).toMatch(/newline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    expect(browser.cookies.has('newline.second_step')).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
    // An attacker who saw that code over a shoulder, and knows the password.
    const thief = await firstStep(email);
    expect((await post(thief, '/second-step/verify', { code })).json().code).toBe('WRONG_CODE');
    expect(await isSignedIn(thief)).toBe(false);
    // The next code is valid too, because clocks may differ by half a minute.
    expect((await post(thief, '/second-step/verify', { code: codeAt(secret, 1) })).status).toBe(200);
  });

  test('takes a recovery code once, however it is typed @LOGIN-01', async () => {
    const { email, recoveryCodes, browser } = await newPerson();
    const [code = ''] = recoveryCodes;
    const other = await firstStep(email);
    expect((await post(other, '/second-step/verify', { code: code.toUpperCase().replace('-', ' ') })).status).toBe(200);
    expect(await isSignedIn(other)).toBe(true);
    const again = await firstStep(email);
    expect((await post(again, '/second-step/verify', { code })).json().code).toBe('WRONG_CODE');
    expect((await site.api.ownSecurity({ cookie: browser.cookieHeader }))?.recoveryCodesLeft).toBe(9);
  });

  test('is also required after an emailed link, and then opens the page that the link leads to @LOGIN-01', async () => {
    const { email, secret, userId } = await newPerson();
    const browser = site.newBrowser();
    await post(browser, '/sign-in/magic-link', { email, callbackURL: '/library' });
    const { link } = await readMail(site, email, /sign-in link/);
    const answer = await browser.press(link);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${site.url}/sign-in/second-step?returnTo=%2Flibrary`]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await post(browser, '/second-step/verify', { code: codeAt(secret) })).status).toBe(200);
    expect((await site.api.viewerOf({ cookie: browser.cookieHeader })).userId).toBe(userId);
    expect((await site.newBrowser().press(link)).text).toContain('This link has already been used');
  });

  test('ends another user’s session in the same browser @LOGIN-01', async () => {
    const [ada, eve] = [await newPerson(), await signUp(site, `${randomUUID()}@example.com`)];
    const former = eve.browser.cookieHeader;
    await post(eve.browser, '/sign-in/email', { email: ada.email, password });
    expect((await post(eve.browser, '/second-step/verify', { code: codeAt(ada.secret) })).status).toBe(200);
    expect((await site.api.viewerOf({ cookie: eve.browser.cookieHeader })).userId).toBe(ada.userId);
    expect((await site.api.viewerOf({ cookie: former })).userId).toBeNull();
  });

  test('must be finished within ten minutes, in the browser that took the first step @LOGIN-01', async () => {
    const { email, secret, userId } = await newPerson();
    const late = await firstStep(email);
    await site.db.superuser.query(`update auth.pending_sign_ins set created_at = now() - interval '11 minutes' where user_id = $1`, [
      userId,
    ]);
    for (const browser of [late, site.newBrowser()]) {
      const answer = await post(browser, '/second-step/verify', { code: codeAt(secret) });
      expect([answer.status, answer.json().code]).toEqual([401, 'SIGN_IN_EXPIRED']);
    }
    // Neither attempt used up the code.
    expect((await post(await firstStep(email), '/second-step/verify', { code: codeAt(secret) })).status).toBe(200);
  });

  test('stays valid for a session that changes the password @LOGIN-01', async () => {
    const { browser, email } = await newPerson();
    const answer = await post(browser, '/change-password', { currentPassword: password, newPassword: 'another password' });
    expect(answer.status, answer.text).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    const next = await post(site.newBrowser(), '/sign-in/email', { email, password: 'another password' });
    expect(next.json().code).toBe('SECOND_STEP_REQUIRED');
  });

  test('is enforced by the database: no way of signing in can write a session without the second step @LOGIN-01', async () => {
    const [two, one] = [await newPerson(), await signUp(site, `${randomUUID()}@example.com`)];
    const write = (userId: string, secondStep: string | null) =>
      site.db.superuser.query(
        `insert into auth."session" ("token", "userId", "expiresAt", "updatedAt", "secondStep") values ($1, $2, now() + interval '1 day', now(), $3)`,
        [randomUUID(), userId, secondStep],
      );
    await expect(write(two.userId, null)).rejects.toMatchObject({ code: 'NL403', message: 'SECOND_STEP_REQUIRED' });
    await write(two.userId, 'authenticator');
    await write(one.userId, null);
  });
});

describe('attempts to enter codes are limited', () => {
  test('to five per sign-in, whatever the codes are @LOGIN-01', async () => {
    const { email, secret } = await newPerson();
    const browser = await firstStep(email);
    for (let n = 0; n < 5; n++) expect((await post(browser, '/second-step/verify', { code: '12345' })).json().code).toBe('WRONG_CODE');
    expect((await post(browser, '/second-step/verify', { code: codeAt(secret) })).json().code).toBe('SIGN_IN_EXPIRED');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('an attacker who knows the password is stopped, from one IP address or many, while the owner can still sign in @LOGIN-01', async () => {
    const { email, secret, recoveryCodes, browser } = await newPerson();
    const statuses: number[] = [];
    for (let network = 0; network < 4; network++) {
      const from = { 'x-forwarded-for': `198.51.100.${network}` };
      for (let signIns = 0; signIns < 3; signIns++) {
        const attacker = await firstStep(email, from);
        for (let n = 0; n < 5; n++) statuses.push((await post(attacker, '/second-step/verify', { code: '12345' }, from)).status);
      }
    }
    // Ten from each address, 30 in all.
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    // In a browser that signed in before, the app's code is enough; elsewhere a recovery code is needed.
    const atHome = { 'x-forwarded-for': '203.0.113.7' };
    await post(browser, '/sign-out', {});
    expect((await post(browser, '/sign-in/email', { email, password }, atHome)).json().code).toBe('SECOND_STEP_REQUIRED');
    expect((await post(browser, '/second-step/verify', { code: codeAt(secret) }, atHome)).status).toBe(200);
    const away = { 'x-forwarded-for': '203.0.113.8' };
    const elsewhere = await firstStep(email, away);
    expect((await post(elsewhere, '/second-step/verify', { code: codeAt(secret, 1) }, away)).status).toBe(429);
    expect((await post(elsewhere, '/second-step/verify', { code: recoveryCodes[0] ?? '' }, away)).status).toBe(200);
  });
});

describe('turning it off, and getting new recovery codes', () => {
  test('take a code; the former codes stop working @LOGIN-01', async () => {
    const { browser, email, secret, userId, recoveryCodes } = await newPerson();
    expect((await post(browser, '/second-step/recovery-codes', { code: '12345' })).json().code).toBe('WRONG_CODE');
    const renewed = await post(browser, '/second-step/recovery-codes', { code: codeAt(secret) });
    const { recoveryCodes: others } = renewed.json() as { recoveryCodes: string[] };
    expect([others.length, others.some((code) => recoveryCodes.includes(code))]).toEqual([10, false]);
    expect((await post(await firstStep(email), '/second-step/verify', { code: recoveryCodes[0] ?? '' })).json().code).toBe('WRONG_CODE');
    expect((await post(browser, '/second-step/end', { code: '12345' })).json().code).toBe('WRONG_CODE');
    expect((await post(browser, '/second-step/end', { code: others[0] ?? '' })).status).toBe(200);
    expect(await isSignedIn(await signIn(site, email))).toBe(true);
    expect((await readMail(site, email, /Two-step sign-in is off/)).text).toContain('Change your password');
    const { rows } = await site.db.superuser.query('select from auth.recovery_codes where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });
});
