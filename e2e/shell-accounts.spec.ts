import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, linkInMail, signIn, test } from './support/journey.ts';

let count = 0;

/** A new address for every account that a test makes. */
function newAddress(project: string): string {
  count += 1;
  return `reader-${project}-${process.pid}-${Date.now()}-${count}@example.net`;
}

const password = 'seven quiet lines';

/** Signs somebody new up, confirms the address and leaves the page signed in: what is done to their account touches no other test. */
async function signUp(page: Page, browser: Browser, name: string, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('status')).toContainText('Check your mail');
  await page.goto(await linkInMail(browser, email, /Confirm/));
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
}

test.describe('signing up', () => {
  test('ends at the mail, and its link confirms, signs in and leads back @AUTH-01', async ({ page, browser }, info) => {
    const email = newAddress(info.project.name);
    await page.goto('/sign-up?returnTo=%2Fbooks');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('alert')).toHaveText('Enter a name; it need not be your real one.');
    await page.getByLabel('Name').fill('Ada Lindqvist');
    await page.getByLabel('Email').fill('ada');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/10 characters or more/);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toContainText('Check your mail');
    await expectAccessible(page);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Faccount$/);

    await page.goto(await linkInMail(browser, email, /Confirm/));
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: 'Account of Ada Lindqvist' })).toBeVisible();
    const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await page.evaluate(() => document.cookie)).not.toContain('session_token');
  });

  test('says the same for an address that has an account, and tells its owner by mail @AUTH-01', { tag: '@desk' }, async ({
    page,
    browser,
  }) => {
    const { email } = demoPerson('anotherLearner');
    await page.goto('/sign-up');
    await page.getByLabel('Name').fill('Somebody else');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toContainText('Check your mail');
    expect(await linkInMail(browser, email, /./)).toContain('/sign-in');
  });
});

test.describe('signing in and out', () => {
  test('a wrong password is told beside the field, the right one leads back @AUTH-01 @AUTH-02', { tag: '@phone' }, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/401/);
    const { email, password: right, name } = demoPerson('learner');
    await page.goto('/courses/types-that-tell-the-truth');
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await expectNoSidewaysScroll(page);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('E-mail and password do not belong together.');
    await dialog.getByLabel('Password').fill(right);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const account = page.getByRole('button', { name: `Account of ${name}` });
    await expect(account).toBeVisible();
    await expect(page).toHaveURL(/\/courses\/types-that-tell-the-truth$/);
    await expectAccessible(page);

    await account.click();
    await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible();
    await expectAccessible(page);
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
    await expect(account).toHaveCount(0);
    // The session is over on the server, not only in this browser.
    await page.context().addCookies(cookies);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test('what was typed before the page came alive is sent as it stands @AUTH-01', { tag: '@desk' }, async ({ page }) => {
    const { email, password: right, name } = demoPerson('learner');
    let letScriptsCome = () => undefined as void;
    const held = new Promise<void>((resolve) => (letScriptsCome = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/sign-in?returnTo=%2Fbooks', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(right);
    letScriptsCome();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
  });

  test('the link by mail signs in and leads back @AUTH-01', { tag: '@desk' }, async ({ page, browser }) => {
    const { email, name } = demoPerson('author');
    await page.goto('/sign-in?returnTo=%2Fbooks');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your address; the link goes there.');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('status')).toContainText('Check your mail');
    const link = await linkInMail(browser, email, /sign in|link/i);
    await page.goto(link);
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('has been used or is too old');
  });

  test('leads back to this site only, whatever the address asks for @AUTH-02', { tag: '@desk' }, async ({ page }) => {
    const { email, password: right } = demoPerson('proLearner');
    for (const returnTo of ['//evil.example/', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/%09/evil.example']) {
      await page.context().clearCookies();
      await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(right);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
      expect(new URL(page.url()).pathname).toBe('/');
    }
  });

  test('a page of the site that is gone to after the session ended leads back to itself @AUTH-02', { tag: '@desk' }, async ({ page }) => {
    const { email, password: right } = demoPerson('author');
    await signIn(page, { email, password: right });
    await page.goto('/studio');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Figures of your courses and books' }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fstudio%2Ffigures$/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(right);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/studio\/figures$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible();
  });

  test('keeps the state of a comment in progress on the way back, and nothing else @AUTH-02', { tag: '@desk' }, async ({ page }) => {
    const { email, password: right } = demoPerson('proLearner');
    const returnTo = '/clips?commentText=a%20%26%20b&from=1&to=9&parentId=7&utm_source=mail';
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(right);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/clips', { commentText: 'a & b', from: '1', to: '9', parentId: '7' }]);
  });
});

test(
  'a forgotten password is set anew by mail; the old one and its sessions are dead @AUTH-01',
  { tag: '@desk' },
  async ({ page, browser, expectedErrors }, info) => {
    expectedErrors.push(/40[01]/);
    const email = newAddress(info.project.name);
    await signUp(page, browser, 'Forgetful Reader', email);
    const oldSession = await page.context().cookies();

    await page.goto('/reset-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('status')).toContainText('Check your mail');
    const link = await linkInMail(browser, email, /password/i);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Use 10 characters or more/);
    await page.getByLabel('New password').fill('another seven lines');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByRole('status')).toContainText('The password is changed');

    await page.context().clearCookies();
    await page.context().addCookies(oldSession);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in/);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await signIn(page, { email, password: 'another seven lines' });
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('has been used or is too old');
  },
);

test.describe('one’s own account', () => {
  test('is edited, shown to others, and deleted for good @AUTH-04', async ({ page, browser, expectedErrors }, info) => {
    expectedErrors.push(/40[0-4]|409/);
    const email = newAddress(info.project.name);
    await signUp(page, browser, 'Short Stay', email);
    await page.goto('/account');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const username = `stay-${info.project.name}-${Date.now()}`;
    const profile = page.getByRole('form', { name: 'Profile' });
    await profile.getByLabel('User name', { exact: true }).fill('bram');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByLabel('User name', { exact: true })).toHaveAccessibleDescription(/Somebody has this user name/);
    await profile.getByLabel('User name', { exact: true }).fill(username);
    await profile.getByLabel('Employment title').fill('Programmer');
    await profile.getByLabel('Employer').fill('Fjord & Sons');
    await profile.getByLabel('Website').fill('javascript:alert(1)');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByLabel('Website')).toHaveAccessibleDescription(/begins with https/);
    await profile.getByLabel('Website').fill('https://stay.example/me');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByRole('status')).toContainText('Your profile is saved.');

    const settings = page.getByRole('form', { name: 'Settings' });
    await settings.getByLabel('Time zone').selectOption('Europe/Lisbon');
    await expect(settings.getByLabel('Mail me notices')).toHaveValue('AT_ONCE');
    await settings.getByLabel('Mail me notices').selectOption('Once a week');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await expect(settings.getByRole('status')).toContainText('Your settings are saved.');
    await page.reload();
    await expect(settings.getByLabel('Time zone')).toHaveValue('Europe/Lisbon');
    await expect(settings.getByLabel('Mail me notices')).toHaveValue('WEEKLY');

    // All of it can be taken along.
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download your data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      email,
      users: [{ username, employer_name: 'Fjord & Sons' }],
      user_settings: [{ time_zone: 'Europe/Lisbon', mail_notices: 'WEEKLY' }],
    });

    // Another person sees it, without waiting for anything to expire.
    const other = await browser.newPage();
    await other.goto(`/@${username}`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Short Stay');
    await expect(other.getByText('Programmer')).toBeVisible();
    await expect(other.getByText('Fjord & Sons')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://stay.example/me');
    await expect(other.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
    await page.goto(`/@${username}`);
    await expect(page.getByRole('link', { name: 'Edit this page' })).toBeVisible();

    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Delete it all' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Delete it all' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(async () => expect((await other.goto(`/@${username}`))?.status()).toBe(404)).toPass();
    await other.close();
  });

  test('shows the courses and books of an author @AUTH-04', { tag: '@desk' }, async ({ page }) => {
    const author = demoPerson('author');
    await page.goto(`/@${author.username}`);
    await expect(page.getByRole('heading', { level: 1, name: author.name })).toBeVisible();
    const titles = page.getByRole('region', { name: 'Courses and books' }).getByRole('link');
    await titles.first().click();
    await expect(page.getByRole('complementary').getByRole('link', { name: new RegExp(author.name) })).toBeVisible();
  });

  test('signs out everywhere @AUTH-01', { tag: '@desk' }, async ({ page, browser }, info) => {
    const email = newAddress(info.project.name);
    await signUp(page, browser, 'Three Devices', email);
    const elsewhere = await browser.newPage();
    await signIn(elsewhere, { email, password });
    await elsewhere.goto('/account');
    await expect(elsewhere.getByRole('form', { name: 'Profile' })).toBeVisible();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/$/);
    await elsewhere.goto('/account');
    await expect(elsewhere).toHaveURL(/\/sign-in/);
    await elsewhere.close();
  });
});
