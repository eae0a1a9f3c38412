import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { readMail, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const plans = `insert into app_public.plans (slug, name, kind, billing_interval, amount_cents, currency, min_seats, max_seats, position) values
  ('newline-basic-subscription-monthly', 'Pro', 'PRO', 'MONTH', 4000, 'USD', 1, 1, 1), ('team', 'Team Package', 'TEAM', 'MONTH', 3200, 'USD', 5, 500, 2)`;
const start =
  'mutation a($planSlug: String, $returnTo: String) { startCheckout(input: { planSlug: $planSlug, returnTo: $returnTo }) { isGranted url } }';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
  await site.db.superuser.query(plans);
});
afterAll(() => site.stop());

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) => answer.errors?.[0]?.extensions?.['code'];

test('plans are public, in order, with prices in cents @PAY-01', async () => {
  const { data } = await site
    .newBrowser()
    .graphql('{ plans { nodes { slug kind billingInterval amountCents currency minSeats maxSeats } } checkoutMode }');
  expect(data).toEqual({
    plans: {
      nodes: [
        {
          slug: 'newline-basic-subscription-monthly',
          kind: 'PRO',
          billingInterval: 'MONTH',
          amountCents: 4000,
          currency: 'USD',
          minSeats: 1,
          maxSeats: 1,
        },
        { slug: 'team', kind: 'TEAM', billingInterval: 'MONTH', amountCents: 3200, currency: 'USD', minSeats: 5, maxSeats: 500 },
      ],
    },
    checkoutMode: 'GRANTS',
  });
});

test('six checkouts of one plan that are sent together become one subscription @PAY-01', async () => {
  const { browser } = await signUp(site, 'six-at-once@example.com');
  const variables = { planSlug: 'newline-basic-subscription-monthly' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.graphql(start, variables)));
  const codes = answers.map(codeOf);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(5);
  const { data } = await browser.graphql('{ viewer { isPro subscriptions { nodes { status } } } }');
  expect(data).toEqual({ viewer: { isPro: true, subscriptions: { nodes: [{ status: 'ACTIVE' }] } } });
});

test('a demo grants access immediately; the user cancels and resumes, and no one else sees any of it @PAY-01 @AUTH-03', async () => {
  const [learner, other] = await Promise.all([signUp(site, 'learner@example.com'), signUp(site, 'other@example.com')]);
  const { data } = await learner.browser.graphql(start, { planSlug: 'newline-basic-subscription-monthly', returnTo: '/books/x' });
  expect(data).toEqual({
    startCheckout: { isGranted: true, url: expect.stringMatching(/^\/checkout\/done\?checkout=[0-9a-f-]{36}&returnTo=%2Fbooks%2Fx$/) },
  });
  const query =
    'query a($id: UUID!) { userById(id: $id) { isPro subscriptions { nodes { id status cancelsAtPeriodEnd provider plan { slug } } } entitlements { nodes { kind source } } } }';
  type Data = { userById: { isPro: boolean; subscriptions: { nodes: { id: string; status: string; cancelsAtPeriodEnd: boolean }[] } } };
  const see = async (browser: Browser) => (await browser.graphql<Data>(query, { id: learner.userId })).data?.userById;
  const own = await see(learner.browser);
  const id = own?.subscriptions.nodes[0]?.id;
  expect(own).toMatchObject({
    isPro: true,
    subscriptions: { nodes: [{ status: 'ACTIVE', provider: 'manual', plan: { slug: 'newline-basic-subscription-monthly' } }] },
    entitlements: { nodes: [{ kind: 'PRO', source: `subscription:${id}` }] },
  });
  for (const browser of [other.browser, site.newBrowser()])
    expect(await see(browser)).toMatchObject({ isPro: false, subscriptions: { nodes: [] }, entitlements: { nodes: [] } });
  expect(codeOf(await learner.browser.graphql(start, { planSlug: 'newline-basic-subscription-monthly' }))).toBe('CONFLICT');

  const change = (browser: Browser, name: string) =>
    browser.graphql(`mutation a($id: UUID!) { ${name}(input: { id: $id }) { planSubscription { cancelsAtPeriodEnd status } } }`, { id });
  expect(codeOf(await change(other.browser, 'cancelSubscription'))).toBe('NOT_FOUND');
  expect((await change(learner.browser, 'cancelSubscription')).data).toEqual({
    cancelSubscription: { planSubscription: { cancelsAtPeriodEnd: true, status: 'ACTIVE' } },
  });
  expect((await see(learner.browser))?.isPro).toBe(true);
  expect((await change(learner.browser, 'resumeSubscription')).data).toEqual({
    resumeSubscription: { planSubscription: { cancelsAtPeriodEnd: false, status: 'ACTIVE' } },
  });
  expect(codeOf(await learner.browser.graphql('mutation { openBillingPortal(input: {}) { url } }'))).toBe('NOT_FOUND');
});

describe('a team', () => {
  test('invites by email, is joined once, and left; everyone sees only their own part @PAY-01 @AUTH-03', async () => {
    const [owner, adHoc, stranger] = await Promise.all([
      signUp(site, 'owner@example.com', 'Olive Owner'),
      signUp(site, 'guest@example.com', 'Gus Guest'),
      signUp(site, 'stranger@example.com', 'Sam Stranger'),
    ]);
    await owner.browser.graphql(start, { planSlug: 'team' });
    const invite =
      'mutation a($emails: [String!]!) { inviteToTeam(input: { emails: $emails }) { team { seats seatsTaken invitations { nodes { id email status } } } } }';
    expect(codeOf(await adHoc.browser.graphql(invite, { emails: ['x@example.com'] }))).toBe('NOT_FOUND');
    expect(codeOf(await site.newBrowser().graphql(invite, { emails: ['x@example.com'] }))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await owner.browser.graphql(invite, { emails: ['no address'] }))).toBe('BAD_INPUT');
    expect(codeOf(await owner.browser.graphql(invite, { emails: Array.from({ length: 51 }, (_, n) => `n${n}@example.com`) }))).toBe(
      'BAD_INPUT',
    );
    const invited = await owner.browser.graphql(invite, { emails: ['guest@work.example', 'late@work.example'] });
    expect(invited.data).toMatchObject({ inviteToTeam: { team: { seats: 5, seatsTaken: 3 } } });
    const mail = await readMail(site, 'guest@work.example', /Olive Owner invites you/);
    expect(mail.text).toContain('The link expires in 14 days');
    const token = /\/invitations\/([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1] ?? '';

    const view = 'query a($token: String) { invitationByToken(token: $token) { teamName inviter email status } }';
    expect((await site.newBrowser().graphql(view, { token })).data).toEqual({
      invitationByToken: { teamName: 'Olive Owner’s team', inviter: 'Olive Owner', email: 'guest@work.example', status: 'OPEN' },
    });
    expect((await site.newBrowser().graphql(view, { token: 'x'.repeat(43) })).data).toEqual({ invitationByToken: null });
    const accept = 'mutation a($token: String) { acceptInvitation(input: { token: $token }) { teamMember { team { name } } } }';
    expect(codeOf(await site.newBrowser().graphql(accept, { token }))).toBe('LOGIN_REQUIRED');
    expect((await adHoc.browser.graphql(accept, { token })).data).toEqual({
      acceptInvitation: { teamMember: { team: { name: 'Olive Owner’s team' } } },
    });
    expect(codeOf(await stranger.browser.graphql(accept, { token }))).toBe('CONFLICT');

    const teams = `{ viewer { isPro
      seat { team { name seats members(first: 5) { nodes { user { username } } } invitations(first: 5) { nodes { email } } } }
      ownedTeams(first: 5) { nodes { members(first: 5) { nodes { user { displayName } } } } }
    } }`;
    expect((await adHoc.browser.graphql(teams)).data).toMatchObject({
      viewer: {
        isPro: true,
        seat: {
          team: { name: 'Olive Owner’s team', members: { nodes: [{ user: { username: 'gus-guest' } }] }, invitations: { nodes: [] } },
        },
        ownedTeams: { nodes: [] },
      },
    });
    expect((await owner.browser.graphql(teams)).data).toMatchObject({
      viewer: {
        isPro: true,
        ownedTeams: { nodes: [{ members: { nodes: [{ user: { displayName: 'Olive Owner' } }, { user: { displayName: 'Gus Guest' } }] } }] },
      },
    });
    expect((await stranger.browser.graphql(teams)).data).toMatchObject({ viewer: { isPro: false, seat: null, ownedTeams: { nodes: [] } } });

    expect((await adHoc.browser.graphql('mutation { leaveTeam(input: {}) { teamMember { id } } }')).errors).toBeUndefined();
    expect((await adHoc.browser.graphql(teams)).data).toMatchObject({ viewer: { isPro: false, seat: null } });
    expect(codeOf(await adHoc.browser.graphql('mutation { leaveTeam(input: {}) { teamMember { id } } }'))).toBe('NOT_FOUND');
  });

  test('sends no email when an invitation is refused, and loses none when it isn’t @PAY-01', async () => {
    const { rows: userCounts } = await site.db.superuser.query<{ n: number }>('select count(*)::int as n from app_public.users');
    const round = userCounts[0]?.n ?? 0;
    const owner = await signUp(site, `second-owner-${round}@example.com`, 'Second Owner');
    await owner.browser.graphql(start, { planSlug: 'team' });
    const invite = 'mutation a($emails: [String!]!) { inviteToTeam(input: { emails: $emails }) { team { seatsTaken } } }';
    const many = Array.from({ length: 5 }, (_, n) => `many${n}-${round}@work.example`);
    expect(codeOf(await owner.browser.graphql(invite, { emails: many }))).toBe('CONFLICT');
    expect((await owner.browser.graphql(invite, { emails: many.slice(0, 4) })).data).toEqual({ inviteToTeam: { team: { seatsTaken: 5 } } });
    for (const email of many.slice(0, 4)) await readMail(site, email, /Second Owner invites you/);
    // An email arrives a moment before its job is removed.
    const waiting = `select from graphile_worker.jobs where task_identifier = 'send_mail'`;
    await expect.poll(async () => (await site.db.superuser.query(waiting)).rowCount).toBe(0);
    expect((await site.api.mailbox?.list())?.filter(({ to }) => to === many[4])).toEqual([]);
  });
});

test('an administrator grants Pro and ends it; others are refused @PAY-01 @AUTH-03', async () => {
  const [admin, them] = await Promise.all([signUp(site, 'admin@example.com', 'Admin'), signUp(site, 'them@example.com', 'Them')]);
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [admin.userId]);
  const give = 'mutation a($id: UUID) { grantEntitlement(input: { userId: $id, kind: PRO }) { entitlement { id kind source } } }';
  expect(codeOf(await them.browser.graphql(give, { id: them.userId }))).toBe('FORBIDDEN');
  expect(codeOf(await site.newBrowser().graphql(give, { id: them.userId }))).toBe('LOGIN_REQUIRED');
  const { data } = await admin.browser.graphql<{ grantEntitlement: { entitlement: { id: string } } }>(give, { id: them.userId });
  expect(data).toMatchObject({ grantEntitlement: { entitlement: { kind: 'PRO', source: 'grant' } } });
  const isPro = async () => (await them.browser.graphql<{ viewer: { isPro: boolean } }>('{ viewer { isPro } }')).data?.viewer.isPro;
  expect(await isPro()).toBe(true);
  const end = 'mutation a($id: UUID) { endEntitlement(input: { entitlementId: $id }) { entitlement { endsAt } } }';
  expect(codeOf(await them.browser.graphql(end, { id: data?.grantEntitlement.entitlement.id }))).toBe('FORBIDDEN');
  expect((await admin.browser.graphql(end, { id: data?.grantEntitlement.entitlement.id })).errors).toBeUndefined();
  expect(await isPro()).toBe(false);
});

test('a site without payments sells nothing and has no webhook @PAY-01', async () => {
  const closed = await startTestApi({ env: { billing: { provider: 'manual', isGrantedAtOnce: false } } });
  try {
    await closed.db.superuser.query(plans);
    const { browser } = await signUp(closed, 'learner@example.com');
    expect((await browser.graphql('{ checkoutMode }')).data).toEqual({ checkoutMode: 'CLOSED' });
    expect(codeOf(await browser.graphql(start, { planSlug: 'newline-basic-subscription-monthly' }))).toBe('FORBIDDEN');
    expect((await closed.newBrowser().post('/webhooks/stripe', {}, { 'stripe-signature': 't=1,v1=0' })).status).toBe(404);
  } finally {
    await closed.stop();
  }
});
