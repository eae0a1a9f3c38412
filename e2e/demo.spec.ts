import type { Page } from '@playwright/test';
import { write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';

const desk = (page: Page) => page.locator('[data-demo-dashboard]');
const stage = (page: Page) => desk(page).getByRole('complementary', { name: 'Chosen clip' });
const shownId = (page: Page) => stage(page).getAttribute('data-clip-id');
/** What a control counts, as it is told to those who listen. */
const counted = (page: Page, name: string) => stage(page).getByRole('button', { name, exact: true });

async function openDesk(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'This is your desk' }).scrollIntoViewIfNeeded();
  await expect(stage(page)).toBeVisible();
}

test.describe('the demo dashboard', () => {
  test(
    'is a Pro subscriber’s, on day fifty, with two tabs of the real components @DEMO-01',
    { tag: '@phone' },
    async ({ page }, { project }) => {
      const early: string[] = [];
      page.on('request', (request) => early.push(new URL(request.url()).pathname));
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(early.filter((path) => path === '/demo-desk')).toEqual([]);
      await openDesk(page);
      if (project.name === 'desk') await expect(desk(page).getByText('50 days in a row')).toBeVisible();
      await expect(desk(page).getByText('Pro', { exact: true })).toBeVisible();
      await expect(desk(page).getByRole('img', { name: 'Wren Osei' })).toBeVisible();
      const tabs = desk(page).getByRole('tab');
      await expect(tabs).toHaveText(['Learning space', 'Library']);
      await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
      await expect(desk(page).getByRole('button', { name: 'SHORTS' })).toHaveAttribute('aria-pressed', 'true');
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await tabs.last().click();
      await expect(desk(page).getByRole('button', { name: 'Sort By: Recently Accessed' })).toBeVisible();
      const rows = desk(page).getByRole('list', { name: 'Courses and books' }).getByRole('listitem');
      await expect(rows).toHaveCount(8);
      await desk(page).getByRole('button', { name: 'Add Filter' }).click();
      await page.locator('[popover]:popover-open').getByRole('checkbox', { name: 'Completed' }).check();
      await page.locator('[popover]:popover-open').getByRole('checkbox', { name: 'Book', exact: false }).first().check();
      await page.keyboard.press('Escape');
      await expect.poll(() => rows.count()).toBeLessThan(8);
      await desk(page).getByRole('button', { name: 'Completed, remove this filter' }).click();
      await expect(desk(page).getByRole('button', { name: 'Completed, remove this filter' })).toHaveCount(0);
      await desk(page).getByPlaceholder('Search courses and books').fill('nothing is called so');
      await expect(desk(page).getByRole('heading', { name: 'No results found' })).toBeVisible();
      await desk(page).getByRole('button', { name: 'Clear all filters' }).click();
      await expect(rows).toHaveCount(8);
      await expectNoSidewaysScroll(page);
      expect(new URL(page.url()).search).toBe('');
    },
  );

  test('counts likes, shares and bookmarks and a guest’s comment in the page alone @DEMO-02', async ({ page }) => {
    await openDesk(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/graphql')) asked.push(request.url());
    });
    for (const [on, count] of [
      [true, '541'],
      [false, '540'],
    ] as const) {
      await counted(page, 'Like').click();
      await expect(counted(page, 'Like')).toHaveAttribute('aria-pressed', String(on));
      await expect(counted(page, 'Like')).toHaveAccessibleDescription(count);
    }
    await expect(counted(page, 'Share')).toHaveAccessibleDescription('32');
    // Read first: behind the pop-up nothing can be reached.
    const course = await stage(page).getByRole('link', { name: 'Go To Course →' }).getAttribute('href');
    await counted(page, 'Share').click();
    const popUp = page.getByRole('dialog');
    expect(course).toMatch(/^\/(courses|books)?\/?[a-z0-9-]+/);
    expect(new URL(await popUp.getByLabel('Link').inputValue()).pathname).toBe(course);
    await page.keyboard.press('Escape');
    await expect(popUp).toHaveCount(0);
    await expect(counted(page, 'Share')).toHaveAccessibleDescription('33');
    await counted(page, 'Share').click();
    await expect(counted(page, 'Share')).toHaveAccessibleDescription('32');
    await expect(popUp).toHaveCount(0);
    await counted(page, 'Bookmark').click();
    await expect(counted(page, 'Bookmark')).toHaveAttribute('aria-pressed', 'true');
    await counted(page, 'Bookmark').click();
    await expect(counted(page, 'Bookmark')).toHaveAttribute('aria-pressed', 'false');

    const comments = stage(page).getByRole('region', { name: 'Comments' });
    const before = Number(await comments.locator('.num').first().textContent());
    await comments.getByRole('button', { name: /Open all|Ask about it/ }).click();
    const panel = page.getByRole('dialog');
    await write(panel, 'Add your comment', 'Does a guest count?');
    await page.keyboard.press('Control+Enter');
    const first = panel.getByRole('article').first();
    await expect(first).toHaveAccessibleName('Comment of Guest');
    await expect(first).toContainText('Does a guest count?');
    await expect(page.getByText('Please login to comment')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: /menu|more|delete/i })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(comments.locator('.num').first()).toHaveText(String(before + 1));
    await expect(comments.getByText('Does a guest count?')).toHaveCount(1);
    expect(asked).toEqual([]);
  });

  test('goes on to another clip by Next Video and at the end of one, and plays it @DEMO-02', async ({ page }) => {
    await openDesk(page);
    const first = await shownId(page);
    await stage(page).getByRole('button', { name: 'Next Video' }).click();
    await expect(stage(page)).not.toHaveAttribute('data-clip-id', first ?? '');
    const video = stage(page).locator('video');
    const isPlaying = () => video.evaluate((media: HTMLVideoElement) => !media.paused && media.currentTime > 0);
    await expect.poll(isPlaying).toBe(true);
    const second = await shownId(page);
    await video.evaluate((media: HTMLVideoElement) => {
      media.currentTime = media.duration - 0.2;
    });
    await expect(stage(page)).not.toHaveAttribute('data-clip-id', second ?? '');
    await expect.poll(isPlaying).toBe(true);
    // FULL has clips of its own, the first of them chosen.
    await desk(page).getByRole('button', { name: 'FULL', exact: true }).click();
    const thumbs = desk(page).getByRole('region', { name: 'Clips' }).locator('a[data-clip-id]');
    await expect(thumbs.first()).toHaveAttribute('aria-current', 'true');
    await thumbs.nth(1).click();
    await expect(thumbs.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect.poll(() => shownId(page)).toBe(await thumbs.nth(1).getAttribute('data-clip-id'));
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
