import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTime } from '../../src/graphql/time-plugin.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const refused = [
  'infinity',
  '-infinity',
  'tomorrow',
  'now',
  'epoch',
  '',
  '2027',
  '9999-01-01T00:00:00Z',
  '1969-12-31',
  '294276-01-01',
  '2027-13-01',
  '2027-01-31T12:00:00+99:99',
  '2027-01-31T12:00:00-16:00',
  '2027-01-31T25:00:00Z',
  '2027-01-31T12:60:00Z',
  5,
];

describe('an invalid time', () => {
  test.each(refused)('is refused: %s', (input) => {
    expect(() => readTime(input)).toThrow(/^Expected a (?:date|year)/);
  });

  test.each(['2027-01-31', '2027-01-31T12:00:00Z', '2027-01-31T12:00:00.123+02:00', '2027-01-31 12:00:00+00', '2027-01-31T24:00-12:30'])(
    'is accepted: %s',
    (input) => {
      expect(readTime(input)).toBe(input);
    },
  );
});

test('access can’t be granted until infinity, in a variable or in the query, but can be granted until a date @ADMIN-01', async () => {
  const { browser, userId } = await signUp(site, 'office@example.com', 'Office');
  const { userId: learnerId } = await signUp(site, 'given@example.com', 'Given');
  await site.db.superuser.query('update app_public.users set is_admin = true where id = $1', [userId]);
  const give =
    'mutation a($endsAt: Datetime) { giveAccess(input: { username: "given", kind: PRO, endsAt: $endsAt }) { entitlement { endsAt } } }';
  const ends = async () =>
    (await site.db.superuser.query<{ ends_at: Date }>('select ends_at from app_public.entitlements where user_id = $1', [learnerId])).rows;
  for (const endsAt of ['infinity', '9999-01-01T00:00:00Z']) {
    for (const { errors } of [
      await browser.graphql(give, { endsAt }),
      await browser.graphql(give.replace('endsAt: $endsAt', `endsAt: "${endsAt}"`).replace('a($endsAt: Datetime)', 'a')),
    ])
      expect(errors?.[0]?.message).toMatch(/Expected a (?:date|year)/);
  }
  expect(await ends()).toEqual([]);
  expect((await browser.graphql(give, { endsAt: '2190-01-01T00:00:00Z' })).errors).toBeUndefined();
  expect(await ends()).toEqual([{ ends_at: new Date('2190-01-01T00:00:00Z') }]);
  await expect(
    site.db.superuser.query(`update app_public.entitlements set ends_at = 'infinity' where user_id = $1`, [learnerId]),
  ).rejects.toThrow('entitlements_time_check');
});
