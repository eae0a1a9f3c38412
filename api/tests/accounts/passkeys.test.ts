import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';
import { codeAt } from '../totp-code.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const post = (browser: Browser, path: string, body: object) => browser.post(`/api/auth${path}`, body);
const userIn = async (browser: Browser) => (await site.api.viewerOf({ cookie: browser.cookieHeader })).userId;
const newPerson = () => signUp(site, `${randomUUID()}@example.com`);

/** The data of a ceremony, with the challenge of these options. */
function ceremony(options: { json(): unknown }, changed: { origin?: string; rpId?: string } = {}) {
  const { challenge } = options.json() as { challenge: string };
  return { challenge, origin: site.url, rpId: new URL(site.url).hostname, ...changed };
}

async function addPasskey(browser: Browser, device = new SoftAuthenticator(), name = 'Phone') {
  const options = await post(browser, '/passkeys/options', { password });
  expect(options.status, options.text).toBe(200);
  const answer = await post(browser, '/passkeys/create', { response: device.create(ceremony(options)), name });
  return { device, answer };
}

async function signInWith(device: SoftAuthenticator, browser = site.newBrowser()) {
  const options = await post(browser, '/passkeys/sign-in-options', {});
  const answer = await post(browser, '/passkeys/sign-in', { response: device.get(ceremony(options)) });
  return { browser, answer };
}

describe('a passkey', () => {
  test('is added with the password, listed, signs in without one, and is removed @LOGIN-01', async () => {
    const { browser, userId } = await newPerson();
    const { device, answer } = await addPasskey(browser);
    expect([answer.status, answer.text]).toEqual([200, '{"status":true}']);
    const own = () => site.api.ownSecurity({ cookie: browser.cookieHeader });
    expect((await own())?.passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: null }]);
    const signedIn = await signInWith(device);
    expect(signedIn.answer.status, signedIn.answer.text).toBe(200);
    expect(signedIn.answer.setCookies.join()).toMatch(/newline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    expect(await userIn(signedIn.browser)).toBe(userId);
    const [passkey] = (await own())?.passkeys ?? [];
    expect(passkey?.lastUsedAt).not.toBeNull();
    // Someone else cannot remove it.
    await post((await newPerson()).browser, '/passkeys/remove', { id: passkey?.id });
    expect((await signInWith(device)).answer.status).toBe(200);
    expect((await post(browser, '/passkeys/remove', { id: passkey?.id })).status).toBe(200);
    expect((await signInWith(device)).answer.json().code).toBe('PASSKEY_INVALID');
  });

  test('counts as both steps if two-step sign-in is on @LOGIN-01', async () => {
    const { browser, userId } = await newPerson();
    const { device } = await addPasskey(browser);
    const { secret } = (await post(browser, '/second-step/begin', { password })).json() as { secret: string };
    expect((await post(browser, '/second-step/confirm', { code: codeAt(secret) })).status).toBe(200);
    const signedIn = await signInWith(device);
    expect([signedIn.answer.status, await userIn(signedIn.browser)]).toEqual([200, userId]);
  });

  test('can be added only by the owner, with a password and a session @LOGIN-01', async () => {
    const { browser } = await newPerson();
    expect((await post(browser, '/passkeys/options', { password: 'not this one' })).json().code).toBe('INVALID_PASSWORD');
    expect((await post(site.newBrowser(), '/passkeys/options', { password })).status).toBe(401);
    expect((await post(site.newBrowser(), '/passkeys/remove', { id: randomUUID() })).status).toBe(401);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['the name of another site', { rpId: 'evil.example' }],
  ])('of %s is refused, both when it is added and when it signs in @LOGIN-01', async (_what, changed) => {
    const { browser } = await newPerson();
    const device = new SoftAuthenticator();
    const options = await post(browser, '/passkeys/options', { password });
    const refused = await post(browser, '/passkeys/create', { response: device.create(ceremony(options, changed)), name: 'Phone' });
    expect([refused.status, refused.json().code]).toEqual([400, 'PASSKEY_INVALID']);
    expect((await addPasskey(browser, device)).answer.status).toBe(200);
    const other = site.newBrowser();
    const signInOptions = await post(other, '/passkeys/sign-in-options', {});
    const answer = await post(other, '/passkeys/sign-in', { response: device.get(ceremony(signInOptions, changed)) });
    expect([answer.status, answer.json().code, await userIn(other)]).toEqual([401, 'PASSKEY_INVALID', null]);
    expect((await signInWith(device)).answer.status).toBe(200);
  });

  test('of a device that didn’t verify the user is refused, because it is only one step @LOGIN-01', async () => {
    const { browser } = await newPerson();
    const careless = new SoftAuthenticator();
    careless.isVerifying = false;
    expect((await addPasskey(browser, careless)).answer.json().code).toBe('PASSKEY_INVALID');
    careless.isVerifying = true;
    expect((await addPasskey(browser, careless)).answer.status).toBe(200);
    careless.isVerifying = false;
    expect((await signInWith(careless)).answer.json().code).toBe('PASSKEY_INVALID');
  });

  test('answers a challenge once, in the browser that got it, and only for its purpose @LOGIN-01', async () => {
    const { browser } = await newPerson();
    const { device } = await addPasskey(browser);
    const [one, other] = [site.newBrowser(), site.newBrowser()];
    const options = await post(one, '/passkeys/sign-in-options', {});
    const cookies = new Map(one.cookies);
    const response = device.get(ceremony(options));
    expect((await post(other, '/passkeys/sign-in', { response })).json().code).toBe('CHALLENGE_EXPIRED');
    expect((await post(one, '/passkeys/sign-in', { response })).status).toBe(200);
    const thief = site.newBrowser();
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    expect((await post(thief, '/passkeys/sign-in', { response })).json().code).toBe('CHALLENGE_EXPIRED');
    // A challenge for signing in can't be used to add a passkey.
    const signInOptions = await post(browser, '/passkeys/sign-in-options', {});
    const added = await post(browser, '/passkeys/create', { response: new SoftAuthenticator().create(ceremony(signInOptions)), name: 'x' });
    expect(added.json().code).toBe('CHALLENGE_EXPIRED');
    // Nor can one that is older than five minutes.
    const late = site.newBrowser();
    const begun = await post(late, '/passkeys/sign-in-options', {});
    await site.db.superuser.query(`update auth."verification" set "expiresAt" = now() - interval '1 second'`);
    expect((await post(late, '/passkeys/sign-in', { response: device.get(ceremony(begun)) })).json().code).toBe('CHALLENGE_EXPIRED');
  });

  test('that was copied is refused, because its counter goes back @LOGIN-01', async () => {
    const { browser } = await newPerson();
    const { device } = await addPasskey(browser);
    device.count = 5;
    expect((await signInWith(device)).answer.status).toBe(200);
    device.count = 3;
    expect((await signInWith(device)).answer.json().code).toBe('PASSKEY_INVALID');
    device.count = 6;
    expect((await signInWith(device)).answer.status).toBe(200);
  });

  test('is stored once, and a user has at most 20 @LOGIN-01', async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const { device } = await addPasskey(ada.browser);
    expect((await addPasskey(eve.browser, device)).answer.json().code).toBe('PASSKEY_INVALID');
    await site.db.superuser.query(
      `insert into auth.passkeys (user_id, credential_id, public_key, name) select $1, 'many-' || n, '', 'Key' from generate_series(1, 19) n`,
      [ada.userId],
    );
    const last = await addPasskey(ada.browser);
    expect([last.answer.status, last.answer.json().code]).toEqual([409, 'PASSKEY_LIMIT_REACHED']);
  });
});
