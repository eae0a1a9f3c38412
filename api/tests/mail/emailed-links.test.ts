import { randomUUID } from 'node:crypto';
import type { MailboxMessage } from '@newline/api/features/mail/mailbox';
import { mailFailedPayment } from '@newline/api/features/billing/mail-failed-payment';
import { mailSchema } from '@newline/api/mail';
import { createUnsubscribeTokens } from '@newline/api/features/notifications/unsubscribe-token';
import { notificationEmail } from '@newline/api/features/notifications/notification-email';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answer, Browser } from '../browser.ts';
import { password, signIn, signUp } from '../people.ts';
import { codeAt } from '../totp-code.ts';
import { makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
  await sql(`insert into app_public.item_prices (course_id, amount_cents, currency) values ($1, 3900, 'USD')`, [
    await makeCourse(site.db, { slug: 'given', title: 'Given' }),
  ]);
  await sql(`insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats, position)
    values ('team', 'Team', 'TEAM', 'YEAR', 100000, 'USD', 5, 10, 1)`);
});
afterAll(() => site.stop());

const email = () => `${randomUUID()}@example.com`;

async function mailTo(to: string): Promise<MailboxMessage> {
  return vi.waitFor(
    async () => {
      const mail = (await site.api.mailbox?.list())?.find((message) => message.to === to);
      if (!mail) throw new Error(`Expected an email to ${to}, got none`);
      return mail;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Returns the first link of an email that begins with a path of this site. */
function linkOf({ text }: MailboxMessage, path: string): string {
  const link = text.split(/\s+/).find((word) => word.startsWith(`${site.url}${path}`));
  if (link === undefined) throw new Error(`Expected a link to ${path}, got: ${text}`);
  return link;
}

const sql = async (text: string, values: unknown[] = []) => (await site.db.superuser.query<Record<string, unknown>>(text, values)).rows;
const isSignedIn = async (browser: Browser) => (await site.api.viewerOf({ cookie: browser.cookieHeader })).userId !== null;

/** Everything that an emailed link could change. Any request can record when a session was last used. */
async function fingerprint(): Promise<unknown> {
  const tables = [
    'auth."user"',
    'auth."session"',
    'auth."account"',
    'auth."verification"',
    'auth.used_links',
    'auth.email_changes',
    'app_private.newsletter_subscribers',
    'app_public.user_settings',
    'app_public.discussion_follows',
    'app_public.team_invitations',
    'app_public.team_members',
    'app_public.gifts',
    'app_public.purchases',
  ];
  return sql(
    `select ${tables.map((table, n) => `(select md5(coalesce(string_agg(t.line, ',' order by t.line), '')) from (select (to_jsonb(r) - 'lastUsedAt')::text as line from ${table} r) t) as t${n}`).join(', ')}`,
  );
}

/**
 * The purpose of an emailed link. Links below /api are opened here. All others lead to pages of the web package, which only read: their
 * links are used as those pages use them.
 */
type Row = {
  /** Requests the email for an email address. */
  readonly request: (to: string, browser: Browser) => Promise<unknown>;
  readonly link: (mail: MailboxMessage) => string;
  readonly leadsTo: 'a page with one button' | 'a form' | 'a page of the site';
  /** Uses the link and expects that it worked. */
  readonly use: (link: string, to: string, browser: Browser) => Promise<void>;
};

const expectLeft = async (to: string) =>
  expect(await sql(`select from app_private.newsletter_subscribers where email = $1 and state <> 'UNSUBSCRIBED'`, [to])).toEqual([]);
const subscribe = (to: string) =>
  site.newBrowser().graphql('mutation a($email: String!) { subscribeToNewsletter(input: { email: $email }) { isAsked } }', { email: to });
const invite = async (to: string) => {
  const owner = await signUp(site, email(), 'Olive Owner');
  const plan = await owner.browser.graphql('mutation { startCheckout(input: { planSlug: "team" }) { isGranted } }');
  expect(plan.errors).toBeUndefined();
  const invited = await owner.browser.graphql(
    'mutation a($emails: [String!]!) { inviteToTeam(input: { emails: $emails }) { team { seats } } }',
    { emails: [to] },
  );
  expect(invited.errors).toBeUndefined();
};

const startGift = 'mutation a($to: String) { startCheckout(input: { courseSlug: "given", giftEmail: $to }) { isGranted } }';
const give = async (to: string) =>
  expect((await (await signUp(site, email(), 'Gail Giver')).browser.graphql(startGift, { to })).errors).toBeUndefined();

/** A user whose email address hasn't received any email yet, and a browser in which they're signed in. */
async function userAt(to: string): Promise<{ browser: Browser; userId: string }> {
  const { userId } = await signUp(site, email());
  await sql('update auth."user" set "email" = $2 where "id" = $1', [userId, to]);
  return { userId, browser: await signIn(site, to) };
}

const changeEmail = (browser: Browser, newEmail: string) => browser.post('/api/auth/email-change/request', { newEmail });

const rows: Record<string, Row> = {
  'payment-failed': {
    async request(to) {
      const { userId } = await userAt(to);
      await sql(
        `insert into app_public.subscriptions (user_id, plan_id, kind, status, provider, provider_subscription_id, period_starts_at, period_ends_at)
         select $1, id, kind, 'PAST_DUE', 'stripe', 'sub_late', now(), now() + interval '1 month' from app_public.plans where slug = 'team'`,
        [userId],
      );
      const failed = { subscriptionId: 'sub_late', invoiceId: 'in_late', amountCents: 100_000, currency: 'usd' };
      return mailFailedPayment(site.db.superuser, failed, site.url);
    },
    link: (mail) => linkOf(mail, '/account'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'two-step-changed': {
    async request(to) {
      const { browser } = await userAt(to);
      const { secret } = (await browser.post('/api/auth/second-step/begin', { password })).json() as { secret: string };
      return browser.post('/api/auth/second-step/confirm', { code: codeAt(secret) });
    },
    link: (mail) => linkOf(mail, '/account/security'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'second-step-removed': {
    async request(to) {
      const { userId } = await userAt(to);
      await sql(`insert into auth.passkeys (user_id, credential_id, public_key, name) values ($1::uuid, 'key-' || $1::text, '', 'Key')`, [
        userId,
      ]);
      const admin = await signUp(site, email());
      await sql('update app_public.users set is_admin = true where id = $1', [admin.userId]);
      return admin.browser.graphql('mutation a($id: UUID!) { removeSecondStep(input: { userId: $id }) { isDone } }', { id: userId });
    },
    link: (mail) => linkOf(mail, '/account/security'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'access-token-created': {
    async request(to) {
      const { browser } = await userAt(to);
      return browser.post('/api/auth/access-tokens/create', { name: 'Robot', scope: 'READ', expiresAt: null, password });
    },
    link: (mail) => linkOf(mail, '/account/tokens'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'password-changed': {
    async request(to) {
      const { browser } = await userAt(to);
      return browser.post('/api/auth/change-password', { currentPassword: password, newPassword: `${password} again` });
    },
    link: (mail) => linkOf(mail, '/account/security'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'allow-email-change': {
    request: async (to) => changeEmail((await userAt(to)).browser, email()),
    link: (mail) => linkOf(mail, '/api/email-change'),
    leadsTo: 'a page with one button',
    async use(link, _to, browser) {
      expect((await browser.press(link)).text).toContain('One more step');
      expect((await browser.open(link)).text).toContain('One more step');
    },
  },
  'confirm-new-email': {
    request: async (to) => changeEmail((await signUp(site, email())).browser, to),
    link: (mail) => linkOf(mail, '/api/email-change'),
    leadsTo: 'a page with one button',
    async use(link, _to, browser) {
      expect((await browser.press(link)).text).toContain('One more step');
    },
  },
  'email-in-use': {
    async request(to) {
      await sql(`insert into auth."user" ("name", "email", "emailVerified") values ('Ada', $1, true)`, [to]);
      return changeEmail((await signUp(site, email())).browser, to);
    },
    link: (mail) => linkOf(mail, '/sign-in'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'verify-address': {
    request: (to, browser) => browser.post('/api/auth/sign-up/email', { email: to, password, name: 'Ada', callbackURL: '/' }),
    link: (mail) => linkOf(mail, '/api/auth/verify-email'),
    leadsTo: 'a page with one button',
    async use(link, _to, browser) {
      expect((await browser.press(link)).status).toBe(302);
      expect(await isSignedIn(browser)).toBe(true);
    },
  },
  'already-registered': {
    async request(to) {
      await sql(`insert into auth."user" ("name", "email", "emailVerified") values ('Ada', $1, true)`, [to]);
      return site.newBrowser().post('/api/auth/sign-up/email', { email: to, password, name: 'Ada', callbackURL: '/' });
    },
    link: (mail) => linkOf(mail, '/sign-in'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'sign-in-link': {
    request: (to, browser) => browser.post('/api/auth/sign-in/magic-link', { email: to, callbackURL: '/' }),
    link: (mail) => linkOf(mail, '/api/auth/magic-link/verify'),
    leadsTo: 'a page with one button',
    async use(link, _to, browser) {
      expect((await browser.press(link)).status).toBe(302);
      expect(await isSignedIn(browser)).toBe(true);
    },
  },
  'confirm-newsletter': {
    request: (to) => subscribe(to),
    link: (mail) => linkOf(mail, '/newsletter?token='),
    leadsTo: 'a page of the site',
    async use(link, to, browser) {
      const token = new URL(link).searchParams.get('token');
      await browser.graphql('mutation a($token: String!) { confirmNewsletter(input: { token: $token }) { result } }', { token });
      expect(await sql('select state from app_private.newsletter_subscribers where email = $1', [to])).toEqual([{ state: 'CONFIRMED' }]);
    },
  },
  'confirm-newsletter, to leave': {
    request: (to) => subscribe(to),
    link: (mail) => linkOf(mail, '/api/newsletter/leave/'),
    leadsTo: 'a page with one button',
    async use(link, to, browser) {
      expect((await browser.press(link)).status).toBe(200);
      await expectLeft(to);
    },
  },
  'confirm-newsletter, to leave with one click of the mail program': {
    request: (to) => subscribe(to),
    link: ({ headers }) => /^<(.*)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '',
    leadsTo: 'a page with one button',
    async use(link, to) {
      expect((await oneClick(link)).status).toBe(200);
      await expectLeft(to);
    },
  },
  'webhook-disabled': {
    async request(to) {
      const { browser, userId } = await userAt(to);
      await sql('update app_public.users set is_admin = true where id = $1', [userId]);
      const create =
        'createWebhookEndpoint(input: { url: "https://receiver.invalid/", events: [USER_CREATED] }) { webhookEndpoint { id } }';
      const { data } = await browser.graphql<{ createWebhookEndpoint: { webhookEndpoint: { id: string } } }>(`mutation { ${create} }`);
      const id = data?.createWebhookEndpoint.webhookEndpoint.id;
      await sql(`update app_public.webhook_endpoints set failing_since = now() - interval '4 days' where id = $1`, [id]);
      return signUp(site, email());
    },
    link: (mail) => linkOf(mail, '/admin/webhooks/'),
    leadsTo: 'a page of the site',
    use: async () => undefined,
  },
  'reset-password': {
    async request(to) {
      await sql(`insert into auth."user" ("name", "email", "emailVerified") values ('Ada', $1, true)`, [to]);
      return site.newBrowser().post('/api/auth/request-password-reset', { email: to, redirectTo: '/reset-password' });
    },
    link: (mail) => linkOf(mail, '/api/auth/reset-password/'),
    leadsTo: 'a form',
    async use(link, to, browser) {
      const target = new URL((await browser.open(link)).headers.get('location') ?? '', site.url);
      expect(target.pathname).toBe('/reset-password');
      const token = target.searchParams.get('token');
      expect((await browser.post('/api/auth/reset-password', { newPassword: password, token })).status).toBe(200);
      expect((await browser.post('/api/auth/sign-in/email', { email: to, password })).status).toBe(200);
      // A second click leads to the form for another one.
      expect((await browser.open(link)).headers.get('location')).toContain('/reset-password?error=');
    },
  },
  gift: {
    request: (to) => give(to),
    link: (mail) => linkOf(mail, '/checkout/gifts/'),
    leadsTo: 'a page of the site',
    async use(link) {
      const recipient = await signUp(site, email(), 'Rae Recipient');
      const token = link.split('/').at(-1);
      await recipient.browser.graphql('mutation a($token: String) { redeemGift(input: { token: $token }) { purchase { id } } }', { token });
      expect(await sql('select user_id from app_public.purchases where user_id = $1', [recipient.userId])).toHaveLength(1);
    },
  },
  'team-invitation': {
    request: (to) => invite(to),
    link: (mail) => linkOf(mail, '/invitations/'),
    leadsTo: 'a page of the site',
    async use(link) {
      const adHoc = await signUp(site, email(), 'Gus Guest');
      const token = new URL(link).pathname.split('/').at(-1);
      await adHoc.browser.graphql('mutation a($token: String) { acceptInvitation(input: { token: $token }) { teamMember { userId } } }', {
        token,
      });
      expect(await sql('select user_id from app_public.team_members where user_id = $1', [adHoc.userId])).toHaveLength(1);
    },
  },
};

function oneClick(link: string): Promise<Response> {
  return fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
}

/** Opens a link as link scanners do: repeatedly with GET and HEAD, without cookies. */
async function expectNothingChanges(link: string, leadsTo: Row['leadsTo'], browser: Browser): Promise<void> {
  const before = await fingerprint();
  const { pathname, search } = new URL(link);
  for (const scanner of [site.newBrowser(), browser]) {
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD']) {
      const answer: Answer = await scanner.send(method, `${pathname}${search}`);
      expect([method, answer.status, answer.setCookies]).toEqual([method, leadsTo === 'a form' ? 302 : 200, []]);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      if (leadsTo === 'a form') continue;
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(answer.headers.get('referrer-policy')).toBe('same-origin');
      if (method === 'HEAD') expect(answer.text).toBe('');
      else expect([answer.text.match(/<button/g)?.length, /<script/.test(answer.text)]).toEqual([1, false]);
    }
  }
  expect(await fingerprint()).toEqual(before);
}

describe('every emailed link', () => {
  test('is listed here', () => {
    const kinds = mailSchema.options.map(({ shape }) => shape.kind.value);
    expect(new Set(Object.keys(rows).map((name) => name.split(',', 1)[0]))).toEqual(new Set(kinds));
  });

  test.each(Object.entries(rows))(
    'changes nothing until its button is clicked: %s @AUTH-01',
    async (name, { request, link, leadsTo, use }) => {
      const to = email();
      const browser = site.newBrowser();
      await request(to, browser);
      const mail = await mailTo(to);
      const address = link(mail);
      expect(new URL(address).pathname.startsWith('/api/'), name).toBe(leadsTo !== 'a page of the site');
      if (leadsTo !== 'a page of the site') await expectNothingChanges(address, leadsTo, browser);
      await use(address, to, browser);
      // Any other link of the email is another row, the form for it, or the home page.
      const sameKind = Object.entries(rows).filter(([other]) => other.split(',', 1)[0] === name.split(',', 1)[0]);
      const links = new Set(mail.text.match(/https?:\/\/[^\s>]+/g));
      for (const [, row] of sameKind) links.delete(row.link(mail));
      expect([...links]).toEqual([site.url]);
    },
  );

  test('to unsubscribe changes nothing until its button is clicked, and mail programs can click it', async () => {
    const { userId } = await signUp(site, email());
    const tokens = createUnsubscribeTokens(site.db.secretKey);
    const stopUrl = `${site.url}/api/unsubscribe/${tokens.issue({ userId, discussionId: null })}`;
    const item = {
      kind: 'REPLY',
      discussionId: 'd',
      commentId: 'c',
      body: { type: 'doc', content: [] },
      who: 'Ada',
      about: 'A clip',
    } as const;
    const notification = notificationEmail([item], { rhythm: 'AT_ONCE', publicUrl: site.url, siteName: 'newline', stopUrl });
    const links = [notification.action.url, ...notification.notes.flatMap((note) => (typeof note === 'string' ? [] : [note.link.url]))];
    expect(links).toEqual([`${site.url}/discussions/d#c`, stopUrl]);
    const rhythm = () => sql('select mail_notices from app_public.user_settings where user_id = $1', [userId]);
    for (const press of [() => site.newBrowser().press(stopUrl), () => oneClick(stopUrl)]) {
      await sql(`update app_public.user_settings set mail_notices = 'AT_ONCE' where user_id = $1`, [userId]);
      await expectNothingChanges(stopUrl, 'a page with one button', site.newBrowser());
      expect((await press()).status).toBe(200);
      expect(await rhythm()).toEqual([{ mail_notices: 'NONE' }]);
    }
  });

  test('works only from a page of this site: another site’s form signs no one in @AUTH-01', async () => {
    const to = email();
    const browser = site.newBrowser();
    await browser.post('/api/auth/sign-in/magic-link', { email: to, callbackURL: '/' });
    const address = linkOf(await mailTo(to), '/api/auth/magic-link/verify');
    const foreign = await browser.press(address, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      cookie: 'newline.session_token=x',
    });
    expect([foreign.status, await isSignedIn(browser)]).toEqual([403, false]);
    expect((await browser.press(address)).status).toBe(302);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
