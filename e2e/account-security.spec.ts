import { readFile } from 'node:fs/promises';
import { codeAt } from '../api/tests/totp-code.ts';
import { confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, linkInMail, test } from './support/journey.ts';
import { suffix } from './support/people.ts';

test('an email address changes when both mailboxes have confirmed it @LOGIN-01', { tag: '@phone' }, async ({
  page,
  people,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const person = await people.enter('learner', 'Mova');
  const newEmail = `moved-${suffix()}@example.com`;
  await page.goto('/account');
  await page.getByRole('link', { name: 'Change email address, password and sessions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in and security' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Email address' });

  await test.step('mistakes in the address are reported next to it', async () => {
    await form.getByLabel('New email address').fill('nobody');
    await form.getByRole('button', { name: 'Change email address' }).click();
    await expect(form.getByLabel('New email address')).toHaveAccessibleDescription(/Enter an email address such as/);
    await form.getByLabel('New email address').fill(person.email);
    await form.getByRole('button', { name: 'Change email address' }).click();
    await expect(form.getByLabel('New email address')).toHaveAccessibleDescription(/This is already your email address/);
  });

  await test.step('both mailboxes get a link, and the page shows who has confirmed', async () => {
    await form.getByLabel('New email address').fill(newEmail);
    await form.getByLabel('New email address').press('Enter');
    await expect(form.getByRole('status')).toContainText('Check your email');
    await expect(form.getByRole('listitem').filter({ hasText: newEmail })).toContainText('Not confirmed yet');
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('one confirmation isn’t enough', async () => {
    const other = await people.open(null);
    await other.goto(await linkInMail(browser, newEmail, /Confirm your new/));
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.reload();
    await expect(form.getByRole('listitem').filter({ hasText: newEmail })).toContainText('Confirmed');
    await expect(form.getByRole('listitem').filter({ hasText: person.email })).toContainText('Not confirmed yet');
  });

  await test.step('with both confirmations, only the new address signs in', async () => {
    await page.goto(await linkInMail(browser, person.email, /Allow/));
    await page.getByRole('button', { name: 'Allow the change' }).click();
    await expect(page.getByRole('heading', { name: 'Your email address has changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email').fill(newEmail);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/account\/security$/);
    await expect(form).toContainText(`You sign in with ${newEmail}.`);
  });
});

test('a change of email address is canceled, and other sessions are ended one at a time and together @LOGIN-01', {
  tag: '@desk',
}, async ({ page, people }) => {
  const person = await people.enter('learner', 'Sesa');
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
  const phone = await people.open(person, { userAgent: agent });
  const others = [await people.open(person), await people.open(person)];
  await page.goto('/account/security');

  await test.step('the address stays', async () => {
    const form = page.getByRole('form', { name: 'Email address' });
    await form.getByLabel('New email address').fill(`never-${suffix()}@example.com`);
    await form.getByRole('button', { name: 'Change email address' }).click();
    await form.getByRole('button', { name: 'Keep current email address' }).click();
    await expect(form).toContainText(`You sign in with ${person.email}.`);
  });

  const sessions = page.getByRole('form', { name: 'Sessions' });
  await test.step('each browser is listed, this one first', async () => {
    await expect(sessions.getByRole('listitem')).toHaveCount(4);
    await expect(sessions.getByRole('listitem').first()).toContainText('This browser');
    await expectAccessibleInBothThemes(page);
  });

  await test.step('one is signed out with the keyboard; the focus stays in the list', async () => {
    await sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }).focus();
    await page.keyboard.press('Enter');
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    await expect(sessions.getByRole('status')).toContainText('Signed out.');
    await expect(sessions.getByRole('button').and(page.locator(':focus'))).toHaveCount(1);
    await phone.goto('/account');
    await expect(phone).toHaveURL(/\/sign-in/);
  });

  await test.step('then all the others are signed out', async () => {
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions.getByText('You’re not signed in anywhere else.')).toBeVisible();
    for (const other of others) {
      await other.goto('/account');
      await expect(other).toHaveURL(/\/sign-in/);
    }
    await page.reload();
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
  });
});

test('two-step sign-in is set up, required, recovered from and turned off @LOGIN-01', { tag: '@phone' }, async ({
  page,
  people,
  expectedErrors,
}) => {
  expectedErrors.push(/40[0-3]/);
  const person = await people.enter('learner', 'Totta');
  await page.goto('/account/security');
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  let secret = '';
  let codes: string[] = [];

  await test.step('it asks for the password, and shows what an app needs', async () => {
    await section.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await section.getByLabel('Password').fill('not this one');
    await section.getByRole('button', { name: 'Continue' }).click();
    await expect(section.getByLabel('Password')).toHaveAccessibleDescription('Wrong password.');
    await section.getByLabel('Password').fill(person.password);
    await section.getByRole('button', { name: 'Continue' }).click();
    await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('a code from the app turns it on; recovery codes are shown once, and can be downloaded', async () => {
    await section.getByLabel('Code', { exact: true }).fill('12345');
    await section.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    await expect(section.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Wrong code/);
    await section.getByLabel('Code', { exact: true }).fill(codeAt(secret));
    await section.getByLabel('Code', { exact: true }).press('Enter');
    await expect(section.getByRole('status')).toContainText('Two-step sign-in is on.');
    codes = await section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const download = page.waitForEvent('download');
    await section.getByRole('link', { name: 'Download codes' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    for (const code of codes) expect(text).toContain(code);
    await section.getByRole('button', { name: 'I’ve saved them' }).click();
    await expect(section).toContainText('You have 10 recovery codes left.');
    await page.reload();
    await expect(section).toContainText('Two-step sign-in has been on since');
    expect(await page.content()).not.toContain(codes[0]);
  });

  const signIn = async () => {
    await page.context().clearCookies();
    await page.goto('/sign-in?returnTo=%2Fbooks');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  };
  await test.step('signing in requires it, and returns to the previous page', async () => {
    await signIn();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel('Code', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Wrong code/);
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await page.getByLabel('Code', { exact: true }).press('Enter');
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible();
  });

  await test.step('a code turns it off, and it is no longer required', async () => {
    await page.goto('/account/security');
    await expect(section).toContainText('You have 9 recovery codes left.');
    await section.getByRole('button', { name: 'Turn off' }).click();
    await section.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
    await section.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
    await expect(section.getByRole('button', { name: 'Set up two-step sign-in' })).toBeVisible();
    await page.context().clearCookies();
    await page.goto('/sign-in?returnTo=%2Fbooks');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/books$/);
  });
});

test('without JavaScript, the second step, the email address and the sessions are forms @LOGIN-01', {
  tag: '@desk',
}, async ({ people, baseURL, expectedErrors }) => {
  expectedErrors.push(/400/);
  const person = await people.make('learner', 'Plain');
  const { cookie } = await people.at(person);
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseURL}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseURL ?? '', cookie },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { secret: string; recoveryCodes: string[] };
  };
  const { secret } = await post('/second-step/begin', { password: person.password });
  const { recoveryCodes } = await post('/second-step/confirm', { code: codeAt(secret) });
  const page = await people.open(null, { javaScriptEnabled: false });
  await page.goto('/sign-in?returnTo=%2Faccount%2Fsecurity');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\/second-step\?returnTo=%2Faccount%2Fsecurity$/);
  await page.getByLabel('Code', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/Wrong code/);
  await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/account\/security$/);

  const form = page.getByRole('form', { name: 'Email address' });
  await form.getByLabel('New email address').fill(`plain-${suffix()}@example.com`);
  await form.getByRole('button', { name: 'Change email address' }).click();
  await expect(form.getByText('Not confirmed yet')).toHaveCount(2);
  await form.getByRole('button', { name: 'Keep current email address' }).click();
  await expect(form.getByLabel('New email address')).toBeVisible();
  const sessions = page.getByRole('form', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(sessions.getByText('You’re not signed in anywhere else.')).toBeVisible();
});

test('a passkey is added, signs in without a password, and is removed @LOGIN-01', { tag: '@desk' }, async ({
  page,
  people,
  expectedErrors,
}) => {
  expectedErrors.push(/40[019]/);
  const person = await people.enter('learner', 'Keya');
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/account/security');
  const section = page.getByRole('region', { name: 'Passkeys' });

  await test.step('it asks for the password and the device', async () => {
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await section.getByLabel('Name').fill('My laptop');
    await section.getByLabel('Password').fill(person.password);
    await expectAccessibleInBothThemes(page);
    await section.getByRole('button', { name: 'Create passkey' }).click();
    await expect(section.getByRole('status')).toContainText('Passkey added.');
    await expect(section.getByRole('listitem')).toContainText('My laptop');
  });

  await test.step('the same device can’t be added twice', async () => {
    await section.getByRole('button', { name: 'Add passkey' }).click();
    await section.getByLabel('Password').fill(person.password);
    await section.getByRole('button', { name: 'Create passkey' }).click();
    await expect(section.getByRole('alert')).toContainText('This device already has a passkey for your account.');
    await section.getByRole('button', { name: 'Cancel' }).click();
  });

  const signIn = async () => {
    await page.context().clearCookies();
    await page.goto('/sign-in?returnTo=%2Fbooks');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  await test.step('it signs in, and returns to the previous page', async () => {
    await signIn();
    await expect(page).toHaveURL(/\/books$/);
    await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible();
  });

  await test.step('after removal it no longer signs in', async () => {
    await page.goto('/account/security');
    await section.getByRole('button', { name: 'Remove passkey My laptop' }).click();
    await confirmAction(page, 'Remove');
    await expect(section.getByRole('listitem')).toHaveCount(0);
    await signIn();
    await expect(page.getByRole('alert')).toContainText('We couldn’t sign you in with this passkey.');
    await devices.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });
});
