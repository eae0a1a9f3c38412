import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows } from './support/site-rows.ts';

// One site for the file: its tests follow each other. Its learner has a library of 300 items (db/tests/library-fill.sql).
test.describe.configure({ mode: 'serial' });
let site: SiteProcess;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
  const rows = await openSiteRows(site);
  const learner = site.person('learner').id;
  await rows.run(`delete from app_public.enrollments where user_id = $1`, [learner]);
  await rows.run(`delete from app_public.enrollments where user_id = $1`, [site.person('anotherLearner').id]);
  await rows.run(`select set_config('newline.reader', $1, false)`, [learner]);
  await rows.run(await readFile(new URL('../db/tests/library-fill.sql', import.meta.url), 'utf8'));
  await rows.close();
});
test.afterAll(() => site.remove());

const list = (page: Page) => page.getByRole('list', { name: 'Courses and books' });
const titles = (page: Page) => list(page).getByRole('listitem').locator('[data-library-title]');
const badge = (page: Page, label: string) => page.getByRole('group', { name: 'Filters', exact: true }).getByRole('button', { name: label });
const option = (page: Page, label: string) => page.locator('[popover]:popover-open').getByRole('checkbox', { name: label });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search courses and books' });

test('sorts by one value, filters by four groups, and takes filters away by their badges @LIB-01 @LIB-02 @LIB-03', async ({ page }) => {
  await signInThere(page, 'learner');
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Library' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your library');
  await expect(page.getByText('300 titles')).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(20);
  await expect(titles(page).first()).toHaveText('Measured Tide 300');

  const sort = page.getByRole('button', { name: /^Sort By/ });
  await expect(sort).toHaveText('Sort By: Recently Accessed');
  for (const [label, first] of [
    ['Title (Z to A)', 'zebra crossings'],
    ['Recently Enrolled', /^Measured Lamp 001$/],
    ['Title (A to Z)', 'aardvark'],
  ] as const) {
    await sort.click();
    await page.getByRole('radio', { name: label }).click();
    await expect(titles(page).first()).toHaveText(first);
    await expect(sort).toHaveText(`Sort By: ${label}`);
    await expect(page.getByRole('radio', { name: label })).toBeHidden();
  }
  // The order is no badge.
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add Filter' }).click();
  for (const [label, count] of [
    ['Not Started', 75],
    ['In Progress', 150],
    ['Completed', 75],
    ['Book', 100],
    ['Course', 200],
    ['Masterclass', 10],
  ] as const) {
    await expect(option(page, label)).toHaveAccessibleName(`${label} ${count} titles`);
  }
  const technologies = page.getByRole('group', { name: 'Technology' });
  await expect(technologies.getByRole('checkbox')).toHaveCount(9);
  await expect(technologies.locator('svg[data-technology] use').first()).toHaveAttribute('href', '/technologies.svg#go');
  await option(page, 'Completed').click();
  await option(page, 'Book').click();
  await expect(page).toHaveURL(/status=completed&kind=book/);
  await option(page, 'Technology 4').click();
  await expect(page.getByRole('status').filter({ hasText: '5 of 300 titles' })).toBeVisible();
  await expect(titles(page)).toHaveText([30, 90, 150, 210, 270].map((n) => new RegExp(`^Measured \\w+ ${String(n).padStart(3, '0')}$`)));
  await expect(list(page).getByText('Finished')).toHaveCount(5);
  await page.keyboard.press('Escape');

  const address = page.url();
  await page.reload();
  await expect(sort).toHaveText('Sort By: Title (A to Z)');
  await expect(titles(page)).toHaveCount(5);
  await badge(page, 'Technology 4').click();
  await expect(badge(page, 'Technology 4')).toHaveCount(0);
  await expect(page.getByText('25 of 300 titles')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(badge(page, 'Technology 4')).toBeVisible();
  await expect(titles(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('1 to 20 of 300')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('21 to 40 of 300')).toBeVisible();
  await expect(page).toHaveURL(/sort=title&page=2$/);
});

test('searches 250 ms after the last letter, forgives a wrong one, and says No results found @LIB-01', async ({ page }) => {
  await page.clock.install();
  await signInThere(page, 'learner');
  await page.goto(`${site.origin}/library`);
  await expect(search(page)).toHaveAttribute('placeholder', 'Search courses and books');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await search(page).fill('QUIET quEues');
  await page.clock.runFor(249);
  await expect(titles(page)).toHaveCount(20);
  expect(page.url()).not.toContain('q=');
  await page.clock.runFor(1);
  await expect(titles(page)).toHaveText(['Décades of Quiet Queues']);
  await expect(page).toHaveURL(/\?q=QUIET\+quEues$/);
  await search(page).fill('qwiet');
  await page.clock.runFor(250);
  await expect(page.getByText('No title has “qwiet”; shown is what is one letter away. 1 of 300 titles')).toBeVisible();
  await expect(titles(page)).toHaveText(['Décades of Quiet Queues']);
  await search(page).fill('nothing is called so');
  await page.clock.runFor(250);
  await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(titles(page)).toHaveCount(20);
  await expect(search(page)).toHaveValue('');
});

test('searches instructors, above 10 of them only, 250 ms after the last letter @LIB-02', async ({ page }) => {
  await page.clock.install();
  await signInThere(page, 'learner');
  await page.goto(`${site.origin}/library`);
  await page.getByRole('button', { name: 'Add Filter' }).click();
  const instructors = page.getByRole('group', { name: 'Instructor' });
  await expect(instructors.getByRole('checkbox')).toHaveCount(12);
  await option(page, 'Instructor C').click();
  await expect(page).toHaveURL(/instructor=/);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await instructors.getByRole('searchbox', { name: 'Search instructors' }).fill('TOR l');
  await page.clock.runFor(249);
  await expect(instructors.getByRole('checkbox')).toHaveCount(12);
  await page.clock.runFor(1);
  // What is chosen stays in view.
  await expect(instructors.getByRole('checkbox')).toHaveCount(2);
  await option(page, 'Instructor L').click();
  await expect(page.getByText('50 of 300 titles')).toBeVisible();
  await expect(list(page).getByText(/^Instructor [CL]$/)).toHaveCount(20);

  await page.clock.resume();
  await page.context().clearCookies();
  await signInThere(page, 'proLearner');
  await page.goto(`${site.origin}/library`);
  await page.getByRole('button', { name: 'Add Filter' }).click();
  await expect(instructors.getByRole('checkbox').first()).toBeVisible();
  expect(await instructors.getByRole('checkbox').count()).toBeLessThanOrEqual(10);
  await expect(page.getByRole('searchbox', { name: 'Search instructors' })).toHaveCount(0);
});

test('says why it shows what it shows, goes on where one stopped, and is nobody else’s @LIB-01 @LIB-03', async ({ page }) => {
  await signInThere(page, 'proLearner');
  const answer = await page.goto(`${site.origin}/library`);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  await expect(page.getByText('12 days in a row')).toBeVisible();
  const css = list(page).getByRole('listitem').filter({ hasText: 'CSS, Set in Type' });
  await expect(css).toContainText('In Progress');
  await expect(css).toContainText('4 of 8');
  await page.getByText('How this is counted').click();
  await expect(page.getByText('in your time zone (UTC)')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Add Filter' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoSidewaysScroll(page);
  }
  await css.getByRole('link', { name: /^Continue Lesson 5/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Let the grid breathe');

  // Somebody who has nothing yet is led to the catalogue.
  await page.context().clearCookies();
  await signInThere(page, 'anotherLearner');
  await page.goto(`${site.origin}/library`);
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose a course' }).click();
  await expect(page).toHaveURL(/\/courses$/);
});

test('asks a visitor to sign in, and comes back to the same choice @LIB-01 @SITE-01', async ({ page }) => {
  expect((await page.goto(`${site.origin}/library?kind=book&sort=title`))?.status()).toBe(200);
  await expect(page.getByText('Please sign in to see your courses and books')).toBeVisible();
  await expectAccessible(page);
  const { email, password } = site.person('learner');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/library\?kind=book&sort=title$/);
  await expect(page.getByText('100 of 300 titles')).toBeVisible();
});

test('works without JavaScript: a form, its filters, its badges, its pages @LIB-01', async ({ page, browser }) => {
  await signInThere(page, 'learner');
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    baseURL: site.origin,
  });
  const still = await context.newPage();
  await still.goto(`${site.origin}/library`);
  await still.getByRole('button', { name: 'Add Filter' }).click();
  await option(still, 'Completed').click();
  await option(still, 'Book').click();
  await still.locator('[popover]:popover-open').getByRole('button', { name: 'Apply' }).click();
  await expect(still.getByText('25 of 300 titles')).toBeVisible();
  await still.getByRole('link', { name: 'Next' }).click();
  await expect(still.getByText('21 to 25 of 25')).toBeVisible();
  await badge(still, 'Book').click();
  await expect(still.getByText('75 of 300 titles')).toBeVisible();
  await search(still).fill('qwiet');
  await search(still).press('Enter');
  await expect(still.getByText('No results found')).toBeVisible();
  await context.close();
});

async function signInThere(page: Page, role: DemoRole): Promise<void> {
  const { email, password } = site.person(role);
  await page.goto(`${site.origin}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}
