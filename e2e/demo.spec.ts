import { write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

test('the demo dashboard shows a Pro subscriber on day fifty; clicks and comments stay in the page @DEMO-01 @DEMO-02', {
  tag: '@phone',
}, async ({ page }) => {
  const desk = page.locator('[data-demo-dashboard]');
  const stage = desk.getByRole('complementary', { name: 'Selected clip' });
  const control = (name: string) => stage.getByRole('button', { name, exact: true });
  const tabs = desk.getByRole('tab');

  await test.step('it loads when the reader is near', async () => {
    const early: string[] = [];
    page.on('request', (request) => early.push(new URL(request.url()).pathname));
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(early.filter((path) => path === '/demo-desk')).toEqual([]);
    await page.getByRole('heading', { name: 'This is your desk' }).scrollIntoViewIfNeeded();
    await expect(stage).toBeVisible();
    expect(early).toContain('/demo-desk');
  });

  await test.step('it names its user, and has two tabs', async () => {
    await expect(desk.getByText('50 days in a row')).toBeVisible();
    await expect(desk.getByText('Pro', { exact: true })).toBeVisible();
    await expect(desk.getByRole('img', { name: 'Wren Osei' })).toBeVisible();
    await expect(tabs).toHaveText(['Learning space', 'Library']);
    await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
    await expect(desk.getByRole('button', { name: 'SHORTS' })).toHaveAttribute('aria-pressed', 'true');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

  await test.step('its library is filtered, searched and cleared', async () => {
    await tabs.last().click();
    await expect(desk.getByRole('button', { name: 'Sort By: Recently Accessed' })).toBeVisible();
    const rows = desk.getByRole('list', { name: 'Courses and books' }).getByRole('listitem');
    await expect(rows).toHaveCount(8);
    await desk.getByRole('button', { name: 'Add Filter' }).click();
    await page.locator('[popover]:popover-open').getByRole('checkbox', { name: 'Completed' }).check();
    await page.locator('[popover]:popover-open').getByRole('checkbox', { name: 'Book', exact: false }).first().check();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count()).toBeLessThan(8);
    await desk.getByRole('button', { name: 'Completed, remove this filter' }).click();
    await expect(desk.getByRole('button', { name: 'Completed, remove this filter' })).toHaveCount(0);
    await desk.getByPlaceholder('Search courses and books').fill('nothing is called so');
    await expect(desk.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await desk.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(rows).toHaveCount(8);
    await expectNoSidewaysScroll(page);
    expect(new URL(page.url()).search).toBe('');
    await tabs.first().click();
    await expect(stage).toBeVisible();
  });

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.url().includes('/graphql')) requests.push(request.url());
  });

  await test.step('likes, shares and bookmarks are counted in the page', async () => {
    for (const [on, count] of [
      [true, '541'],
      [false, '540'],
    ] as const) {
      await control('Like').click();
      await expect(control('Like')).toHaveAttribute('aria-pressed', String(on));
      await expect(control('Like')).toHaveAccessibleDescription(count);
    }
    await expect(control('Share')).toHaveAccessibleDescription('32');
    // Read first: behind the pop-up nothing can be reached.
    const course = await stage.getByRole('link', { name: 'Go To Course →' }).getAttribute('href');
    expect(course).toMatch(/^\/(courses|books)?\/?[a-z0-9-]+/);
    await control('Share').click();
    const popUp = page.getByRole('dialog');
    expect(new URL(await popUp.getByLabel('Link').inputValue()).pathname).toBe(course);
    await page.keyboard.press('Escape');
    await expect(popUp).toHaveCount(0);
    await expect(control('Share')).toHaveAccessibleDescription('33');
    await control('Share').click();
    await expect(control('Share')).toHaveAccessibleDescription('32');
    await expect(popUp).toHaveCount(0);
    for (const on of [true, false]) {
      await control('Bookmark').click();
      await expect(control('Bookmark')).toHaveAttribute('aria-pressed', String(on));
    }
  });

  await test.step('a comment is by a guest, comes first, and requires no sign-in', async () => {
    const comments = stage.getByRole('region', { name: 'Comments' });
    const before = Number(await comments.locator('.num').first().textContent());
    await comments.getByRole('button', { name: /View all|Ask a question/ }).click();
    const panel = page.getByRole('dialog');
    await write(panel, 'Add your comment', 'Does a guest count?');
    await page.keyboard.press('Control+Enter');
    const first = panel.getByRole('article').first();
    await expect(first).toHaveAccessibleName('Comment by Guest');
    await expect(first).toContainText('Does a guest count?');
    await expect(page.getByText('Please login to comment')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /menu|more|delete/i })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(comments.locator('.num').first()).toHaveText(String(before + 1));
    await expect(comments.getByText('Does a guest count?')).toHaveCount(1);
    expect(requests).toEqual([]);
  });
});
