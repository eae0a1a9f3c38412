import type { Route } from '@playwright/test';
import { gridIds, holdStreams, loadAllClips, openClips, watchOffsets } from './support/clip-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';

test('more clips that cannot be loaded are said, and asked for again by who wants them alone @CLIP-01', { tag: '@desk' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/More clips could not be loaded/, /Failed to load resource/);
  await holdStreams(page);
  const offsets = watchOffsets(page);
  const fail = (route: Route) => (/"offset":30\b/.test(route.request().postData() ?? '') ? route.abort() : route.continue());
  await page.route('**/graphql', fail);
  await openClips(page);
  const first = await gridIds(page);
  const failed = page.getByRole('alert');
  const again = page.getByRole('button', { name: 'Try again' });
  await page.locator('[data-clip-loader]').scrollIntoViewIfNeeded();
  await expect(failed).toHaveText('More clips could not be loaded.');
  expect(await gridIds(page)).toEqual(first);
  // Neither time nor scrolling asks again.
  await page.mouse.wheel(0, -400);
  await page.mouse.wheel(0, 4000);
  await expect(again).toBeInViewport();
  expect(offsets).toEqual([30]);
  await again.click();
  await expect.poll(() => offsets).toEqual([30, 30]);
  await expect(failed).toHaveText('More clips could not be loaded.');
  await expectAccessible(page);
  await page.unroute('**/graphql', fail);
  await again.press('Enter');
  await expect(failed).toHaveCount(0);
  await loadAllClips(page);
  expect(offsets).toEqual([30, 30, 30, 60]);
  expect(await gridIds(page)).toHaveLength(60);
});
