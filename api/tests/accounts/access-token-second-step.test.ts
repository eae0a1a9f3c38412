import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const sql = (text: string, values: readonly unknown[] = []) => site.db.superuser.query(text, [...values]);
const create = (browser: Browser) =>
  browser.post('/api/auth/access-tokens/create', { name: 'Robot', scope: 'ADMIN', expiresAt: null, password });
const tokenOf = async (browser: Browser) => (await create(browser)).json().token as string;
const reasonOf = ({ errors }: { errors?: GraphQLAnswer<unknown>['errors'] }) => errors?.[0]?.extensions?.['reason'];
const ask = async (token: string, query: string) => {
  const headers = { accept: 'application/graphql-response+json', authorization: `Bearer ${token}` };
  return (await site.newBrowser().post('/graphql', { query }, headers)).json();
};

test('the admin scope requires a second step where administrators need one @LOGIN-01 @LOGIN-03', async () => {
  const { browser, userId } = await signUp(site, `${randomUUID()}@example.com`);
  await sql('update app_public.users set is_admin = true where id = $1', [userId]);
  const query = '{ administrationOverview { peopleCount } }';
  const older = await tokenOf(browser);
  expect((await ask(older, query)).errors).toBeUndefined();
  await sql('update auth.sign_in_rules set admins_need_second_step = true');
  expect((await create(browser)).json().code).toBe('ADMIN_REQUIRED');
  expect(reasonOf(await ask(older, query))).toBe('ADMIN_REQUIRED');
  // The control: with a second step, both work.
  await sql(`insert into auth.passkeys (user_id, credential_id, public_key, name) values ($1::uuid, 'key-' || $1::text, '', 'Key')`, [
    userId,
  ]);
  expect((await ask(older, query)).errors).toBeUndefined();
  expect((await create(browser)).json().code).toBe('ADMIN_REQUIRED');
  await sql(`update auth.session set "secondStep" = 'passkey' where "userId" = $1`, [userId]);
  const token = await tokenOf(browser);
  expect((await ask(token, query)).errors).toBeUndefined();
  // Only a session can change what sign-in requires.
  const turnOff = 'mutation m { requireSecondStep(input: { isRequired: false }) { administratorSecurity { isSecondStepRequired } } }';
  expect(reasonOf(await ask(token, turnOff))).toBe('SESSION_REQUIRED');
  expect((await browser.graphql(turnOff)).errors).toBeUndefined();
});
