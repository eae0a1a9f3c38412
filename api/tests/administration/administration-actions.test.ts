import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Administration, startAdministration } from './start-administration.ts';
import { salesActions } from './sales-actions.ts';
import { type Action, catalogActions, isGone, wrongCatalogActions } from './catalog-actions.ts';
import { certificateActions } from './certificate-actions.ts';
import { codeOf } from '../writers.ts';
import { webhookActions } from './webhook-actions.ts';

let administration: Administration;
beforeAll(async () => {
  administration = await startAdministration();
});
afterAll(() => administration.site.stop());

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
const addPasskey = (userId: string) =>
  administration.sql(
    `insert into auth.passkeys (user_id, credential_id, public_key, name) values ($1::uuid, 'key-' || $1::text, '', 'Key')`,
    [userId],
  );
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
    name: 'revokeAccessToken',
    call: 'mutation a($id: UUID!) { revokeAccessToken(input: { tokenId: $id }) { user { id } } }',
    variables: async () =>
      aim(
        administration.idOf(
          `insert into app_public.access_tokens (user_id, name, scope, ending) values ($1, 'Robot', 'WRITE', 'abcd') returning id`,
          [await administration.someone()],
        ),
      ),
    line: 'token.revoke',
    details: { name: 'Robot' },
    effect: isGone('app_public.access_tokens'),
  },
  {
    name: 'removeSecondStep',
    call: 'mutation a($id: UUID!) { removeSecondStep(input: { userId: $id }) { isDone } }',
    async variables() {
      const targetId = await aim(administration.someone());
      await addPasskey(target);
      return targetId;
    },
    line: 'person.remove_second_step',
    details: { twoStep: false, passkeys: 1 },
    effect: 'not exists (select from auth.passkeys where user_id::text = $1)',
  },
  {
    name: 'requireSecondStep',
    call: 'mutation a { requireSecondStep(input: { isRequired: true }) { administratorSecurity { isSecondStepRequired } } }',
    async variables() {
      await addPasskey(administration.admin.userId);
      await administration.sql(`update auth.session set "secondStep" = 'passkey' where "userId" = $1`, [administration.admin.userId]);
      return {};
    },
    line: 'security.change',
    details: { secondStepRequired: true },
    effect: '(select admins_need_second_step and $1::text is not null from auth.sign_in_rules)',
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
  ...salesActions({ administration: () => administration, aim }),
  ...catalogActions({ administration: () => administration, aim }),
  ...certificateActions({ administration: () => administration, aim }),
  ...webhookActions({ administration: () => administration, aim }),
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
    // Another test checks the contents of the file.
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
    // Due again after all attempts, or done already.
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

test('every action of administrators is listed, with the audit log entry that it creates @ADMIN-01', async () => {
  const schema = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8');
  const mutations = /^type Mutation \{$(.*?)^\}$/msu.exec(schema)?.[1] ?? '';
  const forStaff = [...mutations.matchAll(/"""\s+([^"]+?)\s+"""\s+(\w+)\(/gu)].flatMap(([, description = '', name = '']) =>
    /\b(?:By|For) (?:staff|administrators)(?: only)?\./u.test(description) ? [name] : [],
  );
  expect(forStaff.length).toBeGreaterThan(15);
  // A comment's author can delete it too. The settings of the site have tests of their own (tests/site); an image is only stored until they name it.
  const settings = ['saveSiteSettings', 'savePageLayout', 'createSiteImage', 'sendTestMail', 'dismissSetup'];
  // So have pages (tests/pages).
  const pages = ['createPage', 'savePage', 'publishPage', 'restorePageRevision', 'unpublishPage', 'deletePage', 'arrangeFooter'];
  expect(new Set([...forStaff, 'updateCommentById'])).toEqual(new Set([...adminActions.map(({ name }) => name), ...settings, ...pages]));
  const written = await administration.sql<{ line: string }>(
    String.raw`select distinct m[1] as line from pg_proc p, regexp_matches(p.prosrc, $$'([a-z]+\.[a-z_]+)'$$, 'g') m
     where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace) and p.prosrc ~ 'app_private\.audit\('`,
  );
  expect(new Set([...written.map(({ line }) => line), 'job.retry', 'job.remove'])).toEqual(
    new Set([
      ...adminActions.map(({ line }) => line),
      ...['site.change', 'mail.test', 'setup.hide', 'setup.show'],
      // The site itself logs this one (tests/webhooks).
      'webhook.disable',
      ...['page.change', 'page.create', 'page.publish', 'page.unpublish', 'page.delete', 'page.footer'],
    ]),
  );
});

describe('actions in administration @ADMIN-01', () => {
  beforeEach(() => administration.sql('truncate app_public.audit_log'));

  test.each(adminActions)(
    '$name is for administrators only, and is logged as $line',
    async ({ call, variables, line, details, effect }) => {
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
    },
  );

  test('something that doesn’t exist is NOT_FOUND and leaves no entry', async () => {
    const id0 = '00000000-0000-7000-8000-000000000000';
    const nothing = { id: id0, intoId: id0, username: 'nobody', planId: id0 };
    const uuidActions = adminActions.filter(
      ({ name, line }) =>
        !['endSuspension', 'exportNewsletter', 'requireSecondStep', 'retryJob', 'removeJob', 'saveRedirects'].includes(name) &&
        !line.endsWith('.create'),
    );
    for (const { name, call } of uuidActions)
      expect(codeOf(await administration.admin.browser.graphql(call, nothing)), name).toBe('NOT_FOUND');
    for (const { name, call } of adminActions.filter(({ name: of }) => of.endsWith('Job'))) {
      for (const id of ['999999', 'x']) expect(codeOf(await administration.admin.browser.graphql(call, { id })), name).toBe('NOT_FOUND');
    }
    expect(await administration.lines()).toEqual([]);
  });

  test('mistakes in a form are BAD_INPUT or CONFLICT and leave no entry', async () => {
    const planId = await administration.idOf(`select id from app_public.plans where slug = 'pro'`);
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
      [`removeSecondStep(input: { userId: "${administration.learner.userId}" }) { isDone }`, 'CONFLICT'],
      [`removeSecondStep(input: { userId: "${administration.admin.userId}" }) { isDone }`, 'FORBIDDEN'],
      [`suspendUser(input: { userId: "${administration.admin.userId}" }) { user { id } }`, 'FORBIDDEN'],
      [`hideReview(input: { id: "${administration.reviewId}", reason: "${'x'.repeat(501)}" }) { testimonial { id } }`, 'BAD_INPUT'],
      ...(await wrongCatalogActions(() => administration)),
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

  test('the last administrator can’t be removed @ADMIN-01', async () => {
    await administration.sql('update app_public.users set is_admin = false where is_admin and id <> $1', [administration.admin.userId]);
    const demote = `mutation { setAdmin(input: { userId: "${administration.admin.userId}", isAdmin: false }) { user { isAdmin } } }`;
    expect(codeOf(await administration.admin.browser.graphql(demote))).toBe('CONFLICT');
    const { data } = await administration.admin.browser.graphql<{ viewer: { isAdmin: boolean } }>('{ viewer { isAdmin } }');
    expect(data?.viewer.isAdmin).toBe(true);
  });
});
