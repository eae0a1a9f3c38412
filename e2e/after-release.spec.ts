import { openPanel, panelOf, write } from './support/comment-journey.ts';
import { expect, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

// A tab that was open during a release has pages whose code was removed with the previous release.
test.use({ expectedErrors: [/Failed to load resource|Error loading route module|dynamically imported module/] });

test('a click in a tab from before a release opens its page, once, and keeps drafts @SITE-01 @DISC-04', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  await people.enter('learner');
  const clip = await makeClip(rows);
  await write(await openPanel(page, clip.id), 'Add your comment', 'Begun before the release.');
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  let isGone = true;
  const documents: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    documents.push(new URL(request.url()).pathname);
  });
  await page.route('**/assets/*.js', (route) => (isGone ? route.fulfill({ status: 404 }) : route.fallback()));

  await test.step('the page that was clicked is loaded, not the current one', async () => {
    // The new document loads the new release.
    await page.route('**/courses', (route) => {
      isGone = false;
      return route.fallback();
    });
    await page.getByRole('banner').getByRole('link', { name: 'Courses' }).click();
    await expect(page).toHaveURL('/courses');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
    expect(documents).toEqual(['/courses']);
  });

  await test.step('the draft is where it was', async () => {
    await openPanel(page, clip.id);
    await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText('Begun before the release.');
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a file that stays missing doesn’t reload the page forever', async () => {
    documents.length = 0;
    isGone = true;
    await page.getByRole('banner').getByRole('link', { name: 'Books' }).click();
    await expect(page).toHaveURL('/books');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Everything else that would be loaded has been requested before this.
    await page.evaluate(() => fetch('/robots.txt'));
    expect(documents).toEqual(['/books']);
  });
});
