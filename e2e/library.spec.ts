import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demoPerson, expect, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { suffix } from './support/people.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Courses and books' });
const titles = (page: Page) => list(page).getByRole('listitem').locator('[data-library-title]');
const badge = (page: Page, label: string) => page.getByRole('group', { name: 'Filters', exact: true }).getByRole('button', { name: label });
const option = (page: Page, label: string) => page.locator('[popover]:popover-open').getByRole('checkbox', { name: label });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search courses and books' });
const instructors = (page: Page) => page.getByRole('group', { name: 'Instructor' });

test('a library of 300 titles is sorted, filtered and searched, with JavaScript and without @LIB-01 @LIB-02 @LIB-03 @SITE-01', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const reader = await people.make('learner');
  const mark = `${suffix()}-`;
  const technology = `Technology ${mark}4`;
  await rows.run(`select set_config('newline.reader', $1, false), set_config('newline.library_mark', $2, false)`, [reader.id, mark]);
  await rows.run(await readFile(new URL('../db/tests/library-fill.sql', import.meta.url), 'utf8'));
  const sort = page.getByRole('button', { name: /^Sort By/ });
  const begin = async () => {
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Library' }).click();
    await expect(page).toHaveURL(/\/library$/);
    await expect(titles(page).first()).toHaveText('Measured Tide 300');
  };
  await page.clock.install();

  await test.step('a visitor is asked to sign in, and returns to the same selection', async () => {
    expect((await page.goto('/library?kind=book&sort=title'))?.status()).toBe(200);
    await expect(page.getByText('Sign in to see your courses and books')).toBeVisible();
    await page.getByLabel('Email').fill(reader.email);
    await page.getByLabel('Password').fill(reader.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/library\?kind=book&sort=title$/);
    await expect(page.getByText('100 of 300 titles')).toBeVisible();
  });

  await test.step('it is sorted by one value', async () => {
    await begin();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your library');
    await expect(page.getByText('300 titles').first()).toBeVisible();
    await expect(list(page).getByRole('listitem')).toHaveCount(20);
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
    // The order has no badge.
    await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0);
  });

  await test.step('it is filtered by four groups', async () => {
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
    await option(page, technology).click();
    await expect(page.getByRole('status').filter({ hasText: '5 of 300 titles' })).toBeVisible();
    await expect(titles(page)).toHaveText([30, 90, 150, 210, 270].map((n) => new RegExp(`^Measured \\w+ ${String(n).padStart(3, '0')}$`)));
    await expect(list(page).getByText('Finished')).toHaveCount(5);
    await page.keyboard.press('Escape');
  });

  await test.step('its URL keeps the selection, whose badges remove it again', async () => {
    const address = page.url();
    await page.reload();
    await expect(sort).toHaveText('Sort By: Title (A to Z)');
    await expect(titles(page)).toHaveCount(5);
    await badge(page, technology).click();
    await expect(badge(page, technology)).toHaveCount(0);
    await expect(page.getByText('25 of 300 titles')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(badge(page, technology)).toBeVisible();
    await expect(titles(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page.getByText('1 to 20 of 300')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('21 to 40 of 300')).toBeVisible();
    await expect(page).toHaveURL(/sort=title&page=2$/);
    const [, last = '0'] =
      /of (\d+)/.exec((await page.getByRole('navigation', { name: 'Pages of the library' }).textContent()) ?? '') ?? [];
    await page.goto('/library?sort=title&page=99');
    await expect(page).toHaveURL(`/library?sort=title&page=${Math.ceil(Number(last) / 20)}`);
    await expect(page.getByRole('navigation', { name: 'Pages of the library' })).toContainText(`to ${last} of ${last}`);
    // Even if the page exists without the filter.
    await page.goto('/library?page=9&status=completed&kind=book');
    await expect(page).toHaveURL(/\/library\?status=completed&kind=book&page=2$/);
    await expect(titles(page)).toHaveCount(5);
    await expect(page.getByText('21 to 25 of 25')).toBeVisible();
    await page.goto('/library?sort=title&page=2');
  });

  await test.step('it is searched 250 ms after the last letter, tolerates a typo, and says No results found', async () => {
    await begin();
    await expect(search(page)).toHaveAttribute('placeholder', 'Search courses and books');
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('q=') && requests.push(request.url()));
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await search(page).fill('QUIET quEues');
    await page.clock.runFor(249);
    await expect(titles(page)).toHaveCount(20);
    expect(requests).toEqual([]);
    await page.clock.runFor(1);
    await expect(titles(page)).toHaveText(['Décades of Quiet Queues']);
    await expect(page).toHaveURL(/\?q=QUIET\+quEues$/);
    expect(requests).toHaveLength(1);
    await search(page).fill('qwiet');
    await page.clock.runFor(250);
    await expect(page.getByText('No title contains “qwiet”. Showing similar titles. 1 of 300 titles')).toBeVisible();
    await expect(titles(page)).toHaveText(['Décades of Quiet Queues']);
    await search(page).fill('nothing is called so');
    await page.clock.runFor(250);
    await expect(page.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await expect(list(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(titles(page)).toHaveCount(20);
    await expect(search(page)).toHaveValue('');
  });

  await test.step('its instructors, more than ten, are searched 250 ms after the last letter', async () => {
    await page.getByRole('button', { name: 'Add Filter' }).click();
    await expect(instructors(page).getByRole('checkbox')).toHaveCount(12);
    await option(page, 'Instructor C').click();
    await expect(page).toHaveURL(/instructor=/);
    await instructors(page).getByRole('searchbox', { name: 'Search instructors' }).fill('TOR l');
    await page.clock.runFor(249);
    await expect(instructors(page).getByRole('checkbox')).toHaveCount(12);
    await page.clock.runFor(1);
    // Selected options stay in view.
    await expect(instructors(page).getByRole('checkbox')).toHaveCount(2);
    await option(page, 'Instructor L').click();
    await expect(page.getByText('50 of 300 titles')).toBeVisible();
    await expect(list(page).getByText(/^Instructor [CL]$/)).toHaveCount(20);
  });

  await test.step('without JavaScript it has a form, its filters, its badges, its pages', async () => {
    const still = await people.open(reader, { javaScriptEnabled: false });
    await still.goto('/library');
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
  });
});

test('a library explains its suggestions, continues where the user stopped, and is private @LIB-01 @LIB-02 @LIB-03', {
  tag: '@desk',
}, async ({ page, people }) => {
  await signIn(page, demoPerson('proLearner'));
  expect((await page.goto('/library'))?.headers()['cache-control']).toBe('private, no-store');
  await expect(page.getByText(/\b1[2-9] days in a row/)).toBeVisible();
  const css = list(page).getByRole('listitem').filter({ hasText: 'CSS, Set in Type' });
  await expect(css).toContainText('In Progress');
  await expect(css).toContainText('4 of 8');
  await page.getByText('How progress is counted').click();
  // The browser's time zone, from the second visit on.
  await expect(page.getByText(/in your time zone \((?:UTC|Europe\/Lisbon)\)/)).toBeVisible();

  await test.step('ten instructors or fewer need no search; the open filters pass axe', async () => {
    await page.getByRole('button', { name: 'Add Filter' }).click();
    const choices = instructors(page).getByRole('checkbox');
    await expect(choices.first()).toBeVisible();
    await expect(choices.nth(10)).toHaveCount(0);
    await expect(page.getByRole('searchbox', { name: 'Search instructors' })).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoSidewaysScroll(page);
    }
    await page.keyboard.press('Escape');
  });

  await css.getByRole('link', { name: /^Continue Lesson 5/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Let the grid breathe');

  await test.step('a user without anything yet gets a link to the catalog', async () => {
    const nobody = await people.open(await people.make('learner'));
    await nobody.goto('/library');
    await expect(nobody.getByRole('heading', { name: 'Your library is empty' })).toBeVisible();
    await nobody.getByRole('link', { name: 'Choose a course' }).click();
    await expect(nobody).toHaveURL(/\/courses$/);
  });
});
