import { expect, test } from './support/journey.ts';

test('a part that fails while it is rendered says so in its place; the page around it works, and trying again restores it @SITE-10', {
  tag: '@desk',
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/TypeError/, /Cannot read properties of null/);
  let isBroken = true;
  await page.route('**/graphql', async (route) => {
    const sent = route.request().postData() ?? '';
    if (!isBroken || !sent.includes('"isTyping"')) return route.fallback();
    // An invalid hit: rendering the hits throws.
    await route.fulfill({ json: { data: { search: { nodes: [null] } } } });
  });
  const thrown = page.waitForEvent('console', { predicate: (message) => message.type() === 'error' });
  await page.goto('/courses');
  await page.keyboard.press('ControlOrMeta+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.type('retry');
  const note = dialog.getByRole('alert');
  await expect(note).toContainText('Something went wrong in this part of the page.');
  await thrown;
  // The parts around it, in the dialog and on the page.
  await expect(dialog.getByRole('combobox')).toHaveValue('retry');
  await expect(page.locator('main h1')).toBeVisible();
  isBroken = false;
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('option').first()).toContainText('Retry, with manners');
  await expect(note).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'Books' }).click();
  await expect(page).toHaveURL(/\/books$/);
});
