import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signIn, signUp } from '../people.ts';
import { makeUser } from '../rows.ts';
import { type Administration, startAdministration } from './start-administration.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());

describe('data that only administrators see @ADMIN-01', () => {
  const reads: readonly (readonly [string, RegExp])[] = [
    ['people(search: "learner@exam") { nodes { username email } }', /learner@example\.com/],
    ['personAccount(userId: "{id}") { email signInMethods sessionsCount commentsCount }', /learner@example\.com.*credential/],
    ['personSessions(userId: "{id}") { nodes { startedAt expiresAt } }', /startedAt/],
    ['signUps(span: WEEK) { nodes { startsOn peopleCount } }', /startsOn/],
    ['administrationOverview { peopleCount staffCount }', /"staffCount":\d/],
    ['newsletterAddresses(search: "grace") { nodes { email firstName state } }', /grace@example\.com/],
    ['sentMails(address: "learner@example.com") { nodes { subject sentAt } }', /Confirm/],
    ['jobs { id task address lastError }', /"jobs":\[/],
    ['oldestDueJobSeconds', /"oldestDueJobSeconds":\d/],
  ];
  test.each(reads)('%s is refused to others', async (field, expected) => {
    const query = `{ ${field.replace('{id}', administration.learner.userId)} }`;
    const codes = [];
    for (const browser of [administration.site.newBrowser(), administration.learner.browser, administration.author.browser])
      codes.push(codeOf(await browser.graphql(query)));
    expect(codes).toEqual(['LOGIN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN']);
    expect(JSON.stringify((await administration.admin.browser.graphql(query)).data)).toMatch(expected);
  });

  // Users see their own data on other pages.
  beforeAll(() =>
    administration.sql(
      `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at)
       select $1, id, kind, now() + interval '1 month' from app_public.plans where slug = 'pro'`,
      [administration.learner.userId],
    ),
  );
  test.each([
    'auditLines { nodes { action } }',
    'reviewList { nodes { id } }',
    'entitlementList { nodes { id } }',
    'subscriptionList { nodes { id } }',
    'itemPriceList { nodes { id } }',
  ])('%s is empty for others', async (field) => {
    const count = async (browser: Browser) =>
      Object.values((await browser.graphql<Record<string, { nodes: unknown[] }>>(`{ ${field} }`)).data ?? {})[0]?.nodes.length;
    expect([
      await count(administration.site.newBrowser()),
      await count(administration.learner.browser),
      await count(administration.author.browser),
    ]).toEqual([0, 0, 0]);
    expect(await count(administration.admin.browser)).toBeGreaterThan(0);
  });
});

describe('users @ADMIN-01', () => {
  test('are found by a part of their name, username or address, in pages; wildcards are taken literally', async () => {
    await Promise.all([makeUser(administration.site.db, 'Zora 100% Neale'), makeUser(administration.site.db, 'Zora Hurston')]);
    const find = async (search: string, more = '') =>
      (
        await administration.admin.browser.graphql<{ people: { nodes: { id: string; displayName: string }[] } }>(
          `query a($search: String!) { people(search: $search ${more}) { nodes { id displayName } } }`,
          { search },
        )
      ).data?.people.nodes ?? [];
    expect((await find('ORA H')).map(({ displayName }) => displayName)).toEqual(['Zora Hurston']);
    expect((await find('100%')).map(({ displayName }) => displayName)).toEqual(['Zora 100% Neale']);
    expect(await find('zo')).toHaveLength(2);
    expect(await find('%')).toEqual([]);
    expect((await find('@learner')).map(({ displayName }) => displayName)).toEqual(['Learner']);
    const all = await find('');
    expect(all.length).toBeGreaterThan(4);
    expect(await find('', `before: "${all[1]?.id}" atMost: 2`)).toEqual(all.slice(2, 4));
    expect((await find('', 'filter: STAFF')).map(({ displayName }) => displayName)).toEqual(['Admin']);
  });

  test('a user who is signed out everywhere is a visitor in the next request', async () => {
    const { userId, browser } = await signUp(administration.site, 'everywhere@example.com', 'Everywhere');
    const phone = await signIn(administration.site, 'everywhere@example.com');
    const viewers = () =>
      Promise.all([browser, phone].map(async (one) => (await one.graphql<{ viewer: object | null }>('{ viewer { id } }')).data?.viewer));
    expect(await viewers()).toEqual([{ id: userId }, { id: userId }]);
    await administration.admin.browser.graphql('mutation a($id: UUID!) { signOutPerson(input: { userId: $id }) { user { id } } }', {
      id: userId,
    });
    expect(await viewers()).toEqual([null, null]);
    expect((await administration.lines()).at(-1)).toMatchObject({
      action: 'person.sign_out',
      details: { username: 'everywhere', sessions: 2 },
    });
    expect((await signIn(administration.site, 'everywhere@example.com', password)).cookieHeader).not.toBe('');
  });

  test('a deleted user is gone as if they had left themselves: no session, no account and no email remains', async () => {
    const { userId, browser } = await signUp(administration.site, 'gone@example.com', 'Gone');
    const answer = await administration.admin.browser.graphql(
      'mutation a($id: UUID!) { deletePerson(input: { userId: $id, username: "gone" }) { result } }',
      { id: userId },
    );
    expect(answer.data).toEqual({ deletePerson: { result: true } });
    expect((await browser.graphql<{ viewer: object | null }>('{ viewer { id } }')).data?.viewer).toBeNull();
    expect((await administration.site.newBrowser().post('/api/auth/sign-in/email', { email: 'gone@example.com', password })).status).toBe(
      401,
    );
    expect(await administration.sql(`select address from app_private.sent_mails where address = 'gone@example.com'`)).toEqual([]);
  });
});

describe('reviews @ADMIN-01', () => {
  test('a hidden one is left out of lists and averages; its author sees that it is hidden and why', async () => {
    const query = `{ courseBySlug(slug: "sold") { numReviews ratings ratingCount testimonials { totalCount nodes { id hiddenAt hiddenReason } } } }`;
    type Data = { courseBySlug: { numReviews: number; ratings: number[]; testimonials: { nodes: { hiddenReason: string | null }[] } } };
    const see = async (browser: Browser) => (await browser.graphql<Data>(query)).data?.courseBySlug;
    expect(await see(administration.site.newBrowser())).toMatchObject({
      numReviews: 1,
      ratings: [1],
      ratingCount: 1,
      testimonials: { totalCount: 1 },
    });
    const perform = (name: string, variables = '') =>
      administration.admin.browser.graphql(
        `mutation { ${name}(input: { id: "${administration.reviewId}" ${variables} }) { testimonial { id } } }`,
      );
    expect((await perform('hideReview', 'reason: "It names a person."')).errors).toBeUndefined();
    for (const browser of [administration.site.newBrowser(), administration.author.browser]) {
      expect(await see(browser)).toMatchObject({ numReviews: 0, ratings: [], ratingCount: 0, testimonials: { totalCount: 0, nodes: [] } });
    }
    expect(await see(administration.learner.browser)).toMatchObject({
      numReviews: 0,
      ratings: [],
      testimonials: { nodes: [{ hiddenReason: 'It names a person.' }] },
    });
    // Changing a hidden review doesn't show it again.
    const patch = `mutation { updateTestimonialById(input: { id: "${administration.reviewId}", patch: { rating: 2 } }) { testimonial { rating hiddenAt } } }`;
    expect((await administration.learner.browser.graphql(patch)).data).toMatchObject({
      updateTestimonialById: { testimonial: { rating: 2 } },
    });
    expect(await see(administration.site.newBrowser())).toMatchObject({ numReviews: 0, ratingCount: 0 });
    expect((await perform('showReview')).errors).toBeUndefined();
    expect(await see(administration.site.newBrowser())).toMatchObject({ numReviews: 1, ratings: [2], ratingCount: 1 });
  });
});

describe('lists sorted by time @ADMIN-01', () => {
  // Rows that were created in another order than their dates, as in the demo.
  test('reviews come newest first, in pages', async () => {
    for (const [day, texts] of [
      ['03', 'third'],
      ['01', 'first'],
      ['04', 'fourth'],
      ['02', 'second'],
    ] as const)
      await administration.sql(
        `insert into app_public.testimonials (user_id, course_id, rating, quote_md, created_at) values ($1, $2, 5, $3, $4)`,
        [await administration.someone(), administration.courseId, texts, `2020-01-${day}T00:00:00Z`],
      ); // prettier-ignore
    const query = 'query a($before: UUID, $first: Int!) { reviewList(before: $before, first: $first) { nodes { id quoteMd } } }';
    const list = async (before: string | null, first = 100) =>
      (await administration.admin.browser.graphql<{ reviewList: { nodes: { id: string; quoteMd: string }[] } }>(query, { before, first }))
        .data?.reviewList.nodes ?? [];
    const all = await list(null);
    expect(all.map(({ quoteMd }) => quoteMd)).toEqual(['Rude words.', 'fourth', 'third', 'second', 'first']);
    expect(await list(all[1]?.id ?? '', 2)).toEqual(all.slice(2, 4));
  });

  test('subscriptions are found by user, plan and status, newest first', async () => {
    await administration.sql('delete from app_public.subscriptions');
    await administration.sql(`insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, max_seats)
      values ('team', 'Team', 'TEAM', 'YEAR', 9900, 'USD', 10)`);
    const add = async (person: string, plan: string, day: string, status = 'ACTIVE') =>
      administration.sql(
        `insert into app_public.subscriptions (user_id, plan_id, kind, status, period_starts_at, period_ends_at, ended_at, created_at)
         select $1, id, kind, $4::app_public.subscription_status, $3::timestamptz, $3::timestamptz + interval '1 month', case when $4::text = 'ENDED' then now() end, $3::timestamptz from app_public.plans where slug = $2`,
        [person, plan, `2020-02-${day}T00:00:00Z`, status],
      );
    await add(administration.learner.userId, 'pro', '03');
    await add(administration.learner.userId, 'team', '01');
    await add(administration.author.userId, 'pro', '04', 'PAST_DUE');
    await add(administration.learner.userId, 'pro', '02', 'ENDED');
    type Found = { id: string; createdAt: string };
    const find = async (filter: string) =>
      (
        await administration.admin.browser.graphql<{ subscriptionList: { nodes: Found[] } }>(
          `{ subscriptionList${filter} { nodes { id createdAt status user { username } plan { slug } } } }`,
        )
      ).data?.subscriptionList.nodes ?? [];
    const days = async (filter: string) => (await find(filter)).map(({ createdAt }) => createdAt.slice(8, 10));
    expect(await days('')).toEqual(['04', '03', '02', '01']);
    expect(await days('(person: "@LEARNER")')).toEqual(['03', '02', '01']);
    expect(await days('(person: "nobody")')).toEqual([]);
    expect(await days('(status: ENDED)')).toEqual(['02']);
    expect(await days('(status: PAST_DUE)')).toEqual(['04']);
    const planId = await administration.idOf(`select id from app_public.plans where slug = 'team'`);
    expect(await days(`(planId: "${planId}")`)).toEqual(['01']);
    expect(await days(`(before: "${(await find(''))[1]?.id}", first: 1)`)).toEqual(['02']);
  });
});

describe('the newsletter @ADMIN-01', () => {
  test('is exported as CSV without formulas in any cell', async () => {
    const { data } = await administration.admin.browser.graphql<{ exportNewsletter: { result: string } }>(
      'mutation { exportNewsletter(input: {}) { result } }',
    );
    const lines = (data?.exportNewsletter.result ?? '').split('\r\n');
    expect(lines[0]).toBe('email,first_name,state,asked_at,confirmed_at');
    expect(lines[1]).toMatch(/^"grace@example\.com","Grace","CONFIRMED","[^"]+","2026-01-02T03:04:05Z"$/);
    expect(lines[2]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    const cells = await administration.sql<{ cell: string }>(
      String.raw`select app_private.csv_cell(v) as cell from unnest(array['=1', '+1', '-1', '@x', E'\t=1', E' \r=1', '|x', 'a=1', null]) v`,
    );
    expect(cells.map(({ cell }) => cell)).toEqual([`"'=1"`, `"'+1"`, `"'-1"`, `"'@x"`, `"'\t=1"`, `"' \r=1"`, `"'|x"`, '"a=1"', '""']);
  });
});

describe('jobs and emails @ADMIN-01', () => {
  test('a failed email is listed without its link, retried, and then listed as sent', async () => {
    const id = await administration.failedJob();
    const jobs = async () =>
      (
        await administration.admin.browser.graphql<{ jobs: { id: string }[] }>(
          '{ jobs(state: FAILED) { id task address lastError attempts maxAttempts hasFailed } }',
        )
      ).data?.jobs ?? [];
    expect(await jobs()).toContainEqual({
      id,
      task: 'send_mail',
      address: 'ada@example.com',
      lastError: 'No such host',
      attempts: 12,
      maxAttempts: 12,
      hasFailed: true,
    }); // prettier-ignore
    expect(JSON.stringify(await jobs())).not.toContain('canary-token');
    await administration.admin.browser.graphql('mutation a($id: String!) { retryJob(input: { id: $id }) { isDone } }', { id });
    await expect
      .poll(() => administration.sql(`select id from app_private.sent_mails where address = 'ada@example.com'`), { timeout: 10_000 })
      .not.toHaveLength(0);
    await expect.poll(async () => (await jobs()).map((job) => job.id), { timeout: 10_000 }).not.toContain(id);
    const { data } = await administration.admin.browser.graphql<{ sentMails: object }>(
      '{ sentMails(address: "ADA@example.com") { nodes { address subject } } }',
    );
    expect(JSON.stringify(data)).toContain('ada@example.com');
    expect(JSON.stringify(data)).not.toContain('canary-token');
  });
});
