import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Administration, startAdministration } from './start-administration.ts';
import { codeOf } from '../writers.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());

type Action = {
  name: string;
  call: string;
  variables: () => Promise<Record<string, unknown>>;
  line: string;
  details?: object;
  /** SQL that is true once the action is done and false before; $1 is the target. */
  effect: string;
};
let target = '';
const aim = async (id: string | Promise<string>) => ({ id: (target = await id) });
const aComment = async () => {
  const id = await administration.idOf(
    `with d as (insert into app_public.discussions (clip_id) select id from app_public.clips limit 1 on conflict do nothing returning id)
     insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
     select coalesce((select id from d), (select id from app_public.discussions limit 1)), $1, '{"type":"doc","content":[]}', 'Cheap watches.', '<p>Cheap watches.</p>' returning id`,
    [await administration.someone()],
  );
  await administration.sql('update app_public.comments set hidden_at = now() where id = $1', [id]);
  return id;
};
const aSubscription = async () =>
  administration.idOf(
    `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at)
     select $1, id, kind, now() + interval '1 month' from app_public.plans where slug = 'pro' returning id`,
    [await administration.someone()],
  );
const aTag = async (name: string, slug: string) =>
  administration.idOf('insert into app_public.tags (name, slug) values ($1, $2) returning id', [name, slug]);
const isGone = (table: string) => `not exists (select from ${table} where id::text = $1)`;
const adminActions: readonly Action[] = [
  {
    name: 'setAdmin',
    call: 'mutation a($id: UUID!) { setAdmin(input: { userId: $id, isAdmin: true }) { user { isAdmin } } }',
    variables: () => aim(administration.someone()),
    line: 'role.give',
    effect: '(select is_admin from app_public.users where id::text = $1)',
  },
  {
    name: 'setAdmin',
    call: 'mutation a($id: UUID!) { setAdmin(input: { userId: $id, isAdmin: false }) { user { isAdmin } } }',
    async variables() {
      const targetId = await aim(administration.someone());
      await administration.sql('update app_public.users set is_admin = true where id = $1', [target]);
      return targetId;
    },
    line: 'role.take',
    effect: '(select not is_admin from app_public.users where id::text = $1)',
  },
  {
    name: 'suspendUser',
    call: 'mutation a($id: UUID!) { suspendUser(input: { userId: $id, reason: "Spam." }) { user { id } } }',
    variables: () => aim(administration.someone()),
    line: 'person.suspend',
    details: { reason: 'Spam.' },
    effect: `exists (select from app_public.suspensions where user_id::text = $1 and reason = 'Spam.' and ends_at is null)`,
  },
  {
    name: 'endSuspension',
    call: 'mutation a($id: UUID!) { endSuspension(input: { userId: $id }) { user { id } } }',
    async variables() {
      const targetId = await aim(administration.someone());
      await administration.sql('insert into app_public.suspensions (user_id) values ($1)', [target]);
      return targetId;
    },
    line: 'person.end_suspension',
    effect: 'not exists (select from app_public.suspensions where user_id::text = $1)',
  },
  {
    name: 'signOutPerson',
    call: 'mutation a($id: UUID!) { signOutPerson(input: { userId: $id }) { user { id } } }',
    async variables() {
      const targetId = await aim(administration.someone());
      await administration.sql(
        `insert into auth.session ("userId", "token", "expiresAt", "updatedAt") values ($1::uuid, 'token of ' || $1::text, now() + interval '1 day', now())`,
        [target],
      );
      return targetId;
    },
    line: 'person.sign_out',
    details: { sessions: 1 },
    effect: 'not exists (select from auth.session where "userId"::text = $1)',
  },
  {
    name: 'deletePerson',
    call: 'mutation a($id: UUID!, $username: String!) { deletePerson(input: { userId: $id, username: $username }) { result } }',
    async variables() {
      const targetId = await aim(administration.someone());
      const [user] = await administration.sql<{ username: string }>('select username from app_public.users where id = $1', [target]);
      return { ...targetId, username: user?.username };
    },
    line: 'person.delete',
    effect: `${isGone('app_public.users')} and ${isGone('auth."user"')}`,
  },
  {
    name: 'approveComment',
    call: 'mutation a($id: UUID!) { approveComment(input: { id: $id }) { comment { id } } }',
    variables: () => aim(aComment()),
    line: 'comment.approve',
    effect: '(select hidden_at is null from app_public.comments where id::text = $1)',
  },
  {
    name: 'updateCommentById',
    call: 'mutation a($id: UUID!) { updateCommentById(input: { id: $id, patch: { deleted: true } }) { comment { id } } }',
    variables: () => aim(aComment()),
    line: 'comment.delete',
    effect: '(select deleted from app_public.comments where id::text = $1)',
  },
  {
    name: 'hideReview',
    call: 'mutation a($id: UUID!) { hideReview(input: { id: $id, reason: "Rude." }) { testimonial { hiddenAt } } }',
    variables: () => aim(administration.reviewId),
    line: 'review.hide',
    details: { username: 'learner', reason: 'Rude.' },
    effect: `exists (select from app_public.testimonials where id::text = $1 and hidden_at is not null and hidden_reason = 'Rude.')`,
  },
  {
    name: 'showReview',
    call: 'mutation a($id: UUID!) { showReview(input: { id: $id }) { testimonial { hiddenAt } } }',
    variables: () => aim(administration.reviewId),
    line: 'review.show',
    details: { username: 'learner' },
    effect: '(select hidden_at is null from app_public.testimonials where id::text = $1)',
  },
  {
    name: 'grantEntitlement',
    call: 'mutation a($id: UUID!) { grantEntitlement(input: { userId: $id, kind: PRO }) { entitlement { id } } }',
    variables: () => aim(administration.someone()),
    line: 'grant.give',
    details: { kind: 'PRO' },
    effect: `exists (select from app_public.entitlements where user_id::text = $1 and kind = 'PRO' and ends_at is null and source = 'grant')`,
  },
  {
    name: 'giveAccess',
    call: 'mutation a($username: String!) { giveAccess(input: { username: $username, kind: COURSE, itemSlug: "sold" }) { entitlement { id } } }',
    variables: async () => ({ ...(await aim(administration.learner.userId)), username: '@Learner' }),
    line: 'grant.give',
    details: { username: 'learner', kind: 'COURSE' },
    effect: `exists (select from app_public.entitlements e join app_public.courses c on c.id = e.course_id where e.user_id::text = $1 and c.slug = 'sold' and e.ends_at is null)`,
  },
  {
    name: 'endEntitlement',
    call: 'mutation a($id: UUID!) { endEntitlement(input: { entitlementId: $id }) { entitlement { endsAt } } }',
    variables: async () =>
      aim(
        administration.idOf(`insert into app_public.entitlements (user_id, kind, source) values ($1, 'PRO', 'grant') returning id`, [
          await administration.someone(),
        ]),
      ),
    line: 'grant.end',
    details: { kind: 'PRO', source: 'grant' },
    effect: '(select coalesce(ends_at <= now(), false) from app_public.entitlements where id::text = $1)',
  },
  {
    name: 'giveSubscription',
    call: `mutation a($username: String!, $planId: UUID!) {
      giveSubscription(input: { username: $username, planId: $planId, endsAt: "2999-12-31T23:59:59Z" }) { planSubscription { id } } }`,
    async variables() {
      await aim(administration.someone());
      const [user] = await administration.sql<{ username: string }>('select username from app_public.users where id = $1', [target]);
      return {
        id: target,
        username: `@${user?.username.toUpperCase()}`,
        planId: await administration.idOf(`select id from app_public.plans where slug = 'pro'`),
      };
    },
    line: 'subscription.give',
    details: { plan: 'pro', endsAt: '2999-12-31T23:59:59+00:00' },
    effect: `(select count(*) = 1 and bool_and(s.status = 'ACTIVE' and s.cancels_at_period_end and s.provider = 'manual') from app_public.subscriptions s
      join app_public.entitlements e on e.source = 'subscription:' || s.id and e.kind = 'PRO' and e.ends_at = s.period_ends_at where s.user_id::text = $1)`,
  },
  {
    name: 'endSubscription',
    call: 'mutation a($id: UUID!) { endSubscription(input: { subscriptionId: $id }) { planSubscription { status } } }',
    variables: () => aim(aSubscription()),
    line: 'subscription.end',
    details: { plan: 'pro' },
    effect: `exists (select from app_public.subscriptions s join app_public.entitlements e on e.source = 'subscription:' || s.id
      where s.id::text = $1 and s.status = 'ENDED' and s.ended_at <= now() and e.ends_at <= now())`,
  },
  {
    name: 'saveProduct',
    call: `mutation a($name: String) { saveProduct(input: { changes: { name: $name, kind: TEAM, minSeats: 2, maxSeats: 9, features: [" One ", ""], trialDays: 7 },
      prices: [{ billingInterval: MONTH, amountCents: 900, currency: "USD" }, { billingInterval: YEAR, amountCents: 9000, currency: "USD" }] }) { product { id } } }`,
    variables: () => Promise.resolve({ name: 'Studio' }),
    line: 'plan.create',
    details: { name: 'Studio', prices: '900 USD a month, 9000 USD a year' },
    effect: `(select count(*) = 2 and bool_and(p.is_offered and p.min_seats = 2 and p.max_seats = 9 and r.features = '{One}' and r.trial_days = 7 and $1::text is not null)
      and string_agg(p.slug, ' ' order by p.slug) = 'studio-monthly-usd studio-yearly-usd' from app_public.plans p join app_public.products r on r.id = p.product_id where r.name = 'Studio')`,
  },
  {
    name: 'saveProduct',
    call: `mutation a($id: UUID!) { saveProduct(input: { id: $id, changes: { name: "Pro", isHighlighted: true },
      prices: [{ billingInterval: MONTH, amountCents: 2900, currency: "USD" }] }) { product { id } } }`,
    variables: () => aim(administration.idOf(`select product_id as id from app_public.plans where slug = 'pro'`)),
    line: 'plan.change',
    details: { name: 'Pro', prices: '2900 USD a month' },
    // The former price stays as it is, for those who pay it, and the link to the checkout leads to the new one.
    effect: `exists (select from app_public.plans p where p.product_id::text = $1 and p.slug = 'pro' and p.amount_cents = 2900 and p.stripe_price_id is null and p.is_offered)
      and exists (select from app_public.plans p where p.product_id::text = $1 and p.amount_cents = 2500 and p.stripe_price_id = 'price_old' and not p.is_offered)`,
  },
  {
    name: 'moveProduct',
    call: 'mutation a($id: UUID!) { moveProduct(input: { id: $id, position: 1 }) { product { position } } }',
    variables: () =>
      aim(administration.idOf(`insert into app_public.products (name, kind, position) values ('Last', 'PRO', 99) returning id`)),
    line: 'plan.order',
    details: { name: 'Last', position: 1 },
    effect: `(select p.id::text = $1 from app_public.products p where p.is_offered order by p.position limit 1)`,
  },
  {
    name: 'retireProduct',
    call: 'mutation a($id: UUID!) { retireProduct(input: { id: $id }) { product { isOffered } } }',
    async variables() {
      await aim(administration.idOf(`insert into app_public.products (name, kind) values ('Old', 'PRO') returning id`));
      await administration.sql(
        `insert into app_public.plans (product_id, slug, name, kind, billing_interval, amount_cents, currency) values ($1, 'old', 'Old', 'PRO', 'YEAR', 100, 'USD')`,
        [target],
      );
      return { id: target };
    },
    line: 'plan.retire',
    details: { name: 'Old' },
    effect:
      '(select bool_and(not r.is_offered and not p.is_offered) from app_public.products r join app_public.plans p on p.product_id = r.id where r.id::text = $1)',
  },
  {
    name: 'saveTag',
    call: `mutation a($name: String) { saveTag(input: { changes: { name: $name, icon: "react", color: "#BF2A12" } }) { tag { id } } }`,
    variables: () => Promise.resolve({ name: 'React Native' }),
    line: 'tag.create',
    details: { name: 'React Native', slug: 'react-native' },
    effect: `exists (select from app_public.tags where slug = 'react-native' and icon = 'react' and color = '#bf2a12' and not is_category and $1::text is not null)`,
  },
  {
    name: 'saveTag',
    call: `mutation a($id: UUID!) { saveTag(input: { id: $id, changes: { name: "Databases", slug: "databases", isCategory: true } }) { tag { id } } }`,
    variables: () => aim(aTag('DB', 'db')),
    line: 'tag.change',
    details: { name: 'Databases', oldName: 'DB', slug: 'databases' },
    // Links to the former slug lead to it.
    effect: `(select name = 'Databases' and is_category and position > 0 and app_private.tag_id_of('db') = id from app_public.tags where id::text = $1)`,
  },
  {
    name: 'moveCategory',
    call: 'mutation a($id: UUID!) { moveCategory(input: { id: $id, position: 1 }) { tag { position } } }',
    async variables() {
      await aim(aTag('Last', 'last'));
      await administration.sql('update app_public.tags set is_category = true, position = 99 where id = $1', [target]);
      return { id: target };
    },
    line: 'tag.order',
    details: { name: 'Last', position: 1 },
    effect: '(select id::text = $1 from app_public.tags where is_category order by position limit 1)',
  },
  {
    name: 'mergeTags',
    call: 'mutation a($id: UUID!, $intoId: UUID!) { mergeTags(input: { id: $id, intoId: $intoId }) { tag { id } } }',
    async variables() {
      const intoId = await aTag('JavaScript', 'javascript');
      await aim(aTag('JS', 'js'));
      await administration.sql('insert into app_public.taggings (tag_id, course_id) values ($1, $2)', [target, administration.courseId]);
      return { id: target, intoId };
    },
    line: 'tag.merge',
    details: { name: 'JS', into: 'JavaScript' },
    effect: `not exists (select from app_public.tags where id::text = $1) and exists (select from app_public.taggings g
      join app_public.tags t on t.id = g.tag_id where t.slug = 'javascript' and app_private.tag_id_of('js') = t.id)`,
  },
  {
    name: 'deleteTag',
    call: 'mutation a($id: UUID!) { deleteTag(input: { id: $id }) { result } }',
    variables: () => aim(aTag('Unused', 'unused')),
    line: 'tag.delete',
    details: { name: 'Unused' },
    effect: isGone('app_public.tags'),
  },
  {
    name: 'saveRedirects',
    call: `mutation a($from: String) { saveRedirects(input: { entries: [{ fromPath: $from, toUrl: "/courses?a=1" }, { fromPath: "/b/c", toUrl: "/former", status: 308 }] }) { result } }`,
    variables: () => Promise.resolve({ from: '/former/' }),
    line: 'redirect.save',
    details: { count: 2, from: '/former/', to: '/courses?a=1' },
    effect: `(select count(*) = 2 and $1::text is not null from app_public.redirects where (from_path, to_url, status) in (('/former', '/courses?a=1', 301), ('/b/c', '/former', 308)))`,
  },
  {
    name: 'deleteRedirect',
    call: 'mutation a($id: UUID!) { deleteRedirect(input: { id: $id }) { result } }',
    variables: () =>
      aim(administration.idOf(`insert into app_public.redirects (from_path, to_url) values ('/gone', '/books') returning id`)),
    line: 'redirect.delete',
    details: { from: '/gone', to: '/books' },
    effect: isGone('app_public.redirects'),
  },
  {
    name: 'changeItemPrice',
    call: 'mutation a($id: UUID!) { changeItemPrice(input: { id: $id, amountCents: 4900 }) { itemPrice { amountCents } } }',
    variables: () => aim(administration.idOf('select id from app_public.item_prices')),
    line: 'price.change',
    details: { oldCents: 3900, amountCents: 4900 },
    effect: '(select amount_cents = 4900 from app_public.item_prices where id::text = $1)',
  },
  {
    name: 'exportNewsletter',
    call: 'mutation a { exportNewsletter(input: {}) { result } }',
    variables: () => Promise.resolve({}),
    line: 'newsletter.export',
    details: { addresses: 2 },
    // Another test checks the content of the file.
    effect: `exists (select from app_public.audit_log where action = 'newsletter.export' and $1::text is not null)`,
  },
  {
    name: 'removeNewsletterAddress',
    call: 'mutation a($id: UUID!) { removeNewsletterAddress(input: { id: $id }) { result } }',
    variables: () => aim(administration.idOf(`select id from app_private.newsletter_subscribers where email = 'waiting@example.com'`)),
    line: 'newsletter.remove',
    effect: isGone('app_private.newsletter_subscribers'),
  },
  {
    name: 'retryJob',
    call: 'mutation a($id: String!) { retryJob(input: { id: $id }) { isDone } }',
    variables: () => aim(administration.failedJob()),
    line: 'job.retry',
    details: { task: 'send_mail', error: 'No such host' },
    // Due again with all tries, or done already.
    effect: 'not exists (select from graphile_worker._private_jobs where id::text = $1 and attempts = 12)',
  },
  {
    name: 'removeJob',
    call: 'mutation a($id: String!) { removeJob(input: { id: $id }) { isDone } }',
    variables: () => aim(administration.failedJob()),
    line: 'job.remove',
    effect: isGone('graphile_worker._private_jobs'),
  },
];
const isDone = async (effect: string) => (await administration.sql<{ is: boolean }>(`select ${effect} as is`, [target]))[0]?.is;

test('every act of staff that there is stands in the table of acts, with the line that it leaves @ADMIN-01', async () => {
  const schema = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const mutations = /^type Mutation \{$(.*?)^\}$/msu.exec(schema)?.[1] ?? '';
  const forStaff = [...mutations.matchAll(/"""\s+([^"]+?)\s+"""\s+(\w+)\(/gu)].flatMap(([, description = '', name = '']) =>
    /\b(?:By|For) (?:staff|administrators)\./u.test(description) ? [name] : [],
  );
  expect(forStaff.length).toBeGreaterThan(15);
  // A comment's author can delete it too. The settings of the site have tests of their own (tests/site); an image is only stored until they name it.
  const settings = ['saveSiteSettings', 'createSiteImage'];
  expect(new Set([...forStaff, 'updateCommentById'])).toEqual(new Set([...adminActions.map(({ name }) => name), ...settings]));
  const written = await administration.sql<{ line: string }>(
    String.raw`select distinct m[1] as line from pg_proc p, regexp_matches(p.prosrc, $$'([a-z]+\.[a-z_]+)'$$, 'g') m
     where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and p.prosrc ~ 'app_private\.audit\('`,
  );
  expect(new Set([...written.map(({ line }) => line), 'job.retry', 'job.remove'])).toEqual(
    new Set([...adminActions.map(({ line }) => line), 'site.change']),
  );
});

describe('acts of administration @ADMIN-01', () => {
  beforeEach(() => administration.sql('truncate app_public.audit_log'));

  test.each(adminActions)('$name is for staff alone, and leaves its line $line', async ({ call, variables, line, details, effect }) => {
    const targetId = await variables();
    await administration.sql('truncate app_public.audit_log');
    expect(await isDone(effect)).toBe(false);
    const refused = [];
    for (const browser of [administration.site.newBrowser(), administration.learner.browser, administration.author.browser])
      refused.push(codeOf(await browser.graphql(call, targetId)));
    expect(refused).toEqual(['LOGIN_REQUIRED', 'FORBIDDEN', 'FORBIDDEN']);
    expect(await administration.lines()).toEqual([]);
    expect(await isDone(effect)).toBe(false);
    const answer = await administration.admin.browser.graphql(call, targetId);
    expect(answer.errors).toBeUndefined();
    // 'admin' is reserved: the user named Admin has the username 'reader'.
    expect(await administration.lines()).toMatchObject([{ user_name: 'reader', action: line, details: details ?? {} }]);
    expect(await isDone(effect)).toBe(true);
  });

  test('what does not exist is NOT_FOUND, and leaves none', async () => {
    const id0 = '00000000-0000-7000-8000-000000000000';
    const nothing = { id: id0, intoId: id0, username: 'nobody', planId: id0 };
    const uuidActions = adminActions.filter(
      ({ name, line }) =>
        !['endSuspension', 'exportNewsletter', 'retryJob', 'removeJob', 'saveRedirects'].includes(name) && !line.endsWith('.create'),
    );
    for (const { name, call } of uuidActions)
      expect(codeOf(await administration.admin.browser.graphql(call, nothing)), name).toBe('NOT_FOUND');
    for (const { name, call } of adminActions.filter(({ name: of }) => of.endsWith('Job'))) {
      for (const id of ['999999', 'x']) expect(codeOf(await administration.admin.browser.graphql(call, { id })), name).toBe('NOT_FOUND');
    }
    expect(await administration.lines()).toEqual([]);
  });

  test('what a form can get wrong is BAD_INPUT or CONFLICT, and leaves none', async () => {
    const planId = await administration.idOf(`select id from app_public.plans where slug = 'pro'`);
    const sortedId = await aTag('Sorted', 'sorted');
    await administration.sql('insert into app_public.taggings (tag_id, course_id) values ($1, $2)', [sortedId, administration.courseId]);
    const monthly = '{ billingInterval: MONTH, amountCents: 100, currency: "USD" }';
    const suspended = await administration.someone();
    await administration.sql('insert into app_public.suspensions (user_id) values ($1)', [suspended]);
    const paidId = await administration.idOf(
      `insert into app_public.subscriptions (user_id, plan_id, kind, provider, provider_subscription_id, period_ends_at)
       values ($1, $2, 'PRO', 'stripe', 'sub_paid', now() + interval '1 month') returning id`,
      [administration.author.userId, planId],
    );
    const wrong: [string, string][] = [
      [`deletePerson(input: { userId: "${administration.learner.userId}", username: "author" }) { result }`, 'BAD_INPUT'],
      [`deletePerson(input: { userId: "${administration.admin.userId}", username: "admin" }) { result }`, 'FORBIDDEN'],
      [`setAdmin(input: { userId: "${suspended}", isAdmin: true }) { user { id } }`, 'CONFLICT'],
      [`suspendUser(input: { userId: "${administration.admin.userId}" }) { user { id } }`, 'FORBIDDEN'],
      [`hideReview(input: { id: "${administration.reviewId}", reason: "${'x'.repeat(501)}" }) { testimonial { id } }`, 'BAD_INPUT'],
      ...[
        ['{ name: " " }', monthly],
        ['{ name: "Pro" }', '[]'],
        ['{ name: "Pro" }', monthly.replace('100', '0')],
        ['{ name: "Pro" }', monthly.replace('USD', 'usd')],
        ['{ name: "Pro" }', `[${monthly}, ${monthly}]`],
        ['{ name: "Pro", trialDays: 366 }', monthly],
        [`{ name: "Pro", description: "${'x'.repeat(401)}" }`, monthly],
        [`{ name: "Pro", features: ["${'x'.repeat(121)}"] }`, monthly],
        ['{ name: "Team", kind: TEAM }', monthly],
        ['{ name: "Team", kind: TEAM, minSeats: 3, maxSeats: 2 }', monthly],
      ].map(([changes, prices]): [string, string] => [
        `saveProduct(input: { changes: ${changes}, prices: ${prices} }) { product { id } }`,
        'BAD_INPUT',
      ]),
      ...[
        '{ name: " " }',
        '{ name: "X", slug: "Not A Slug" }',
        '{ name: "X", slug: "all" }',
        '{ name: "X", color: "red" }',
        '{ name: "X", icon: "/media/a/unknown/full.webp" }',
      ].map((changes): [string, string] => [`saveTag(input: { changes: ${changes} }) { tag { id } }`, 'BAD_INPUT']),
      ...['{ name: "sorted" }', '{ name: "X", slug: "sorted" }'].map((changes): [string, string] => [
        `saveTag(input: { changes: ${changes} }) { tag { id } }`,
        'CONFLICT',
      ]),
      ...(
        [
          ['/', '/courses', 'BAD_INPUT'],
          ['blog', '/courses', 'BAD_INPUT'],
          ['/blog?a=1', '/courses', 'BAD_INPUT'],
          ['/blog', '//evil.example', 'BAD_INPUT'],
          ['/blog', 'javascript:alert(1)', 'BAD_INPUT'],
          ['/blog', 'https://elsewhere.example/', 'BAD_INPUT'],
          ['/blog', '/blog/', 'BAD_INPUT'],
          ['/courses', '/books', 'CONFLICT'],
          ['/admin/old', '/books', 'CONFLICT'],
          ['/courses/sold', '/books', 'CONFLICT'],
        ] as const
      ).map(([from, to, code]): [string, string] => [
        `saveRedirects(input: { entries: [{ fromPath: "${from}", toUrl: "${to}" }] }) { result }`,
        code,
      ]),
      [
        'saveRedirects(input: { entries: [{ fromPath: "/one", toUrl: "/two" }, { fromPath: "/two", toUrl: "/three?x" }, { fromPath: "/three", toUrl: "/one#a" }] }) { result }',
        'BAD_INPUT',
      ],
      [`deleteTag(input: { id: "${sortedId}" }) { result }`, 'CONFLICT'],
      [`mergeTags(input: { id: "${sortedId}", intoId: "${sortedId}" }) { tag { id } }`, 'BAD_INPUT'],
      [`changeItemPrice(input: { id: "${planId}", amountCents: -1 }) { itemPrice { id } }`, 'BAD_INPUT'],
      [
        `giveSubscription(input: { username: "learner", planId: "${administration.admin.userId}" }) { planSubscription { id } }`,
        'NOT_FOUND',
      ],
      [
        `giveSubscription(input: { username: "learner", planId: "${planId}", endsAt: "2001-01-01T00:00:00Z" }) { planSubscription { id } }`,
        'BAD_INPUT',
      ],
      [`giveSubscription(input: { username: "author", planId: "${planId}" }) { planSubscription { id } }`, 'CONFLICT'],
      [`endSubscription(input: { subscriptionId: "${paidId}" }) { planSubscription { id } }`, 'CONFLICT'],
      [`giveAccess(input: { username: "learner", kind: BOOK, itemSlug: "sold" }) { entitlement { id } }`, 'NOT_FOUND'],
      [`giveAccess(input: { username: "learner", kind: PRO, endsAt: "2001-01-01T00:00:00Z" }) { entitlement { id } }`, 'BAD_INPUT'],
    ];
    for (const [call, code] of wrong) expect(codeOf(await administration.admin.browser.graphql(`mutation { ${call} }`)), call).toBe(code);
    expect(await administration.lines()).toEqual([]);
  });

  test('the last administrator stays one @ADMIN-01', async () => {
    await administration.sql('update app_public.users set is_admin = false where is_admin and id <> $1', [administration.admin.userId]);
    const demote = `mutation { setAdmin(input: { userId: "${administration.admin.userId}", isAdmin: false }) { user { isAdmin } } }`;
    expect(codeOf(await administration.admin.browser.graphql(demote))).toBe('CONFLICT');
    const { data } = await administration.admin.browser.graphql<{ viewer: { isAdmin: boolean } }>('{ viewer { isAdmin } }');
    expect(data?.viewer.isAdmin).toBe(true);
  });
});
