import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

test('search finds titles, text and mistyped words, and opens the matching position @SEARCH-01', { tag: '@desk' }, async ({ page }) => {
  const field = page.getByRole('searchbox');

  await test.step('a word with one typo finds similar ones, and the page says which it used', async () => {
    await page.goto('/search');
    await field.fill('pagnation');
    await field.press('Enter');
    await expect(page.getByRole('status')).toContainText('No results for “pagnation”. Showing results for “pagination”.');
    await expect(page.getByRole('link', { name: /Pagination, three ways/ }).first()).toBeVisible();
  });

  await test.step('text that doesn’t exist isn’t found', async () => {
    await field.fill('xqzzyw');
    await page
      .getByRole('button', { name: /^Search/ })
      .last()
      .click();
    await expect(page.getByText('No results', { exact: true })).toBeVisible();
  });

  await test.step('a title comes first, matches are highlighted, and a text opens at the match', async () => {
    await field.fill('borrow checker');
    await field.press('Enter');
    await expect(page).toHaveURL(/q=borrow/);
    const hits = page.getByRole('main').getByRole('list').last().getByRole('link');
    await expect(hits.first()).toContainText('Diary of a week with the borrow checker');
    await expect(hits.first().locator('mark').first()).toBeVisible();
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await expect(page).toHaveURL(/in=text/);
    await hits.first().click();
    await expect(page).toHaveURL(/#b-\w{5}$/);
    const block = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
    await expect(block).toBeInViewport();
    await expect(block).toContainText(/borrow/i);
  });
});

test('search opens over any page with a key, and opens a result with Enter @SEARCH-01 @SITE-10', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/courses');
  await expect(page.getByRole('link', { name: 'Search everything', exact: true })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('combobox')).toBeFocused();
  const top = (await dialog.getByRole('combobox').boundingBox())?.y;
  await page.keyboard.type('pagina');
  const options = dialog.getByRole('option');
  await expect(options.first()).toContainText('Pagination, three ways');
  expect((await dialog.getByRole('combobox').boundingBox())?.y).toBe(top);
  // On a phone, the kind of a hit is above its title.
  const boxes = await Promise.all(['> :first-child', 'b'].map((part) => options.first().locator(part).boundingBox()));
  if ((page.viewportSize()?.width ?? 0) < 520) expect(boxes[0]?.x).toBe(boxes[1]?.x);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Hits for an earlier text can't be selected.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', (route) => released.then(() => route.continue()));
  await page.keyboard.type('tion');
  await expect(options.first()).toBeDisabled();
  await expect(dialog.locator('[aria-selected="true"]')).toHaveCount(0);
  release();
  await expect(options.first()).toBeEnabled();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/articles\/pagination-three-ways$/);
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // Ctrl with Caps Lock, and on a Russian keyboard.
  const devtools = await page.context().newCDPSession(page);
  for (const key of ['K', 'л']) {
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: 'KeyK', modifiers: 2 });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});
