import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const subscribe = /* GraphQL */ `
  mutation subscribeToNewsletter($email: String!, $firstName: String) {
    subscribeToNewsletter(input: { email: $email, firstName: $firstName }) { isAsked }
  }
`;
const confirm = /* GraphQL */ `mutation confirmNewsletter($token: String!) { confirmNewsletter(input: { token: $token }) { result } }`;

let site: TestApi;

beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const rows = async (email: string) =>
  (
    await site.db.superuser.query<{ first_name: string | null; state: string; tags: string[]; list_id: string }>(
      'select first_name, state, tags, list_id from app_private.newsletter_subscribers where email = $1',
      [email],
    )
  ).rows;
const mailsTo = async (email: string) => ((await site.api.mailbox?.list()) ?? []).filter(({ to }) => to === email);
/** Returns the token in the email to an email address. */
const tokenFor = (email: string) =>
  vi.waitFor(
    async () => {
      const token = /\/newsletter\?token=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1];
      if (token === undefined) throw new Error(`Expected a mail with a token to ${email}, got none`);
      return token;
    },
    { timeout: 10_000, interval: 50 },
  );

test('an address is stored with list id and tags, and confirmed by the emailed link, as often as it is opened @HOME-04', async () => {
  const browser = site.newBrowser();
  const { data, errors } = await browser.graphql<{ subscribeToNewsletter: { isAsked: boolean } }>(subscribe, {
    email: ' Ada@Example.com ',
    firstName: ' Ada ',
  });
  expect(errors).toBeUndefined();
  expect(data?.subscribeToNewsletter.isAsked).toBe(true);
  const stored = await rows('ada@example.com');
  expect(stored).toEqual([{ first_name: 'Ada', state: 'PENDING', tags: ['subscriber', 'homepage-subscriber'], list_id: 'newsletter' }]);
  const token = await tokenFor('ada@example.com');
  for (let times = 0; times < 2; times += 1) {
    const confirmed = await browser.graphql<{ confirmNewsletter: { result: boolean } }>(confirm, { token });
    expect(confirmed.errors).toBeUndefined();
    expect((await rows('ada@example.com'))[0]?.state).toBe('CONFIRMED');
  }
  const wrong = await browser.graphql(confirm, { token: `${token}x` });
  expect(wrong.errors?.[0]?.extensions?.['code']).toBe('NOT_FOUND');
});

test('ten simultaneous sign-ups create one row and one email; a confirmed address gets none @HOME-04', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      site.newBrowser().graphql<{ subscribeToNewsletter: { isAsked: boolean } }>(subscribe, { email: 'twice@example.com' }),
    ),
  );
  expect(answers.map(({ data }) => data?.subscribeToNewsletter.isAsked)).toEqual(Array.from({ length: 10 }, () => true));
  await tokenFor('twice@example.com');
  const again = await site.newBrowser().graphql<{ subscribeToNewsletter: { isAsked: boolean } }>(subscribe, { email: 'ada@example.com' });
  expect(again.data?.subscribeToNewsletter.isAsked).toBe(true);
  expect((await rows('ada@example.com'))[0]?.state).toBe('CONFIRMED');
  // A later email that arrived proves that the earlier ones have arrived, too.
  await site.newBrowser().graphql(subscribe, { email: 'last@example.com' });
  await tokenFor('last@example.com');
  expect(await mailsTo('twice@example.com')).toHaveLength(1);
  expect(await mailsTo('ada@example.com')).toHaveLength(1);
  expect(await rows('twice@example.com')).toHaveLength(1);
});

test('a bad address is reported at its field, and nothing is stored @HOME-04', async () => {
  for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com', `${'a'.repeat(260)}@example.com`]) {
    const { errors } = await site.newBrowser().graphql(subscribe, { email });
    expect(errors?.[0]?.extensions, email).toMatchObject({ code: 'BAD_INPUT', reason: 'NEWSLETTER_EMAIL_INVALID', field: 'email' });
  }
  const { rows: all } = await site.db.superuser.query<{ count: string }>('select count(*) from app_private.newsletter_subscribers');
  expect(Number(all[0]?.count)).toBe(3);
});

test('emails to one address are limited, together with those about an account, and the last link stays valid @HOME-04', async () => {
  const ask = async (email: string) => {
    await site.db.superuser.query(`update app_private.newsletter_subscribers set asked_at = asked_at - interval '1 day'`);
    const { data } = await site.newBrowser().graphql<{ subscribeToNewsletter: { isAsked: boolean } }>(subscribe, { email });
    expect(data?.subscribeToNewsletter.isAsked).toBe(true);
  };
  for (let n = 0; n < 9; n += 1) await ask(n % 2 === 0 ? 'often@example.com' : ' OFTEN@example.com');
  await ask('seldom@example.com');
  const token = await tokenFor('seldom@example.com');
  expect(await mailsTo('often@example.com')).toHaveLength(6);
  expect(await mailsTo('seldom@example.com')).toHaveLength(1);
  const links = (await mailsTo('often@example.com')).map(({ text }) => /\/newsletter\?token=([\w-]+)/.exec(text)?.[1]);
  const results = await Promise.all([token, ...links].map((each) => site.newBrowser().graphql(confirm, { token: each })));
  expect(results.filter(({ errors }) => errors === undefined)).toHaveLength(2);
});

test('thirty an hour from one subnet, then TOO_MANY with Retry-After @HOME-04', async () => {
  const answers = [];
  for (let n = 0; n < 40; n += 1) {
    const answer = await site.newBrowser().send('POST', '/graphql', {
      body: { query: subscribe, variables: { email: `n${n}@example.com` } },
      headers: { accept: 'application/graphql-response+json' },
    });
    answers.push(answer);
  }
  expect(answers[0]?.status).toBe(200);
  const refused = answers.at(-1);
  expect(refused?.status).toBe(429);
  const wait = Number(refused?.headers.get('retry-after'));
  expect(refused?.json().errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: wait });
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3600);
});
