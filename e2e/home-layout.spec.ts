import { expect, test } from './support/journey.ts';

/** How the browser has been told to treat a section: `auto` while it waits for its turn. */
const treated = (all: Element[]) => all.map((one) => getComputedStyle(one).contentVisibility);

test('what is below is laid out after the first paint, and at once on the way to a place further down @HOME-01', async ({
  page,
  context,
}) => {
  const sections = page.locator('main section');
  // The first paint is not let through: nothing has had its turn.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await sections.evaluateAll(treated)).toContain('auto');

  const whole = await context.newPage();
  await whole.goto('/');
  const all = whole.locator('main section');
  await expect(whole.locator('main section:not([style])')).toHaveCount(0);
  expect(new Set(await all.evaluateAll(treated))).toEqual(new Set(['visible']));
  expect(await all.count()).toBe(await sections.count());

  const further = await context.newPage();
  await further.goto('/#letter');
  expect(new Set(await further.locator('main section').evaluateAll(treated))).toEqual(new Set(['visible']));
  await expect(further.locator('#letter')).toBeInViewport();
  expect(await further.locator('main section[style]').count()).toBe(0);
});
