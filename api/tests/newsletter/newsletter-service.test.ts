import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import { createNewsletterProvider } from '@newline/api/features/newsletter/create-newsletter-provider';
import type { NewsletterProvider } from '@newline/api/features/newsletter/newsletter-provider';
import { sendCopies } from '@newline/api/features/newsletter/send-copies';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeNewsletterServices, newsletterKeys, startFakeNewsletterServices } from './fake-newsletter-services.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const log = createLog('silent');
const hosts = ['api.kit.com', 'us21.api.mailchimp.com', 'api.buttondown.com'];
let site: TestApi;
let fake: FakeNewsletterServices;
let worker: pg.Pool;
let outbound: ReturnType<typeof createOutbound>;

beforeAll(async () => {
  [site, fake] = await Promise.all([startTestApi(), startFakeNewsletterServices()]);
  worker = new pg.Pool(site.db.connections.worker);
  const fetchTestMap = new Map(hosts.map((host) => [host, fake.target] as const));
  outbound = createOutbound({ env: { publicUrl: site.url, fetchTestMap }, log });
});
afterAll(async () => {
  await worker.end();
  await outbound.close();
  await Promise.all([site.stop(), fake.stop()]);
});
beforeEach(async () => {
  fake.members.clear();
  fake.requests.length = 0;
  fake.trouble = null;
  await site.db.superuser.query('delete from app_private.newsletter_subscribers');
});

const providerOf = (provider: keyof typeof newsletterKeys, apiKey: string = newsletterKeys[provider]): NewsletterProvider => {
  const created = createNewsletterProvider({ provider, apiKey, listId: null }, outbound);
  if (!created) throw new Error(`Expected a provider for ${provider}, got none`);
  return created;
};
const mailTo = (email: string) =>
  vi.waitFor(
    async () => {
      const mail = ((await site.api.mailbox?.list()) ?? []).find(({ to }) => to === email);
      if (!mail) throw new Error(`Expected a mail to ${email}, got none`);
      return mail;
    },
    { timeout: 10_000, interval: 50 },
  );
const signUp = async (
  email: string,
  { isConfirmed = true, firstName = 'Ada' }: { isConfirmed?: boolean; firstName?: string | null } = {},
) => {
  const browser = site.newBrowser();
  const answer = await browser.graphql(
    `mutation a($email: String!, $firstName: String) { subscribeToNewsletter(input: { email: $email, firstName: $firstName }) { isAsked } }`,
    { email, firstName },
  );
  expect(answer.errors).toBeUndefined();
  const mail = await mailTo(email);
  const token = /\/newsletter\?token=([\w-]+)/.exec(mail.text)?.[1];
  if (isConfirmed) {
    const done = await browser.graphql(`mutation c($token: String!) { confirmNewsletter(input: { token: $token }) { result } }`, { token });
    expect(done.errors).toBeUndefined();
  }
  return mail;
};
const rowOf = async (email: string) => {
  const { rows } = await site.db.superuser.query<{ state: string; told_state: string | null; tries: number; trouble: string | null }>(
    'select state, told_state, tries, trouble from app_private.newsletter_subscribers where email = $1',
    [email],
  );
  return rows[0];
};
/** Makes everything that is due in a minute due now. */
const passTime = () => site.db.superuser.query(`update app_private.newsletter_subscribers set tell_after = now()`);
const leaveAddress = (mail: { text: string }) => /https?:\/\/\S+\/api\/newsletter\/leave\/\S+/.exec(mail.text)?.[0] ?? '';
const goneStatuses = { kit: 'cancelled', mailchimp: 'unsubscribed', buttondown: 'unsubscribed' } as const;

describe.each(['kit', 'mailchimp', 'buttondown'] as const)('%s', (name) => {
  test('gets a confirmed address once, with list id and tags, and its removal @HOME-04', async () => {
    const email = `${name}@example.com`;
    const provider = providerOf(name);
    await provider.check();
    const mail = await signUp(email, { isConfirmed: false });
    // Email addresses aren't sent to the service before they are confirmed.
    expect(await sendCopies({ pool: worker, provider, log })).toBe(0);
    expect(fake.members.size).toBe(0);
    const { rows } = await site.db.superuser.query<{ list_id: string }>(
      `update app_private.newsletter_subscribers set state = 'CONFIRMED', confirmed_at = now(), list_id = '4711' where email = $1 returning list_id`,
      [email],
    );
    expect(rows).toHaveLength(1);
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
    expect(fake.members.get(email)).toEqual({
      email,
      firstName: 'Ada',
      status: { kit: 'active', mailchimp: 'subscribed', buttondown: 'regular' }[name],
      tags: new Set(['subscriber', 'homepage-subscriber']),
      list: '4711',
    });
    expect(await rowOf(email)).toMatchObject({ told_state: 'CONFIRMED', trouble: null });
    expect(await sendCopies({ pool: worker, provider, log })).toBe(0);
    // Sending it again, as after a crash, changes nothing.
    await site.db.superuser.query(`update app_private.newsletter_subscribers set told_state = null, tell_after = now() where email = $1`, [
      email,
    ]);
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
    expect([...fake.members.values()].map(({ tags, status }) => [tags.size, status])).toEqual([
      [2, { kit: 'active', mailchimp: 'subscribed', buttondown: 'regular' }[name]],
    ]);

    const address = new URL(leaveAddress(mail));
    expect((await fetch(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
    expect((await rowOf(email))?.state).toBe('UNSUBSCRIBED');
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
    expect(fake.members.get(email)?.status).toBe(goneStatuses[name]);
    // An unknown email address counts as unsubscribed.
    fake.members.clear();
    await site.db.superuser.query(
      `update app_private.newsletter_subscribers set told_state = 'CONFIRMED', tell_after = now() where email = $1`,
      [email],
    );
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
  });

  test('gets an address again that comes back @HOME-04', async () => {
    const email = `${name}-again@example.com`;
    const provider = providerOf(name);
    const mail = await signUp(email);
    await sendCopies({ pool: worker, provider, log });
    await fetch(leaveAddress(mail), { method: 'POST' });
    await sendCopies({ pool: worker, provider, log });
    expect(fake.members.get(email)?.status).toBe(goneStatuses[name]);
    await site.db.superuser.query(
      `update app_private.newsletter_subscribers set state = 'CONFIRMED', tell_after = now() where email = $1`,
      [email],
    );
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
    expect(fake.members.get(email)?.status).not.toBe(goneStatuses[name]);
  });

  test('that fails is called again later, and its response stays out of log and table @HOME-04', async () => {
    const email = `${name}-late@example.com`;
    const provider = providerOf(name);
    await signUp(email);
    for (const [index, status] of [500, 429, 401].entries()) {
      fake.trouble = status;
      expect(await sendCopies({ pool: worker, provider, log })).toBe(0);
      const row = await rowOf(email);
      expect(row).toMatchObject({ told_state: null, tries: index + 1 });
      expect(row?.trouble).toMatch(new RegExp(` answered ${status} to `));
      expect(row?.trouble).not.toContain(email);
      const before = fake.requests.length;
      expect(await sendCopies({ pool: worker, provider, log })).toBe(0);
      // Not before it is due.
      expect(fake.requests.length).toBe(before);
      await passTime();
    }
    fake.trouble = null;
    expect(await sendCopies({ pool: worker, provider, log })).toBe(1);
    expect(await rowOf(email)).toMatchObject({ told_state: 'CONFIRMED', trouble: null });
    await expect(providerOf(name, name === 'mailchimp' ? 'wrong-key-us21' : 'a-wrong-key').check()).rejects.toThrow(/answered 40[13]/);
  });
});

test('gets each address once from ten simultaneous calls @HOME-04', async () => {
  const provider = providerOf('mailchimp');
  for (let n = 0; n < 5; n += 1) await signUp(`many${n}@example.com`, { firstName: null });
  const counts = await Promise.all(Array.from({ length: 10 }, () => sendCopies({ pool: worker, provider, log })));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(fake.requests.filter((question) => question.startsWith('PUT'))).toHaveLength(5);
});

test('a confirmation has a one-click unsubscribe link; a forged one, or opening it, unsubscribes no one @HOME-04', async () => {
  const mail = await signUp('leaver@example.com');
  const address = leaveAddress(mail);
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<button>Unsubscribe</button>');
  expect((await rowOf('leaver@example.com'))?.state).toBe('CONFIRMED');
  for (const wrong of [`${address}x`, address.replace(/leave\/./, 'leave/Z'), address.slice(0, -1), `${site.url}/api/newsletter/leave/x`]) {
    for (const method of ['GET', 'POST']) expect((await fetch(wrong, { method })).status, wrong).toBe(404);
  }
  expect((await rowOf('leaver@example.com'))?.state).toBe('CONFIRMED');
  const once = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(once.status).toBe(200);
  expect((await rowOf('leaver@example.com'))?.state).toBe('UNSUBSCRIBED');
  expect((await fetch(address, { method: 'POST' })).status).toBe(200);
  // An email address that was never confirmed is deleted.
  const pending = await signUp('pending@example.com', { isConfirmed: false });
  await fetch(leaveAddress(pending), { method: 'POST' });
  expect(await rowOf('pending@example.com')).toBeUndefined();
});
