import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { cpuTimed } from '../cpu-time.ts';
import { password, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  // One trusted proxy, so that a test can set the IP address of a request.
  site = await startTestApi({ trustProxy: 1 });
});
afterAll(() => site.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const wrong = async (email: string, headers: Record<string, string>, path = '/api/auth/sign-in/email') =>
  (await site.newBrowser().post(path, { email, password: 'not the password' }, headers)).status;

describe('guessing a password @AUTH-01', () => {
  test('at most 10 of 200 attempts at one account from one subnet are checked, and the owner isn’t locked out', async () => {
    const { email } = await signUp(site, 'target@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 200; n += 20) {
      statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => wrong(email, from('2001:db8:1:1::1'))))));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);

    const blocked = await site.newBrowser().post('/api/auth/sign-in/email', { email, password }, from('2001:db8:1:1::1'));
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    // Another address of the same /64, another spelling, a claimed client behind the proxy: all are the same subnet.
    for (const address of ['2001:db8:1:1:ffff::9', '2001:DB8:1:1:0:0:0:1', '198.51.100.7, 2001:db8:1:1::3']) {
      expect(await wrong(email, from(address))).toBe(429);
    }
    expect(await wrong(email.toUpperCase(), from('2001:db8:1:1::1'))).toBe(429);
    for (const path of [
      '/api/auth//sign-in/email',
      '//api/auth/sign-in/email',
      '/api/auth/sign-in/email/',
      '/api/auth/sign-in//email',
      '/api/auth/./sign-in/email',
    ]) {
      expect([404, 429]).toContain(await wrong(email, from('2001:db8:1:1::1'), path));
    }
    const owner = await site.newBrowser().post('/api/auth/sign-in/email', { email, password }, from('203.0.113.9'));
    expect(owner.status).toBe(200);
  });

  test('the IP addresses of one /64 share their attempts at an account', async () => {
    const { email } = await signUp(site, 'neighbours@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push(await wrong(email, from(`2001:db8:7:1::${n + 1}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(await wrong(email, from('2001:db8:7:2::1'))).toBe(401);
  });

  test('the subnets of one /48 share 30 attempts at an account, and another /48 has its own', async () => {
    const { email } = await signUp(site, 'prefix@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) statuses.push(await wrong(email, from(`2001:db8:48:${n.toString(16)}::1`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(await wrong(email, from('2001:db8:49:1::1'))).toBe(401);
  });

  test('an account has a limit across all networks that locks out neither its owner’s browser nor emailed links', async () => {
    const { email, browser } = await signUp(site, 'everywhere@example.com');
    const { browser: guesser } = await signUp(site, 'guesser@example.com');
    expect(await wrong(email, from('198.51.100.1'))).toBe(401);
    // 99 more from other subnets, without hashing 99 passwords.
    await site.db.superuser.query(
      `update auth.attempts set points = 100 where points = 1 and key like 'signInAccount:%' and key = any (select key from auth.attempts order by expire desc limit 1)`,
    );
    const right = (caller: Browser, address: string) => caller.post('/api/auth/sign-in/email', { email, password }, from(address));
    for (const address of ['198.51.100.2', '2001:db8:50:1::1']) expect((await right(site.newBrowser(), address)).status).toBe(429);
    // A browser that is known for another account proves nothing for this one.
    expect((await right(guesser, '198.51.100.3')).status).toBe(429);
    const link = await site.newBrowser().post('/api/auth/sign-in/magic-link', { email }, from('198.51.100.4'));
    expect(link.status).toBe(200);
    expect((await right(browser, '198.51.100.5')).status).toBe(200);
    // The owner's sign-in resets the count.
    expect((await right(site.newBrowser(), '198.51.100.6')).status).toBe(200);
  });

  test('a port after the IP address in X-Forwarded-For doesn’t make it another subnet', async () => {
    const { email } = await signUp(site, 'ports@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) statuses.push(await wrong(email, from(n % 2 ? `203.0.113.44:${4000 + n}` : '203.0.113.44')));
    for (let n = 0; n < 14; n += 1)
      statuses.push(await wrong(email, from(n % 2 ? `[2001:db8:60:1::${n}]:${4000 + n}` : `2001:db8:60:1::${n}`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  });

  test('the right password resets the attempts', async () => {
    const { email } = await signUp(site, 'clumsy@example.com');
    for (let n = 0; n < 9; n += 1) expect(await wrong(email, {})).toBe(401);
    await signIn(site, email);
    for (let n = 0; n < 9; n += 1) expect(await wrong(email, {})).toBe(401);
  });

  test('a subnet that tries many accounts is stopped', async () => {
    expect(await wrong('nobody-1@example.com', from('192.0.2.77'))).toBe(401);
    // 98 more accounts, without hashing 98 passwords.
    await site.db.superuser.query(`update auth."rateLimit" set "count" = 99 where "key" = '192.0.2.77|/sign-in/email'`);
    expect(await wrong('nobody-100@example.com', from('192.0.2.77'))).toBe(401);
    const blocked = await site
      .newBrowser()
      .post('/api/auth/sign-in/email', { email: 'nobody-101@example.com', password: 'not the password' }, from('192.0.2.77'));
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(blocked.headers.get('retry-after'))).toBeLessThanOrEqual(300);
    expect(await wrong('nobody-101@example.com', from('192.0.2.78'))).toBe(401);
  });

  test('unknown sign-in paths are not found and leave no counter behind', async () => {
    const counts = async () =>
      (await site.db.superuser.query<{ key: string }>(`select "key" from auth."rateLimit" where "key" like '198.18.0.%'`)).rows;
    const madeUpPaths = Array.from({ length: 20 }, (_, n) => `/made-up-${n}`);
    const long = 'x'.repeat(9000);
    const more = [
      `/${long}`,
      `/reset-password/${long}`,
      '/callback/made-up',
      '/sign-in/email/',
      '//sign-in/email',
      '/sign-in/%65mail',
      '/ok/',
    ];
    for (const [n, path] of [...madeUpPaths, ...more].entries()) {
      const answers = [
        await site.newBrowser().get(`/api/auth${path}`, from(`198.18.0.${n}`)),
        await site.newBrowser().post(`/api/auth${path}`, { email: 'a@example.com', password: 'not the password' }, from(`198.18.0.${n}`)),
      ];
      expect(
        answers.map(({ status }) => status),
        path.slice(0, 40),
      ).toEqual([404, 404]);
    }
    // Tokens can be made up as easily as paths.
    for (let n = 0; n < 5; n += 1)
      expect(
        (await site.newBrowser().get(`/api/auth/reset-password/made-up-${n}?callbackURL=/reset-password`, from(`198.18.0.${n}`))).status,
      ).toBe(302);
    expect(await counts()).toEqual([]);
    expect((await site.newBrowser().get('/api/auth/ok', from('198.18.0.200'))).status).toBe(200);
    expect(await counts()).toEqual([{ key: '198.18.0.200|/ok' }]);
  });

  test('a client can’t choose its own IP address', async () => {
    const { email } = await signUp(site, 'spoofed@example.com');
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1)
      statuses.push(
        await wrong(email, {
          // The proxy appends the address it saw to what the client sent.
          'x-forwarded-for': `10.0.0.${n}, 192.0.2.8`,
          'x-newline-network': `10.0.0.${n}`,
          'x-real-ip': `10.0.0.${n}`,
          forwarded: `for=10.0.0.${n}`,
        }),
      );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });

  test('the emails to one address are limited per hour, and the response doesn’t reveal it', async () => {
    const email = 'flooded@example.com';
    for (let n = 0; n < 9; n += 1) {
      // All spellings are one email address.
      const spelled = [...email].map((character, at) => ((n >> (at % 4)) & 1 ? character.toUpperCase() : character)).join('');
      const answer = await site.newBrowser().post('/api/auth/sign-in/magic-link', { email: spelled }, from(`192.0.2.${100 + n}`));
      expect(answer.json()).toEqual({ status: true });
    }
    const { rows } = await site.db.superuser.query<{ points: number }>(
      `select points from auth.attempts where key like 'mail:%' order by points desc limit 1`,
    );
    expect(rows[0]?.points).toBe(9);
    expect(site.logLines.filter((line) => line.includes('hourly share'))).toHaveLength(3);
  });
});

describe('finding out who has an account @AUTH-01', () => {
  const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
  const samples = isFullRun ? 100 : 6;
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  type Case = { what: string; path: string; body: (email: string) => object; maxGapMs: number; isSteady?: true };
  const cases: Case[] = [
    { what: 'a wrong password', path: '/sign-in/email', body: (email) => ({ email, password: 'not the password' }), maxGapMs: 40 },
    { what: 'signing up', path: '/sign-up/email', body: (email) => ({ email, password, name: 'Someone' }), maxGapMs: 260, isSteady: true },
    {
      what: 'a new password',
      path: '/request-password-reset',
      body: (email) => ({ email, redirectTo: '/reset-password' }),
      maxGapMs: 40,
      isSteady: true,
    },
    { what: 'a link', path: '/sign-in/magic-link', body: (email) => ({ email }), maxGapMs: 40, isSteady: true },
    { what: 'the verification mail', path: '/send-verification-email', body: (email) => ({ email }), maxGapMs: 260 },
  ];
  test.each(cases)(
    '$what: the same response in the same time for known and unknown addresses',
    async ({ path, body, maxGapMs, isSteady }) => {
      await site.db.superuser.query(`delete from auth."rateLimit"`);
      const hash = await (await (await site.api.auth()).$context).password.hash(password);
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const work: typeof times = { known: [], unknown: [] };
      const answers = new Set<string>();
      for (let n = 0; n < samples; n += 1) {
        await site.db.superuser.query(
          `with u as (insert into auth."user" ("name", "email", "emailVerified") values ('Known', $1, true) on conflict do nothing returning id)
         insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt") select id::text, 'credential', id, $2, now() from u`,
          [`known-${n}@example.com`, hash],
        );
        for (const kind of ['known', 'unknown'] as const) {
          const email = kind === 'known' ? `known-${n}@example.com` : `unknown-${path.replaceAll('/', '-')}-${n}@example.com`;
          const startedAt = Date.now();
          const { result: answer, cpuMs } = await cpuTimed(() =>
            site.newBrowser().post(`/api/auth${path}`, body(email), from(`198.51.100.${n}`)),
          );
          times[kind].push(Date.now() - startedAt);
          work[kind].push(cpuMs);
          const names = [...answer.headers.keys()].filter((name) => name !== 'date').join();
          const cookies = answer.setCookies.map((line) => line.replace(/=[^;]+/, '=')).join();
          answers.add(`${answer.status} ${names} ${cookies} ${answer.text}`);
        }
      }
      expect([...answers]).toHaveLength(1);
      // These responses take a multiple of 250 ms, whatever the work was. A timer may be a millisecond early.
      if (isSteady) expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(247);
      // The others do the same work: a password is hashed for both.
      else expect(Math.abs(median(work.known) - median(work.unknown))).toBeLessThan(Math.max(maxGapMs, median(work.known) * 0.5));
      if (isFullRun) expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(maxGapMs);
    },
    isFullRun ? 600_000 : 90_000,
  );
});
