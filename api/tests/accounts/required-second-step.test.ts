import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, readMail, signIn, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeAt } from '../totp-code.ts';
import { codeOf } from '../writers.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const sql = (text: string, values: unknown[] = []) => site.db.superuser.query(text, values);
const post = (browser: Browser, path: string, body: object) => browser.post(`/api/auth${path}`, body);
const require = (browser: Browser, isRequired: boolean) =>
  browser.graphql(
    'mutation a($is: Boolean!) { requireSecondStep(input: { isRequired: $is }) { administratorSecurity { isSecondStepRequired } } }',
    {
      is: isRequired,
    },
  );

async function newAdministrator() {
  const person = await signUp(site, `${randomUUID()}@example.com`);
  await sql('update app_public.users set is_admin = true where id = $1', [person.userId]);
  return person;
}

/** Sets up two-step sign-in in this browser; returns the secret of the app and the recovery codes. */
async function setUp(browser: Browser) {
  const { secret } = (await post(browser, '/second-step/begin', { password })).json() as { secret: string };
  const { recoveryCodes } = (await post(browser, '/second-step/confirm', { code: codeAt(secret) })).json() as { recoveryCodes: string[] };
  await sql('update auth.authenticators set last_step = 0');
  return { secret, recoveryCodes };
}

const ceremony = (options: { json(): unknown }) => ({
  challenge: (options.json() as { challenge: string }).challenge,
  origin: site.url,
  rpId: new URL(site.url).hostname,
});

async function addPasskey(browser: Browser): Promise<SoftAuthenticator> {
  const device = new SoftAuthenticator();
  const options = await post(browser, '/passkeys/options', { password });
  expect((await post(browser, '/passkeys/create', { response: device.create(ceremony(options)), name: 'Phone' })).status).toBe(200);
  return device;
}

/** Returns the rights of this browser's session, by each way to reach the database. */
async function rightsOf(browser: Browser) {
  const token = decodeURIComponent(/session_token=([^;]*)/.exec(browser.cookieHeader)?.[1] ?? '').split('.')[0];
  const { rows } = await sql('select role from app_private.reader_of_session($1)', [token]);
  const calls = ['{ administrationOverview { peopleCount } }', '{ jobs { id } }', 'mutation { removeJob(input: { id: "1" }) { isDone } }'];
  const answers = [];
  for (const call of calls) answers.push(codeOf(await browser.graphql(call)));
  const own = await site.api.ownSecurity({ cookie: browser.cookieHeader });
  return {
    role: (await site.api.viewerOf({ cookie: browser.cookieHeader })).role,
    inTheMessage: rows[0]?.role,
    answers,
    isMissing: (await browser.graphql<{ isSecondStepMissing: boolean }>('{ isSecondStepMissing }')).data?.isSecondStepMissing,
    needsSecondStep: own?.needsSecondStep,
  };
}
const all = {
  role: 'admin',
  inTheMessage: 'newline_admin',
  answers: [undefined, undefined, 'NOT_FOUND'],
  isMissing: false,
  needsSecondStep: false,
};
const none = {
  role: 'learner',
  inTheMessage: 'newline_learner',
  answers: ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  isMissing: true,
  needsSecondStep: true,
};

describe('a second step that is required of administrators', () => {
  test('can be required only by an administrator who has one; until then a password is enough @LOGIN-01', async () => {
    const { browser } = await newAdministrator();
    expect(await rightsOf(browser)).toEqual(all);
    expect(codeOf(await require(browser, true))).toBe('CONFLICT');
    const learner = await signUp(site, `${randomUUID()}@example.com`);
    expect([codeOf(await require(learner.browser, true)), codeOf(await require(site.newBrowser(), true))]).toEqual([
      'FORBIDDEN',
      'LOGIN_REQUIRED',
    ]);
    expect(await rightsOf(browser)).toEqual(all);
  });

  test('is needed for administrator rights in the database; each way of adding one restores them @LOGIN-01', async () => {
    const owner = await newAdministrator();
    await setUp(owner.browser);
    const other = await newAdministrator();
    expect((await require(owner.browser, true)).errors).toBeUndefined();
    try {
      expect([await rightsOf(owner.browser), await rightsOf(other.browser)]).toEqual([all, none]);
      // No one else's rights change.
      const learner = await signUp(site, `${randomUUID()}@example.com`);
      expect(await rightsOf(learner.browser)).toEqual({ ...none, isMissing: false, needsSecondStep: false });
      // An authenticator app, in this session and at the next sign-in.
      const { secret, recoveryCodes } = await setUp(other.browser);
      expect(await rightsOf(other.browser)).toEqual(all);
      for (const code of [codeAt(secret), recoveryCodes[0]]) {
        const browser = site.newBrowser();
        await post(browser, '/sign-in/email', { email: other.email, password });
        expect((await post(browser, '/second-step/verify', { code })).status).toBe(200);
        expect(await rightsOf(browser)).toEqual(all);
      }
      // Turned off, it no longer counts for the session that had it.
      await sql('update auth.authenticators set last_step = 0');
      expect((await post(other.browser, '/second-step/end', { code: codeAt(secret) })).status).toBe(200);
      expect(await rightsOf(other.browser)).toEqual(none);
      // A passkey: where it is added, and where it signs in; a password together with a passkey isn't enough.
      const device = await addPasskey(other.browser);
      expect(await rightsOf(other.browser)).toEqual(all);
      const byPassword = await signIn(site, other.email);
      expect(await rightsOf(byPassword)).toEqual(none);
      const options = await post(byPassword, '/passkeys/sign-in-options', {});
      expect((await post(byPassword, '/passkeys/sign-in', { response: device.get(ceremony(options)) })).status).toBe(200);
      expect(await rightsOf(byPassword)).toEqual(all);
      const [passkey] = (await site.api.ownSecurity({ cookie: byPassword.cookieHeader }))?.passkeys ?? [];
      await post(byPassword, '/passkeys/remove', { id: passkey?.id });
      expect(await rightsOf(byPassword)).toEqual(none);
    } finally {
      await sql('update auth.sign_in_rules set admins_need_second_step = false');
    }
    expect(await rightsOf(other.browser)).toEqual(all);
  });

  test('a request that runs as a learner has no administrator rights, whatever user it names', async () => {
    const { userId } = await newAdministrator();
    const isAdmin = async (settings: Record<string, string>) => {
      const client = await site.db.superuser.connect();
      try {
        await client.query('begin');
        for (const [name, value] of Object.entries({ 'newline.user_id': userId, ...settings }))
          await client.query('select set_config($1, $2, true)', [name, value]);
        return (await client.query<{ is: boolean }>('select app_public.is_admin() as is')).rows[0]?.is;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect([await isAdmin({ role: 'newline_admin' }), await isAdmin({ 'newline.rights': 'newline_admin' })]).toEqual([true, true]);
    expect([await isAdmin({ role: 'newline_learner' }), await isAdmin({ 'newline.rights': 'newline_learner' })]).toEqual([false, false]);
  });
});

describe('a lost second step', () => {
  const remove = (browser: Browser, userId: string) =>
    browser.graphql('mutation a($id: UUID!) { removeSecondStep(input: { userId: $id }) { isDone } }', { id: userId });

  test('is removed by an administrator: the password is enough again, all sessions end, and the user gets an email @LOGIN-01', async () => {
    const { browser: admin } = await newAdministrator();
    const person = await signUp(site, `${randomUUID()}@example.com`);
    await addPasskey(person.browser);
    await setUp(person.browser);
    expect((await post(site.newBrowser(), '/sign-in/email', { email: person.email, password })).status).toBe(403);
    expect((await remove(admin, person.userId)).errors).toBeUndefined();
    expect((await site.api.viewerOf({ cookie: person.browser.cookieHeader })).role).toBe('visitor');
    const again = await signIn(site, person.email);
    expect(await site.api.ownSecurity({ cookie: again.cookieHeader })).toMatchObject({
      twoStepSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await readMail(site, person.email, /were removed/)).text).toContain('/account/security');
    expect(codeOf(await remove(admin, person.userId))).toBe('CONFLICT');
  });

  test('of an administrator can’t be removed, neither their own nor another’s @LOGIN-01', async () => {
    const [one, other] = [await newAdministrator(), await newAdministrator()];
    for (const { browser } of [one, other]) await setUp(browser);
    expect([codeOf(await remove(one.browser, one.userId)), codeOf(await remove(one.browser, other.userId))]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ]);
    expect((await site.api.ownSecurity({ cookie: other.browser.cookieHeader }))?.twoStepSince).not.toBeNull();
    // Without the role it can be removed: both actions are logged.
    await one.browser.graphql('mutation a($id: UUID!) { setAdmin(input: { userId: $id, isAdmin: false }) { user { id } } }', {
      id: other.userId,
    });
    expect((await remove(one.browser, other.userId)).errors).toBeUndefined();
    const { rows } = await sql('select action from app_public.audit_log where subject_id = $1 and user_id = $2 order by id', [
      other.userId,
      one.userId,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(['role.take', 'person.remove_second_step']);
  });
});
