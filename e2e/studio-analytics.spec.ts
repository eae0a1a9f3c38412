import { demoPerson, expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';

test('an author reads the analytics of a course as charts, tables and CSV; no one else can @STUDIO-01', { tag: '@desk' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404/);
  await signIn(page, demoPerson('author'));
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Analytics of your courses and books' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Period' }).getByRole('link')).toHaveText(['7 days', '30 days', '90 days', 'All time']);

  // By its name, because other tests' items are in the list as well.
  const title = 'A Parser before Lunch';
  const course = page.locator('tbody').getByRole('link', { name: title });
  // With only the keyboard.
  await course.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'All time' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'All time' })).toHaveAttribute('aria-current', 'page');

  // The charts have names and texts; the same values are in tables.
  const lessons = page.getByRole('img', { name: /^Completion by lesson \d+ lessons in their order, over all time/ });
  await expect(lessons).toBeVisible();
  const rows = page.getByRole('table', { name: 'Completion by lesson, over all time' }).locator('tbody tr');
  await expect(rows).not.toHaveCount(0);
  const completedInTable = await rows.locator('td:last-child').allInnerTexts();
  await expect(lessons.locator('> div > div')).toHaveCount(completedInTable.length);
  const watched = page.getByRole('img', { name: /^Seconds watched of .* over all time/ });
  await expect(watched).toBeVisible();
  await page.getByText('As a table').last().click();
  await expect(page.getByRole('table', { name: /^Seconds watched of/ }).getByRole('rowheader', { name: '0:00' })).toBeVisible();
  await expectAccessible(page);

  const link = page.getByRole('link', { name: 'Download as CSV' });
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()['content-disposition']).toBe('attachment; filename="analytics-all.csv"');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines[0]).toBe('"metric","lesson","at","count"');
  expect(lines.filter((line) => line.startsWith('"completed"')).map((line) => line.split(',').at(-1))).toEqual(completedInTable);
  const enrolled =
    lines
      .find((line) => line.startsWith('"enrolled",'))
      ?.split(',')
      .at(-1) ?? '';
  expect(Number(enrolled)).toBeGreaterThan(0);
  await expect(page.getByRole('definition').first()).toContainText(enrolled);

  // Labels keep their size and don't touch the chart.
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expect(lessons.getByText('1', { exact: true })).toHaveCSS('font-size', '12px');
    const plot = await watched.locator('svg').boundingBox();
    const above = await watched.getByText(/^[\d,]+ viewers?$/).boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(plot?.y ?? 0);
  }

  await signIn(page, demoPerson('learner'));
  expect((await page.request.get(path)).status()).toBe(404);
  expect((await page.request.get(`${path}/analytics.csv`)).status()).toBe(404);
  await page.context().clearCookies();
  expect((await page.request.get(path)).url()).toContain('/sign-in?returnTo=');
});
