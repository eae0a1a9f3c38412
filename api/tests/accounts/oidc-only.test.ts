import { randomUUID } from 'node:crypto';
import { createSignInLink } from '@newline/api/features/accounts/sign-in-link';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { newPerson, type OidcSite, startOidcSite } from './start-oidc-site.ts';

let oidc: OidcSite;
let only: OidcSite;
beforeAll(async () => {
  oidc = await startOidcSite();
  only = await startOidcSite({ isOnly: true });
});
afterAll(() => Promise.all([oidc.stop(), only.stop()]));

describe('a connection @LOGIN-02', () => {
  test('can be disconnected only by its owner, and only if another sign-in method is left', async () => {
    const person = newPerson();
    const [browser, stranger] = [oidc.site.newBrowser(), oidc.site.newBrowser()];
    await oidc.enter(browser, person);
    await oidc.enter(stranger, newPerson());
    const remove = (by: Browser, providerId: string) => by.post('/api/auth/connections/remove', { providerId });
    expect((await remove(oidc.site.newBrowser(), 'company')).status).toBe(401);
    // Users can't remove another user's connection, and a password doesn't count as a connection.
    await remove(stranger, 'company');
    expect((await oidc.site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toHaveLength(1);
    expect((await remove((await signUp(oidc.site, `${randomUUID()}@example.com`)).browser, 'credential')).status).toBe(409);
    // An emailed link remains as a sign-in method.
    expect((await remove(browser, 'company')).status).toBe(200);
    expect((await oidc.site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toEqual([]);

    // If OpenID Connect is the only sign-in method, the last connection stays.
    const alone = only.site.newBrowser();
    await only.comeBack(alone, await only.walk(alone, person));
    expect((await remove(alone, 'company')).json().code).toBe('LAST_SIGN_IN_METHOD');
    await only.comeBack(alone, await only.walk(alone, newPerson({ email: person.email }), 'partner'));
    const answers = await Promise.all([remove(alone, 'company'), remove(alone, 'partner')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('OpenID Connect as the only sign-in method @LOGIN-02', () => {
  test('closes all other methods, even for accounts that had them', async () => {
    const person = newPerson();
    const browser = only.site.newBrowser();
    expect(await only.comeBack(browser, await only.walk(browser, person))).toBe('/clips/7');
    expect((await only.viewerOf(browser)).email).toBe(person.email);
    expect(only.site.api.signInMethods).toEqual(['only', 'oidc:company=Acme%20%26%20Co', 'oidc:partner=Partner']);
    const refused: readonly (readonly [string, object])[] = [
      ['/sign-in/email', { email: person.email, password }],
      ['/sign-up/email', { email: 'new@example.com', password, name: 'New' }],
      ['/sign-in/magic-link', { email: person.email }],
      ['/request-password-reset', { email: person.email }],
      ['/reset-password', { token: 'x', newPassword: password }],
      ['/send-verification-email', { email: person.email }],
      ['/passkeys/sign-in-options', {}],
      ['/passkeys/sign-in', { response: { id: 'x' } }],
    ];
    const answers = [];
    for (const [path, body] of refused) {
      const answer = await only.site.newBrowser().post(`/api/auth${path}`, body);
      answers.push([path, answer.status, answer.json().code]);
    }
    expect(answers).toEqual(refused.map(([path]) => [path, 403, 'OIDC_ONLY']));
    expect(await only.sql('select from auth."user" where "email" = $1', ['new@example.com'])).toEqual([]);
    // A link from the server's terminal lets an administrator sign in again, once.
    const { userId } = await only.viewerOf(browser);
    const linkFor = async (username: string) => createSignInLink(only.site.db.superuser, { username, publicUrl: only.site.url });
    const [user] = await only.sql<{ username: string }>('select username from app_public.users where id = $1', [userId]);
    const username = user?.username ?? '';
    expect([await linkFor(username), await linkFor('nobody-at-all')]).toEqual([
      { refusal: 'NOT_AN_ADMINISTRATOR' },
      { refusal: 'NO_SUCH_USER' },
    ]);
    await only.sql('update app_public.users set is_admin = true where id = $1', [userId]);
    const link = await linkFor(username.toUpperCase());
    const url = 'url' in link ? link.url : '';
    const [administrator, late] = [only.site.newBrowser(), only.site.newBrowser()];
    expect((await administrator.press(url)).status).toBe(302);
    expect(await only.viewerOf(administrator)).toMatchObject({ userId, role: 'admin' });
    await late.press(url);
    expect((await only.viewerOf(late)).userId).toBeNull();
    // On a site with other sign-in methods, the same requests are accepted.
    expect(oidc.site.api.signInMethods).toEqual([
      'link',
      'oidc:company=Acme%20%26%20Co',
      'oidc:partner=Partner',
      'oidc:closed=Not%20allowed',
    ]);
    expect((await oidc.site.newBrowser().post('/api/auth/passkeys/sign-in-options', {})).status).toBe(200);
  });
});
