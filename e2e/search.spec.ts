import type { Page } from '@playwright/test';
import { signInAt } from './support/api-client.ts';
import {
  demoPerson,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  signIn,
  test,
} from './support/journey.ts';

test.describe('search', () => {
  test('finds titles, text and what is said, and opens at the place @SEARCH-01', async ({ page }) => {
    await page.goto('/search?q=borrow+checker');
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
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

  test('finds a word with one wrong letter, and says which it took @SEARCH-01', { tag: '@desk' }, async ({ page }) => {
    await page.goto('/search');
    await page.getByRole('searchbox').fill('pagnation');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('status')).toContainText('Nothing has “pagnation”; shown is “pagination”.');
    await expect(page.getByRole('link', { name: /Pagination, three ways/ }).first()).toBeVisible();
    await page.getByRole('searchbox').fill('xqzzyw');
    await page
      .getByRole('button', { name: /^Search/ })
      .last()
      .click();
    await expect(page.getByText('Nothing found')).toBeVisible();
  });

  test('opens over any page by key, and goes there by Return @SEARCH-01 @SITE-10', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/courses');
    await expect(page.getByRole('link', { name: 'Search everything', exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    const field = dialog.getByRole('combobox');
    await expect(field).toBeFocused();
    await page.keyboard.type('pagina');
    const options = dialog.getByRole('option');
    await expect(options.first()).toContainText('Pagination, three ways');
    await expectAccessible(page);
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
  });

  test('shows who may not read it nothing of a paid text @SEARCH-01 @DOC-04', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
    const lesson = '/books/postgres-slowly/the-index-you-need';
    const { run } = await signInAt(baseURL ?? '', demoPerson('proLearner'));
    const { data } = await run<{ bookBySlug: { lesson: { bodyMarkdown: string } } }>(
      '{ bookBySlug(slug: "postgres-slowly") { lesson(slug: "the-index-you-need") { bodyMarkdown } } }',
    );
    // The first words of the last paragraph, which stands behind the paywall mark.
    const last = data?.bookBySlug.lesson.bodyMarkdown.split('\n\n').findLast((block) => /^[A-Z][a-z]+ /.test(block)) ?? '';
    const words =
      last
        .match(/[A-Za-z]+/g)
        ?.slice(0, 8)
        .join(' ') ?? '';
    expect(words.split(' ')).toHaveLength(8);
    const hits = (reader: Page) => reader.getByRole('main').locator(`a[href^="${lesson}#b-"]`);
    const pro = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();
    await signIn(pro, demoPerson('proLearner'));
    await pro.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(hits(pro)).not.toHaveCount(0);
    await page.goto(`/search?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole('searchbox')).toHaveValue(words);
    await expect(hits(page)).toHaveCount(0);
    await pro.context().close();
  });

  test('works with JavaScript off @SEARCH-01', { tag: '@desk' }, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('link', { name: 'Search everything', exact: true }).click();
    await page.getByRole('searchbox').fill('useEffect');
    await page.getByRole('searchbox').press('Enter');
    await page
      .getByRole('link', { name: /Why your effect runs twice/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why your effect runs twice');
    await context.close();
  });
});
