import type { Route } from '@playwright/test';
import { control, gridIds, holdStreams, isToggle, loadAllClips, openClips, watchOffsets } from './support/clip-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

test('a failure to load more clips is shown, and only the user retries it @CLIP-01', { tag: '@desk' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/More clips couldn’t be loaded/, /Failed to load resource/);
  await holdStreams(page);
  const offsets = watchOffsets(page);
  const fail = (route: Route) => (/"offset":30\b/.test(decodeURIComponent(route.request().url())) ? route.abort() : route.continue());
  await page.route('**/graphql?*', fail);
  await openClips(page);
  const first = await gridIds(page);
  const failed = page.getByRole('alert');
  const again = page.getByRole('button', { name: 'Try again' });
  await page.locator('[data-clip-loader]').scrollIntoViewIfNeeded();
  await expect(failed).toHaveText('More clips couldn’t be loaded.');
  expect(await gridIds(page)).toEqual(first);
  // Neither time nor scrolling retries.
  await page.mouse.wheel(0, -400);
  await page.mouse.wheel(0, 4000);
  await expect(again).toBeInViewport();
  expect(offsets).toEqual([30]);
  await again.click();
  await expect.poll(() => offsets).toEqual([30, 30]);
  await expect(failed).toHaveText('More clips couldn’t be loaded.');
  await expectAccessible(page);
  await page.unroute('**/graphql?*', fail);
  await again.press('Enter');
  await expect(failed).toHaveCount(0);
  await loadAllClips(page);
  expect(offsets).toEqual([30, 30, 30, 60]);
  expect(await gridIds(page)).toHaveLength(60);
});

test('a page from before a release reloads itself once, and then works or does nothing more @CLIP-05', { tag: '@desk' }, async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /couldn’t save/);
  const clip = await makeClip(rows);
  await people.enter('learner');
  let isOld = true;
  await page.route('**/graphql', async (route) => {
    if (!isOld || !isToggle(route.request())) return route.continue();
    // The server's own response to an unknown hash.
    const body = (route.request().postData() ?? '').replace(/"sha256:\w{64}"/, `"sha256:${'0'.repeat(64)}"`);
    const answer = await route.fetch({ postData: body });
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNKNOWN_DOCUMENT' } }] });
    return route.fulfill({ response: answer });
  });
  await openClips(page, clip.path);
  const like = control(page, 'Like');
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));

  await test.step('the page is reloaded, and nothing was liked', async () => {
    await like.click();
    await expect.poll(() => loads).toHaveLength(1);
    await expect(like).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('if that didn’t help, it is a failure like others', async () => {
    const failed = page.waitForEvent('console', (message) => message.text().includes('We couldn’t save the like.'));
    await expect(like).toBeEnabled();
    await like.click();
    await failed;
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    expect(loads).toHaveLength(1);
  });

  await test.step('with the new page it works', async () => {
    isOld = false;
    await expect(like).toBeEnabled();
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
  });
});
