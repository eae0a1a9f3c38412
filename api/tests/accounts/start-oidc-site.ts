import { randomUUID } from 'node:crypto';
import { startSignInElsewhere } from '../../../web/app/shared/login/auth-requests.ts';
import type { OidcProvider } from '@newline/api/features/accounts/oidc-settings';
import { expect } from 'vitest';
import type { Browser } from '../browser.ts';
import { startTestApi } from '../start-test-api.ts';
import { type IssuerPerson, startTestIssuer, type TestIssuer } from './test-issuer.ts';

/** A site with OpenID Connect, its two providers, and helpers for tests. */
export type OidcSite = Awaited<ReturnType<typeof startOidcSite>>;

const settingsOf = ({ url, clientId, clientSecret }: TestIssuer, more: Partial<OidcProvider>): OidcProvider => ({
  id: 'company',
  name: 'Acme & Co',
  issuer: url,
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  rolesClaim: 'groups',
  roles: { administrator: ['admins'], author: ['authors'] },
  isEmailTrusted: false,
  isPrivate: true,
  isSignOutShared: false,
  ...more,
});

/** A user at a provider. */
export function newPerson(more: Partial<IssuerPerson> = {}): IssuerPerson & { email: string } {
  const sub = randomUUID();
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Olive Example', ...more };
}

/**
 * Starts the site with the providers `company`, `partner` (with shared sign-out), and `closed`, which is on a private network without
 * permission.
 */
export async function startOidcSite({ isOnly = false } = {}) {
  const [company, partner] = await Promise.all([startTestIssuer(), startTestIssuer()]);
  const providers = [
    settingsOf(company, {}),
    settingsOf(partner, { id: 'partner', name: 'Partner', isSignOutShared: true }),
    ...(isOnly ? [] : [settingsOf(company, { id: 'closed', name: 'Not allowed', isPrivate: false })]),
  ];
  const site = await startTestApi({ env: { oidc: { providers, isOnly } } });

  /** Goes to the provider as this person; returns the URL that leads back to the site. */
  async function walk(browser: Browser, person: IssuerPerson, provider = 'company'): Promise<URL> {
    const issuer = provider === 'partner' ? partner : company;
    issuer.person = person;
    const url = await startSignInElsewhere(provider, '/clips/7', async (path, body) => {
      const started = await browser.post(`/api/auth${path}`, body);
      expect(started.status, started.text).toBe(200);
      return started.json();
    });
    return issuer.walk(url);
  }
  /** Opens that URL; returns where the browser goes then. */
  const comeBack = async (browser: Browser, { pathname, search }: URL) =>
    (await browser.get(`${pathname}${search}`)).headers.get('location')?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '') ?? '';
  return {
    site,
    company,
    partner,
    walk,
    comeBack,
    enter: async (browser: Browser, person: IssuerPerson, provider?: string) => comeBack(browser, await walk(browser, person, provider)),
    viewerOf: (browser: Browser) => site.api.viewerOf({ cookie: browser.cookieHeader }),
    sql: async <TRow extends object>(text: string, values: unknown[] = []) => (await site.db.superuser.query<TRow>(text, values)).rows,
    stop: () => Promise.all([site.stop(), company.stop(), partner.stop()]),
  };
}
