import type { Browser, Page } from '@playwright/test';
import { startTestIssuer, type TestIssuer } from '../api/tests/accounts/test-issuer.ts';
import { codeAt } from '../api/tests/totp-code.ts';
import { confirm, confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// A separate site, because its requirements for administrators and its sign-in methods apply to everyone.
test.describe.configure({ mode: 'default' });

let site: SiteProcess;
let rows: SiteRows;
let issuer: TestIssuer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  issuer = await startTestIssuer();
  const { url, clientId, clientSecret } = issuer;
  const provider = { id: 'company', name: 'Acme', issuer: url, clientId, clientSecret, privateNetwork: true };
  site = await prepareSite({ OIDC_PROVIDERS: JSON.stringify([provider]) });
  await site.start();
  rows = await openSiteRows(site);
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
  await issuer.stop();
});

const open = async (browser: Browser, more: { width?: number; javaScriptEnabled?: boolean } = {}): Promise<Page> => {
  const { width = 1280, ...options } = more;
  return (await browser.newContext({ baseURL: site.origin, viewport: { width, height: 900 }, ...options })).newPage();
};

test('users sign up and in with the company’s account, and disconnect it @LOGIN-02 @desk', async ({ browser }) => {
  issuer.person = { sub: 'olive', email: 'olive@acme.example', email_verified: true, name: 'Olive Example' };
  const page = await open(browser);
  await test.step('the first sign-in creates an account, and returns', async () => {
    await page.goto('/sign-up?returnTo=%2Fpricing');
    await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
    await expect(page.getByRole('button', { name: 'Account of Olive Example' })).toBeVisible();
  });

  const section = page.getByRole('region', { name: 'Connected accounts' });
  await test.step('the account lists it; disconnecting asks first', async () => {
    await page.goto('/account/security');
    await expect(section.getByRole('listitem')).toContainText('Acme');
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await section.getByRole('button', { name: 'Disconnect Acme' }).click();
    await confirm(page, 'Disconnect Acme?', 'Disconnect');
    await expect(section.getByRole('status')).toContainText('Acme disconnected.');
    await expect(section.getByRole('listitem')).toHaveCount(0);
    await expect(section).toContainText('To connect Acme, sign in with it.');
  });

  await test.step('the confirmed address connects it again, even without a script', async () => {
    const plain = await open(browser, { width: 360, javaScriptEnabled: false });
    await plain.goto('/sign-in?returnTo=%2Faccount%2Fsecurity');
    await plain.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(plain).toHaveURL(/\/account\/security$/);
    await expect(plain.getByRole('region', { name: 'Connected accounts' }).getByRole('listitem')).toContainText('Acme');
  });

  await test.step('an address that isn’t confirmed there is refused, with instructions', async () => {
    issuer.person = { sub: 'mallory', email: 'mallory@acme.example', email_verified: false };
    const stranger = await open(browser, { width: 360 });
    await stranger.goto('/sign-in');
    await stranger.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(stranger.getByRole('alert')).toContainText('Acme hasn’t confirmed your email address');
    await expectAccessibleInBothThemes(stranger);
    await expectNoSidewaysScroll(stranger);
  });
});

/** Sets up two-step sign-in for the signed-in user. */
async function setUpTwoStep(page: Page, password: string): Promise<void> {
  // The server refuses changes that don't come from its own pages.
  const headers = { origin: site.origin };
  const begun = await page.request.post('/api/auth/second-step/begin', { data: { password }, headers });
  const { secret } = (await begun.json()) as { secret: string };
  const confirmed = await page.request.post('/api/auth/second-step/confirm', { data: { code: codeAt(secret) }, headers });
  expect(confirmed.status()).toBe(200);
}

test('administrators are required to use a second step, and remove a lost one @LOGIN-01 @desk', async ({ browser }) => {
  const [admin, author] = [site.person('admin'), site.person('author')];
  await rows.run('update app_public.users set is_admin = true where id = $1', [author.id]);
  const page = await open(browser);
  await signIn(page, admin);
  const colleague = await open(browser, { width: 360 });
  await signIn(colleague, author);

  await test.step('only an administrator who has one can require it', async () => {
    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Security' }).click();
    await expect(page.getByRole('main')).toContainText('Before you can require it');
    await expect(page.getByRole('button', { name: /Require/ })).toHaveCount(0);
    await setUpTwoStep(page, admin.password);
    await page.reload();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Require a second step of administrators' }).click();
    await confirm(page, 'Require a second step of administrators?', 'Require a second step');
    await expect(page.getByRole('main')).toContainText('Administrators need two-step sign-in or a passkey.');
  });

  await test.step('administrators who signed in without one see why administration is closed, and how to open it', async () => {
    await colleague.goto('/admin/people');
    await expect(colleague).toHaveURL(/\/account\/security$/);
    await expect(colleague.getByRole('heading', { name: 'Administration needs a second step' })).toBeVisible();
    await expectAccessibleInBothThemes(colleague);
    await expectNoSidewaysScroll(colleague);
    await setUpTwoStep(colleague, author.password);
    await colleague.goto('/admin/people');
    await expect(colleague.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  });

  await test.step('a lost one is removed for a user, never for an administrator', async () => {
    await page.goto(`/admin/people/${author.id}`);
    await expect(page.getByRole('main')).toContainText('An administrator’s second step can’t be removed.');
    await rows.run('update app_public.users set is_admin = false where id = $1', [author.id]);
    await page.reload();
    await page.getByRole('button', { name: /^Remove second step of / }).click();
    await confirmAction(page, 'Remove second step');
    await expect(page.getByRole('main')).toContainText('No two-step sign-in and no passkeys.');
    await expectNoSidewaysScroll(page);
    await colleague.goto('/account');
    await expect(colleague).toHaveURL(/\/sign-in/);
  });
});
