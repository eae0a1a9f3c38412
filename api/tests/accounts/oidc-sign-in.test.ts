import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { password, signUp } from '../people.ts';
import { codeAt } from '../totp-code.ts';
import { newPerson, type OidcSite, startOidcSite } from './start-oidc-site.ts';

let oidc: OidcSite;
beforeAll(async () => {
  oidc = await startOidcSite();
});
afterAll(() => oidc.stop());

describe('signing in with OpenID Connect @LOGIN-02', () => {
  test('the first sign-in creates an account and returns to the previous page; later ones match the subject, even with another email address', async () => {
    const person = newPerson();
    const browser = oidc.site.newBrowser();
    expect(await oidc.enter(browser, person)).toBe('/clips/7');
    const { userId, email } = await oidc.viewerOf(browser);
    expect(email).toBe(person.email);
    const again = oidc.site.newBrowser();
    expect(await oidc.enter(again, { ...person, email: 'elsewhere@example.com', email_verified: false })).toBe('/clips/7');
    expect(await oidc.viewerOf(again)).toMatchObject({ userId, email: person.email });
    // None of the provider's tokens is stored.
    const stored = await oidc.sql('select * from auth."account" where "userId" = $1', [userId]);
    expect(stored).toMatchObject([{ providerId: 'company', accountId: person.sub, accessToken: null, refreshToken: null, idToken: null }]);
  });

  test('an address that is confirmed on both sides connects the account, which then lists the connection', async () => {
    const { browser, userId, email } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    const there = oidc.site.newBrowser();
    expect(await oidc.enter(there, newPerson({ email }))).toBe('/clips/7');
    expect((await oidc.viewerOf(there)).userId).toBe(userId);
    expect((await oidc.site.api.ownSecurity({ cookie: browser.cookieHeader }))?.connections).toMatchObject([{ providerId: 'company' }]);
    // Several providers can be connected to one account.
    const partner = oidc.site.newBrowser();
    await oidc.enter(partner, newPerson({ email }), 'partner');
    expect((await oidc.viewerOf(partner)).userId).toBe(userId);
  });

  test('an address that the provider hasn’t confirmed neither signs in nor creates an account', async () => {
    const { userId, email } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    for (const unconfirmed of [{ email_verified: false }, { email_verified: 'no' }, { email_verified: undefined }]) {
      for (const person of [newPerson({ email, ...unconfirmed }), newPerson(unconfirmed)]) {
        const browser = oidc.site.newBrowser();
        expect(await oidc.enter(browser, person)).toBe('/sign-in?error=provider_email_not_verified&provider=company');
        expect((await oidc.viewerOf(browser)).userId).toBeNull();
        expect(await oidc.sql('select from auth."account" where "accountId" = $1', [person.sub])).toEqual([]);
      }
    }
    expect(await oidc.sql(`select "providerId" from auth."account" where "userId" = $1`, [userId])).toEqual([{ providerId: 'credential' }]);
    expect(await oidc.enter(oidc.site.newBrowser(), newPerson({ email, email_verified: 'true' }))).toBe('/clips/7');
  });

  test('an account whose own address isn’t confirmed isn’t connected', async () => {
    const email = `${randomUUID()}@example.com`;
    await oidc.site.newBrowser().post('/api/auth/sign-up/email', { email, password, name: 'Prepared' });
    const browser = oidc.site.newBrowser();
    expect(await oidc.enter(browser, newPerson({ email }))).toBe('/sign-in?provider=company&error=account_not_linked');
    expect((await oidc.viewerOf(browser)).userId).toBeNull();
  });

  test('two-step sign-in follows if it is turned on', async () => {
    const { browser, email, userId } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    const { secret } = (await browser.post('/api/auth/second-step/begin', { password })).json() as { secret: string };
    await browser.post('/api/auth/second-step/confirm', { code: codeAt(secret) });
    await oidc.sql('update auth.authenticators set last_step = 0 where user_id = $1', [userId]);
    const there = oidc.site.newBrowser();
    expect(await oidc.enter(there, newPerson({ email }))).toBe('/sign-in/second-step?returnTo=%2Fclips%2F7');
    expect((await oidc.viewerOf(there)).userId).toBeNull();
    expect((await there.post('/api/auth/second-step/verify', { code: codeAt(secret) })).status).toBe(200);
    expect((await oidc.viewerOf(there)).userId).toBe(userId);
  });

  test('a provider on a private network is reached only if its settings allow it', async () => {
    const refused = await oidc.site.newBrowser().post('/api/auth/sign-in/social', { provider: 'closed', callbackURL: '/' });
    expect([refused.status, refused.json().code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
    expect((await oidc.site.newBrowser().post('/api/auth/sign-in/social', { provider: 'company', callbackURL: '/' })).status).toBe(200);
  });

  test('signing out opens the provider’s sign-out page if its settings say so', async () => {
    const [here, there] = [oidc.site.newBrowser(), oidc.site.newBrowser()];
    await oidc.enter(here, newPerson());
    await oidc.enter(there, newPerson(), 'partner');
    const signOut = async (browser: Browser) =>
      ((await browser.post('/api/auth/sign-out', { disableRedirect: true })).json() as { url?: string }).url;
    expect(await signOut(here)).toBeUndefined();
    const url = new URL((await signOut(there)) ?? '');
    expect([url.origin, url.searchParams.get('post_logout_redirect_uri')]).toEqual([oidc.partner.url, `${oidc.site.url}/`]);
    expect((await oidc.viewerOf(there)).userId).toBeNull();
  });
});

describe('roles from a claim @LOGIN-02', () => {
  const rolesOf = async (browser: Browser) => {
    const { data } = await browser.graphql<{ isAuthor: boolean }>('{ isAuthor }');
    return { role: (await oidc.viewerOf(browser)).role, isAuthor: data?.isAuthor };
  };
  const linesOf = async (userId: string | null) =>
    (
      await oidc.sql<{ line: string }>(
        `select action || coalesce(' ' || (details ->> 'role') || ' ' || (details ->> 'change') || ' ' || (details ->> 'provider'), '') as line
       from app_public.audit_log where subject_id = $1 and user_id is null order by id`,
        [userId],
      )
    ).map(({ line }) => line);

  test('are granted and revoked with each sign-in, and the audit log records it', async () => {
    // Another user is an administrator, so this one isn't the last.
    const { userId: secondAdminId } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    await oidc.sql('update app_public.users set is_admin = true where id = $1', [secondAdminId]);
    const person = newPerson({ groups: ['authors', 'lunch'] });
    const browser = oidc.site.newBrowser();
    await oidc.enter(browser, person);
    expect(await rolesOf(browser)).toEqual({ role: 'learner', isAuthor: true });
    expect((await browser.graphql('mutation { createCourse(input: { title: "By claim" }) { course { id } } }')).errors).toBeUndefined();
    await oidc.enter(browser, { ...person, groups: 'admins' });
    expect(await rolesOf(browser)).toEqual({ role: 'admin', isAuthor: true });
    await oidc.enter(browser, { ...person, groups: ['Admins', 'admin', { admins: true }] });
    expect((await rolesOf(browser)).role).toBe('learner');
    expect(await linesOf((await oidc.viewerOf(browser)).userId)).toEqual([
      'role.follow_claim author given company',
      'role.give',
      'role.follow_claim author taken company',
      'role.follow_claim administrator given company',
      'role.take',
      'role.follow_claim administrator taken company',
    ]);
  });

  test('don’t replace a role that an administrator gave; one of two providers is enough; the last administrator stays one', async () => {
    const { userId: secondAdminId } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    await oidc.sql('update app_public.users set is_admin = true where id = $1', [secondAdminId]);
    const promoted = newPerson();
    const browser = oidc.site.newBrowser();
    await oidc.enter(browser, promoted);
    await oidc.sql('update app_public.users set is_admin = true where id = $1', [(await oidc.viewerOf(browser)).userId]);
    for (const groups of [['admins'], []]) await oidc.enter(browser, { ...promoted, groups });
    expect((await oidc.viewerOf(browser)).role).toBe('admin');

    const claimed = newPerson({ groups: ['admins'] });
    const both = oidc.site.newBrowser();
    await oidc.enter(both, claimed);
    await oidc.enter(both, newPerson({ email: claimed.email, groups: ['admins'] }), 'partner');
    await oidc.enter(both, { ...claimed, groups: [] });
    const { userId, role } = await oidc.viewerOf(both);
    expect(role).toBe('admin');
    await oidc.sql('update app_public.users set is_admin = false where is_admin and id <> $1', [userId]);
    const { sub } = oidc.partner.person;
    await oidc.enter(both, { ...claimed, sub, groups: [] }, 'partner');
    expect([(await oidc.viewerOf(both)).role, (await linesOf(userId)).at(-1)]).toEqual([
      'admin',
      'role.follow_claim administrator kept partner',
    ]);
    // Later another user becomes an administrator.
    await oidc.sql('update app_public.users set is_admin = true where id = $1', [secondAdminId]);
    await oidc.enter(both, { ...claimed, sub, groups: [] }, 'partner');
    expect((await oidc.viewerOf(both)).role).toBe('learner');
  });

  test('are not given to suspended users, and end with the connection', async () => {
    const { userId: secondAdminId } = await signUp(oidc.site, `${randomUUID()}@example.com`);
    await oidc.sql('update app_public.users set is_admin = true where id = $1', [secondAdminId]);
    const person = newPerson();
    const browser = oidc.site.newBrowser();
    await oidc.enter(browser, person);
    const { userId } = await oidc.viewerOf(browser);
    await oidc.sql('insert into app_public.suspensions (user_id) values ($1)', [userId]);
    await oidc.enter(browser, { ...person, groups: ['admins'] });
    expect((await oidc.viewerOf(browser)).role).toBe('learner');
    await oidc.sql('delete from app_public.suspensions where user_id = $1', [userId]);
    await oidc.enter(browser, { ...person, groups: ['admins', 'authors'] });
    expect(await rolesOf(browser)).toEqual({ role: 'admin', isAuthor: true });
    expect((await browser.post('/api/auth/connections/remove', { providerId: 'company' })).status).toBe(200);
    expect(await rolesOf(browser)).toEqual({ role: 'learner', isAuthor: false });
  });
});
