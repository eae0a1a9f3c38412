import type { Page } from '@playwright/test';
import { disturb, type Disturbance } from './support/disturb.ts';
import { commentWith, openPanel, write } from './support/comment-journey.ts';
import { control } from './support/clip-journey.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { expect, signIn, test } from './support/journey.ts';
import { expectSaved, textOf, waitForEditor, writeAndSave } from './support/studio-journey.ts';
import { makeArticle, makeClip, makeCourse } from './support/things.ts';
import { isFirstWith, personOf, scriptedAddressesOf, visits } from './support/visits.ts';

const isFullRun = Boolean(process.env.NEWLINE_TEST_FULL);

const disturbances: readonly (Disturbance & { what: string })[] = [
  { way: 'moves', from: 'alive', what: 'a translator moves every text' },
  { way: 'replaces', from: 'alive', what: 'a translator replaces every text' },
  { way: 'extension', from: 'alive', what: 'an extension adds elements' },
];

/** Searches over the page, as on every page. */
async function search(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.press('ControlOrMeta+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('retry budget');
  await expect(dialog.getByRole('option').first()).toContainText('Retry, with manners');
  await expect(dialog.getByRole('status')).toHaveText('All results');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

const early: readonly (Disturbance & { what: string })[] = [
  { way: 'replaces', from: 'parsed', what: 'a translator was there first' },
  { way: 'extension', from: 'parsed', what: 'an extension was there first' },
];

for (const { what, ...disturbance } of isFullRun ? [...disturbances, ...early] : disturbances.slice(1, 2))
  test(`users search, read, comment, rate and write while ${what} @SITE-10 @SITE-05`, { tag: '@desk' }, async ({
    page,
    people,
    rows,
    expectedErrors,
  }) => {
    test.slow();
    // React reports that it rendered the page again, which users don't notice.
    if (disturbance.from === 'parsed') expectedErrors.push(/Minified React error #418/);
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    await disturb(page, disturbance);
    const author = await people.make('author');
    await people.enter('learner');
    const clip = await makeClip(rows);
    const course = await makeCourse(await people.at(author), { lessons: [{ title: 'First', markdown: 'Words.' }] });
    const article = await makeArticle(await people.at(author), { markdown: 'A paragraph to read.' });

    await test.step('a search leads from the home page to an article, which can be read', async () => {
      const builtAgain = disturbance.from === 'parsed' ? page.waitForEvent('pageerror') : null;
      await page.goto('/');
      await builtAgain;
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(page.getByRole('heading', { name: /Read it closely/ })).toBeVisible();
      await search(page);
      await page.goto(article.path);
      await expect(page.getByText('A paragraph to read.')).toBeVisible();
    });

    await test.step('a clip is liked and commented on; its counts are current', async () => {
      const panel = await openPanel(page, clip.id);
      await write(panel, 'Add your comment', 'Written in translation.');
      await page.keyboard.press('Control+Enter');
      await expect(commentWith(panel, 'Written in translation.')).toBeVisible();
      await page.keyboard.press('Escape');
      await control(page, 'Like').click();
      await expect(control(page, 'Like')).toHaveAttribute('aria-pressed', 'true');
      await expect(control(page, 'Like').locator('xpath=following-sibling::*[1]')).toHaveText('1');
    });

    await test.step('a review is written, and its label follows the stars', async () => {
      await page.goto(course.path);
      await page.getByRole('button', { name: /^Rate this/ }).click();
      const dialog = page.getByRole('dialog');
      for (const [stars, caption] of [
        ['5 stars', 'It exceeded my expectations!'],
        ['1 star', 'Disappointed. It was not what I expected.'],
      ] as const) {
        await dialog.getByRole('radio', { name: stars }).check({ force: true });
        await expect(dialog.getByRole('status')).toHaveText(caption);
      }
      await dialog.getByLabel('Your review').fill('Short.');
      await expect(dialog).toContainText('6 of 200');
      await dialog.getByRole('button', { name: 'Send review' }).click();
      await expect(dialog.getByRole('button', { name: 'Edit Review' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('1.0 / 5');
    });

    await test.step('an article is written and saved', async () => {
      await signIn(page, author);
      await page.goto(`/studio/articles/${article.id}`);
      await waitForEditor(page, 'Article');
      await writeAndSave(textOf(page, 'Article'), 'Words of now.');
      await expectSaved(page);
    });
  });

test('text typed into a translated part of a page is kept when its code has loaded @SITE-10', { tag: '@desk' }, async ({ page }) => {
  await disturb(page, { way: 'replaces', from: 'alive' });
  await page.goto('/');
  await expect(page.locator('font').first()).toBeAttached();
  const { release } = await holdScripts(page);
  const form = page.getByRole('region', { name: 'A newsletter on Fridays', exact: true });
  const field = form.getByLabel('First name');
  const isLive = () => field.evaluate((element) => Object.keys(element).some((name) => name.startsWith('__reactProps')));
  const requested = page.waitForRequest('**/assets/*.js');
  await field.click();
  await page.keyboard.type('Ada');
  await requested;
  expect(await isLive()).toBe(false);
  release();
  await expect.poll(isLive).toBe(true);
  await expect(field).toBeFocused();
  await page.keyboard.type(' L.');
  await expect(field).toHaveValue('Ada L.');
});

/** Kinds of pages with different components; the full run uses every kind. */
const four = new Set(['/explore-catalog', '/account', '/studio', '/clips']);

for (const visit of visits)
  for (const { what, ...disturbance } of isFullRun ? disturbances : disturbances.slice(1))
    test(`${visit.who}: ${visit.what}, while ${what} @SITE-10`, { tag: '@desk' }, async ({ page, baseURL, expectedErrors }) => {
      const selected = isFullRun ? null : visit.pages.filter((address) => four.has(address) && isFirstWith(visit.who, address));
      test.skip(selected?.length === 0, 'The full run takes every kind of page.');
      test.slow();
      expectedErrors.push(/404/);
      await disturb(page, disturbance);
      const person = personOf(visit);
      if (person) await signIn(page, person);
      for (const address of selected ?? (await scriptedAddressesOf(visit, baseURL ?? '')))
        await test.step(address, async () => {
          await page.goto(address);
          await expect(page.locator(disturbance.way === 'extension' ? '[data-extension]' : 'font').first()).toBeAttached();
          const heading = page.getByRole('heading', { level: 1 });
          const title = (await heading.textContent()) ?? '';
          await search(page);
          const [link, other] = address.startsWith('/clips') ? (['Library', /library/i] as const) : (['Clips', 'Learning space'] as const);
          await page.getByRole('banner').getByRole('link', { name: link }).click();
          await expect(heading).toHaveText(other);
          await page.goBack();
          await expect(heading).toHaveText(title);
        });
    });
