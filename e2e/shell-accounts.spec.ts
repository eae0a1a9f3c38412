import { readFile } from 'node:fs/promises';
import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, linkInMail, signIn, test } from './support/journey.ts';
import { suffix } from './support/people.ts';

const password = 'seven quiet lines';

test('signing up sends an email, whose link confirms, signs in and returns; signing out everywhere ends all sessions @AUTH-01', {
  tag: '@desk',
}, async ({ page, browser, people }) => {
  const email = `reader-${suffix()}@example.net`;
  const existing = await people.make('learner');

  await test.step('missing fields are reported next to them', async () => {
    await page.goto('/sign-up?returnTo=%2Fbooks');
    await page.getByRole('button', { name: 'Create account' }).click();
    // All of them together, so that users don't have to correct the form three times.
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name; it need not be your real one\./);
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter an email address such as ada@example.com.');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use 10 characters or more\./);
    await page.getByLabel('Name').fill('Ada Lindqvist');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('it ends with the email, and no one is signed in yet', async () => {
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toContainText('Check your email');
    await expectAccessible(page);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Faccount$/);
  });

  await test.step('an address that has an account gets the same message, and its owner an email', async () => {
    // In a browser of its own: a link recognizes the last user who signed up in a browser.
    const other = await people.open(null);
    await other.goto('/sign-up');
    await other.getByLabel('Name').fill('Somebody else');
    await other.getByLabel('Email').fill(existing.email);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Create account' }).click();
    await expect(other.getByRole('status')).toContainText('Check your email');
    expect(await linkInMail(browser, existing.email, /./)).toContain('/sign-in');
  });

  await test.step('the link confirms, signs in and returns; no script can read the session', async () => {
    await page.goto(await linkInMail(browser, email, /Confirm/));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: 'Account of Ada Lindqvist' })).toBeVisible();
    const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await page.evaluate(() => document.cookie)).not.toContain('session_token');
  });

  await test.step('signing out everywhere reaches the other browser', async () => {
    const elsewhere = await people.open({ email, password });
    await elsewhere.goto('/account');
    await expect(elsewhere.getByRole('form', { name: 'Profile' })).toBeVisible();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page).toHaveURL(/\/$/);
    await elsewhere.goto('/account');
    await expect(elsewhere).toHaveURL(/\/sign-in/);
  });
});

test('a wrong password is reported next to the field, the right one stays on the page, and signing out ends the session @AUTH-01 @AUTH-02', {
  tag: '@phone',
}, async ({ page, people, expectedErrors }) => {
  expectedErrors.push(/401/);
  const { email, password: right, name } = await people.make('learner');
  await page.goto('/courses/types-that-tell-the-truth');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password').fill('not this one');
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('Wrong email or password.');
  await dialog.getByLabel('Password').fill(right);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  const account = page.getByRole('button', { name: `Account of ${name}` });
  await expect(account).toBeVisible();
  await expect(page).toHaveURL(/\/courses\/types-that-tell-the-truth$/);

  await account.click();
  await expect(page.getByRole('link', { name: 'Profile', exact: true })).toBeVisible();
  await expectAccessible(page);
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' }).first()).toBeAttached();
  await expect(account).toHaveCount(0);
  // The session has ended on the server, not only in this browser.
  await page.context().addCookies(cookies);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('the sign-in page returns to the previous page, and only to this site @AUTH-01 @AUTH-02', {
  tag: '@desk',
}, async ({ page, people, browser }) => {
  const { email, password: right, name } = await people.make('author');
  const signInByForm = async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(right);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const account = page.getByRole('button', { name: `Account of ${name}` });

  await test.step('text typed before hydration is sent unchanged; a comment in progress is kept, and nothing else', async () => {
    const { promise: held, resolve: letScriptsCome } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const returnTo = '/clips?commentText=a%20%26%20b&from=1&to=9&parentId=7&utm_source=mail';
    await page.goto(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`, { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(right);
    letScriptsCome();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated');
    await page.unroute('**/assets/*.js');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(account).toBeVisible();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/clips', { commentText: 'a & b', from: '1', to: '9', parentId: '7' }]);
  });

  await test.step('opening a page after the session ended returns to that page', async () => {
    await page.goto('/studio');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Analytics of your courses and books' }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fstudio%2Fanalytics$/);
    await signInByForm();
    await expect(page).toHaveURL(/\/studio\/analytics$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  });

  await test.step('a URL of another site leads home, before and after', async () => {
    const hostile = `/sign-in?returnTo=${encodeURIComponent('/\\evil.example')}`;
    await page.goto(hostile);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await page.context().clearCookies();
    await page.goto(hostile);
    await signInByForm();
    await expect(account).toBeVisible();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  await test.step('the emailed link signs in, returns, and works once', async () => {
    await page.context().clearCookies();
    await page.goto('/sign-in?returnTo=%2Fbooks');
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address and we’ll send you a link.');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByRole('status')).toContainText('Check your email');
    const link = await linkInMail(browser, email, /sign in|link/i);
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/books$/);
    await expect(account).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'You’re already signed in' })).toBeVisible();
    await page.getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/books$/);
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/sign-in\?returnTo=%2Fbooks$/);
  });
});

test('a forgotten password is reset by email; the old one and its sessions are invalid @AUTH-01', { tag: '@desk' }, async ({
  page,
  people,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/40[01]/);
  const { email, password: old } = await people.enter('learner');
  const oldSession = await page.context().cookies();
  await page.goto('/reset-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('status')).toContainText('Check your email');
  const link = await linkInMail(browser, email, /password/i);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Use 10 characters or more/);
  await page.getByLabel('New password').fill('another seven lines');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toContainText('Password changed');

  await page.context().clearCookies();
  await page.context().addCookies(oldSession);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(old);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await signIn(page, { email, password: 'another seven lines' });
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('has been used or has expired');
});

test('a user’s account is edited, exported, shown to others, and permanently deleted @AUTH-04', { tag: '@desk' }, async ({
  page,
  people,
  expectedErrors,
}) => {
  expectedErrors.push(/40[0-4]|409/);
  const person = await people.enter('learner', 'Stay');
  const username = `${person.username}-on`;

  await test.step('mistakes in the profile are reported next to their fields', async () => {
    await page.goto('/account');
    const profile = page.getByRole('form', { name: 'Profile' });
    await profile.getByLabel('Username', { exact: true }).fill('bram');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByLabel('Username', { exact: true })).toHaveAccessibleDescription(/This username is taken/);
    await profile.getByLabel('Username', { exact: true }).fill(username);
    await profile.getByLabel('Job title').fill('Programmer');
    await profile.getByLabel('Employer').fill('Fjord & Sons');
    await profile.getByLabel('Website').fill('javascript:alert(1)');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByLabel('Website')).toHaveAccessibleDescription(/starts with https/);
    await profile.getByLabel('Website').fill('https://stay.example/me');
    await profile.getByRole('button', { name: 'Save profile' }).click();
    await expect(profile.getByRole('status')).toContainText('Profile saved.');
  });

  await test.step('settings are saved', async () => {
    const settings = page.getByRole('form', { name: 'Settings' });
    // The browser of these tests is in Lisbon, which the site learned on the first visit.
    await page.reload();
    await expect(settings.getByRole('option', { name: 'Same as my browser (now Europe/Lisbon)' })).toBeAttached();
    await expect(settings.getByLabel('Time zone')).toHaveValue('');
    await settings.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await expect(settings.getByLabel('Email notifications')).toHaveValue('AT_ONCE');
    await settings.getByLabel('Email notifications').selectOption('Once a week');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await expect(settings.getByRole('status')).toContainText('Settings saved.');
    await page.reload();
    await expect(settings.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
    await expect(settings.getByLabel('Email notifications')).toHaveValue('WEEKLY');
  });

  await test.step('all data can be exported', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download your data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      email: person.email,
      users: [{ username, employer_name: 'Fjord & Sons' }],
      user_settings: [{ time_zone: 'Asia/Tokyo', mail_notices: 'WEEKLY' }],
    });
  });

  const other = await people.open(null);
  await test.step('another user sees it immediately', async () => {
    await other.goto(`/@${username}`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(person.name);
    await expect(other.getByText('Programmer')).toBeVisible();
    await expect(other.getByText('Fjord & Sons')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://stay.example/me');
    await expect(other.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
    await page.goto(`/@${username}`);
    await expect(page.getByRole('link', { name: 'Edit this page' })).toBeVisible();
  });

  await test.step('deleted with the password, it is gone for everyone', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByLabel('Password').fill('not this one');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill(person.password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(async () => (await other.request.get(`/@${username}`)).status()).toBe(404);
  });

  await test.step('an author’s page shows courses and books, which link back to it', async () => {
    const author = demoPerson('author');
    await other.goto(`/@${author.username}`);
    await expect(other.getByRole('heading', { level: 1, name: author.name })).toBeVisible();
    await other.getByRole('region', { name: 'Courses and books' }).getByRole('link').first().click();
    await expect(other.getByRole('complementary').getByRole('link', { name: new RegExp(author.name) })).toBeVisible();
  });
});

test('the server renders the signed-in state before any script runs, only for that user @AUTH-01', { tag: '@desk' }, async ({
  page,
  people,
  baseURL,
}) => {
  const reader = await people.enter('learner', 'Zelda');
  const { cookie } = await people.at(reader);
  const read = async (path: string, as: string) => (await fetch(`${baseURL}${path}`, { headers: { cookie: as } })).text();
  for (const path of ['/account', '/library', '/notifications', '/studio', '/checkout/done']) {
    const html = (await read(path, cookie)).replace(/<script[^]*?<\/script>/g, '');
    expect(html, path).toContain(`aria-label="Account of ${reader.name}"`);
    for (const words of ['Create an account', '>Sign in<']) expect(html.includes(words), `${path}: ${words}`).toBe(false);
  }
  // A user who bought nothing doesn't see purchases.
  for (const path of ['/checkout/done', '/checkout/done?checkout=00000000-0000-4000-8000-000000000000&returnTo=%2Flibrary']) {
    const html = await read(path, cookie);
    expect(html, path).toContain('Purchase not found');
    expect(html, path).not.toMatch(/You now have access|You’re all set/);
  }
  // The control: and no fragment that was rendered for the user is used for others.
  for (const path of ['/search?q=x', '/sign-in', '/']) {
    const html = await read(path, '');
    expect(html, path).toContain('Create an account');
    expect(html.includes(reader.name), path).toBe(false);
  }
  await page.goto('/account');
  await page.getByRole('button', { name: `Account of ${reader.name}` }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
});
