import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, readMail, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const someEmail = () => `${randomUUID()}@example.com`;
const request = (browser: Browser, newEmail: string) => browser.post('/api/auth/email-change/request', { newEmail });
const emailOf = async (userId: string) => {
  const { rows } = await site.db.superuser.query<{ email: string }>('select "email" from auth."user" where "id" = $1', [userId]);
  return rows[0]?.email;
};
const isSignedIn = async (browser: Browser) => (await site.api.viewerOf({ cookie: browser.cookieHeader })).userId !== null;

/** Returns the link in the email about the change with this subject. */
async function linkTo(address: string, subject: RegExp): Promise<string> {
  const { text } = await readMail(site, address, subject);
  return /https?:\/\/\S+\/api\/email-change\?token=\S+/.exec(text)?.[0] ?? '';
}

/** A user who has requested a change, and the links that both mailboxes got. */
async function requestChange() {
  const person = await signUp(site, someEmail());
  const newEmail = someEmail();
  expect((await request(person.browser, newEmail.toUpperCase())).status).toBe(200);
  const links = { old: await linkTo(person.email, /^Allow/), new: await linkTo(newEmail, /^Confirm your new/) };
  return { ...person, newEmail, links };
}

describe('a change of email address', () => {
  test.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('takes effect once both mailboxes have confirmed it, the %s one first @LOGIN-01', async (first, second) => {
    const { browser, userId, email, newEmail, links } = await requestChange();
    const other = await signIn(site, email);
    expect((await site.newBrowser().press(links[first])).text).toContain('One more step');
    // A second click from the same mailbox doesn't count for the other one.
    expect((await site.newBrowser().press(links[first])).text).toContain('One more step');
    expect([await emailOf(userId), await isSignedIn(browser)]).toEqual([email, true]);

    const done = await site.newBrowser().press(links[second]);
    expect(done.text).toContain('Your email address has changed');
    expect(await emailOf(userId)).toBe(newEmail);
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    expect(await isSignedIn(await signIn(site, newEmail))).toBe(true);
    const former = await site.newBrowser().post('/api/auth/sign-in/email', { email, password });
    expect(former.status).toBe(401);
    // Either link says so from then on.
    for (const link of [links.old, links.new])
      expect((await site.newBrowser().press(link)).text).toContain('Your email address has changed');
  });

  test('invalidates links in the former mailbox: they neither sign in nor set a password @LOGIN-01', async () => {
    const { email, links } = await requestChange();
    await site.newBrowser().post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
    const reset = (await readMail(site, email, /Choose a new password/)).link;
    // Until then it works.
    expect((await site.newBrowser().open(reset)).headers.get('location')).toContain('/reset-password?token=');
    for (const link of [links.old, links.new]) await site.newBrowser().press(link);
    expect((await site.newBrowser().open(reset)).headers.get('location')).toContain('/reset-password?error=');
  });

  test('is replaced by a newer one, and ends when it is canceled or the password changes @LOGIN-01', async () => {
    const { browser, userId, email, links } = await requestChange();
    await site.newBrowser().press(links.old);
    const other = someEmail();
    await request(browser, other);
    expect((await site.newBrowser().press(links.new)).status).toBe(410);
    const newest = await linkTo(other, /^Confirm your new/);
    expect((await site.newBrowser().open(newest)).status).toBe(200);
    await browser.post('/api/auth/email-change/cancel', {});
    expect((await site.newBrowser().open(newest)).status).toBe(410);

    const third = someEmail();
    await request(browser, third);
    const link = await linkTo(third, /^Confirm your new/);
    expect((await site.newBrowser().open(link)).status).toBe(200);
    const changed = await browser.post('/api/auth/change-password', { currentPassword: password, newPassword: 'another password' });
    expect(changed.status).toBe(200);
    expect((await site.newBrowser().press(link)).status).toBe(410);
    expect(await emailOf(userId)).toBe(email);
  });

  test('expires after 24 hours @LOGIN-01', async () => {
    const { userId, email, links } = await requestChange();
    await site.db.superuser.query(`update auth.email_changes set requested_at = now() - interval '25 hours' where user_id = $1`, [userId]);
    for (const link of [links.old, links.new]) expect((await site.newBrowser().press(link)).status).toBe(410);
    expect(await emailOf(userId)).toBe(email);
  });

  test('doesn’t reveal that an address has an account: its owner gets an email, and nothing changes @LOGIN-01', async () => {
    const owner = await signUp(site, someEmail());
    const { browser, email, userId } = await signUp(site, someEmail());
    const [toKnown, toUnknown] = [await request(browser, owner.email), await request(browser, someEmail())];
    expect([toKnown.status, toKnown.text]).toEqual([toUnknown.status, toUnknown.text]);
    const mail = await readMail(site, owner.email, /You already have an account/);
    expect(mail.text).not.toContain('/api/email-change');
    expect(mail.text).not.toContain(email);
    expect(await emailOf(userId)).toBe(email);
  });

  test('goes to the first of two accounts that want the same address @LOGIN-01', async () => {
    const [ada, eve] = [await signUp(site, someEmail()), await signUp(site, someEmail())];
    const wanted = someEmail();
    await request(ada.browser, wanted);
    const first = [await linkTo(ada.email, /^Allow/), await linkTo(wanted, /^Confirm your new/)];
    await request(eve.browser, wanted);
    const toEve = await vi.waitFor(async () => {
      const mails = ((await site.api.mailbox?.list()) ?? []).filter(({ to }) => to === wanted);
      const links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+\/api\/email-change\?token=\S+/g) ?? []);
      const other = links.find((link) => !first.includes(link));
      if (other === undefined) throw new Error(`Expected two emails to ${wanted}, got ${links.length}`);
      return other;
    }, 10_000);
    const second = [await linkTo(eve.email, /^Allow/), toEve];
    for (const link of first) await site.newBrowser().press(link);
    const answers = [];
    for (const link of second) answers.push(await site.newBrowser().press(link));
    expect(answers.at(-1)?.status).toBe(409);
    expect([await emailOf(ada.userId), await emailOf(eve.userId)]).toEqual([wanted, eve.email]);
  });

  test.each([
    ['no address', () => 'nobody', 'INVALID_EMAIL'],
    ['an address that is too long', () => `${'a'.repeat(250)}@example.com`, 'INVALID_EMAIL'],
    ['the address it has', (email: string) => ` ${email.toUpperCase()} `, 'SAME_EMAIL'],
  ])('is refused with %s @LOGIN-01', async (_what, newEmail, code) => {
    const { browser, email } = await signUp(site, someEmail());
    const answer = await request(browser, newEmail(email));
    expect([answer.status, answer.json().code]).toEqual([400, code]);
  });

  test('needs a session and a same-origin request, and is limited per account @LOGIN-01', async () => {
    expect((await request(site.newBrowser(), someEmail())).status).toBe(401);
    const { browser } = await signUp(site, someEmail());
    const foreign = await browser.post(
      '/api/auth/email-change/request',
      { newEmail: someEmail() },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.status).toBe(403);
    const statuses = [];
    for (let n = 0; n < 7; n++) {
      const answer = await request(browser, someEmail());
      statuses.push(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
