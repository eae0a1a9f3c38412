import type { Page } from '@playwright/test';
import { holdScripts } from './support/hold-scripts.ts';
import { expect, signIn, test } from './support/journey.ts';
import { isFirstWith, personOf, scriptedAddressesOf, visits } from './support/visits.ts';

const isFullRun = Boolean(process.env.NEWLINE_TEST_FULL);

/** The delay between two keys, in milliseconds: a fast typist. */
const delay = 90;

/** Kinds of pages with different fields; the full run uses every kind. */
const four = new Set(['/search', '/sign-in', '/account', '/clips']);

const fields = 'main :is(input:is([type=text], [type=search], [type=email], :not([type])), textarea):not([readonly], [disabled])';

for (const visit of visits)
  test(`${visit.who}: ${visit.what}; text typed while the page loads is kept @SITE-10 @SEARCH-01`, { tag: '@desk' }, async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    const selected = isFullRun ? null : visit.pages.filter((address) => four.has(address) && isFirstWith(visit.who, address));
    test.skip(selected?.length === 0, 'The full run takes every kind of page.');
    test.slow();
    expectedErrors.push(/404/);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    for (const address of selected ?? (await scriptedAddressesOf(visit, baseURL ?? '')))
      await test.step(address, () => expectLetters(page, address));
  });

/**
 * Opens a page without its scripts, types into its first field and into the search, and expects every letter after the scripts have loaded.
 */
async function expectLetters(page: Page, address: string): Promise<void> {
  const { release } = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const field = page.locator(fields).filter({ visible: true }).first();
  const hasField = (await field.count()) > 0;
  const name = hasField ? await field.evaluate((element: HTMLInputElement) => element.name) : '';
  if (hasField) {
    await field.click();
    await page.keyboard.press('End');
    await page.keyboard.type('typed early', { delay });
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('retry budget', { delay });
  release();
  await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog.getByRole('option').first()).toContainText('Retry, with manners');
  await expect(dialog.getByRole('combobox')).toHaveValue('retry budget');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  if (!hasField) return;
  const same = name === '' ? field : page.locator(`main [name="${name}"]`).first();
  await expect(same).toHaveValue(/typed early$/);
}
