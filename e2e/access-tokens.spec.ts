import { confirmAction } from './support/destructive-buttons.ts';
import { expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';

test('a token is created, copied, used by a program and revoked @LOGIN-03', { tag: ['@desk', '@phone'] }, async ({
  page,
  people,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  const person = await people.enter('learner', 'Toka');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Access tokens' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Access tokens' })).toBeVisible();
  await expect(page.getByText('Your access tokens will appear here.')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const form = page.getByRole('form', { name: 'Create access token' });
  await test.step('missing or invalid fields are marked', async () => {
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(form.getByLabel('Scope').getByRole('option')).toHaveText(['Read', 'Read and write']);
    await form.getByLabel('Expires').selectOption('On a date...');
    await form.getByLabel('Last day').fill('2020-01-01');
    await form.getByRole('button', { name: 'Create token' }).click();
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/);
    await expect(form.getByLabel('Last day')).toHaveAccessibleDescription(/Choose a day after today/);
    await form.getByLabel('Expires').selectOption('Never');
    await expect(form.getByLabel('Expires')).toHaveAccessibleDescription(/We recommend a date/);
    await form.getByLabel('Expires').selectOption('90 days');
    await form.getByLabel('Name').fill('Nightly export');
    await form.getByLabel('Password').fill('not this one');
    await form.getByRole('button', { name: 'Create token' }).click();
    await expect(form.getByLabel('Password')).toHaveAccessibleDescription(/Wrong password/);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  let token = '';
  await test.step('the token is shown once, and copied', async () => {
    await form.getByLabel('Password').fill(person.password);
    await form.getByLabel('Password').press('Enter');
    const field = page.getByRole('textbox', { name: 'Access token' });
    await expect(field).toHaveValue(/^nl_pat_/);
    token = await field.inputValue();
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Copy token' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await expect(field).toBeHidden();
  });

  const list = page.getByRole('list', { name: 'Access tokens' });
  const ask = () =>
    request.post('/graphql', { data: { query: '{ viewer { username } }' }, headers: { authorization: `Bearer ${token}`, cookie: '' } });
  await test.step('a program uses it', async () => {
    await expect(list.getByRole('listitem')).toHaveText(/Nightly export.*Read, ends in.*Never used.*expires/);
    const answer = await ask();
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { viewer: { username: person.username } } });
  });

  await test.step('after revocation it is refused', async () => {
    await list.getByRole('button', { name: 'Revoke token Nightly export' }).click();
    await confirmAction(page, 'Revoke');
    await expect(page.getByText('Your access tokens will appear here.')).toBeVisible();
    expect((await ask()).status()).toBe(401);
  });
});
