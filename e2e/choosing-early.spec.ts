import type { Page } from '@playwright/test';
import { archiveOf } from './support/archive-of.ts';
import { holdScripts } from './support/hold-scripts.ts';
import { expect, signIn, test } from './support/journey.ts';
import { makeCourse } from './support/things.ts';
import { isFirstWith, personOf, scriptedAddressesOf, visits } from './support/visits.ts';

// Selects, checkboxes, radio buttons and file inputs that are changed before a page's scripts have loaded.

/** Opens a page without its scripts; returns a function that releases them. */
async function openEarly(page: Page, address: string): Promise<() => Promise<void>> {
  const { release } = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  return async () => {
    release();
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
    await page.unroute('**/assets/*.js');
  };
}

test('selections made before the code is loaded are saved, sent and applied @LIB-01 @SITE-10', { tag: '@desk' }, async ({
  page,
  people,
}) => {
  test.slow();
  const author = await people.make('author');
  const colleague = await people.make('author');
  const api = await people.at(author);
  const course = await makeCourse(api, { lessons: [{ title: 'First', markdown: 'Words.' }] });
  await signIn(page, author);

  await test.step('a form of checkboxes and radio buttons, even when sent before', async () => {
    const address = `/studio/courses/${course.id}?show=access`;
    const release = await openEarly(page, address);
    const form = page.getByRole('form', { name: 'Access and prices' });
    await form.getByLabel(/^Listed in the catalog/).check();
    await form.locator('[name=readers][value=free]').check();
    await form.getByLabel('What buyers get').fill('Chosen early.');
    await form.getByRole('button', { name: 'Save access and prices' }).click();
    await release();
    await expect(form.getByText('Saved.')).toBeVisible();
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
    await expect(form.getByLabel(/^Listed in the catalog/)).toBeChecked();
    await expect(form.locator('[name=readers][value=free]')).toBeChecked();
    await expect(form.getByLabel('What buyers get')).toHaveValue('Chosen early.');
  });

  await test.step('a select that saves when it changes', async () => {
    await api.run(
      'mutation s($course: UUID!, $username: String!) { setContributor(input: { courseId: $course, username: $username, title: AUTHOR }) { clientMutationId } }',
      { course: course.id, username: colleague.username },
    );
    const address = `/studio/courses/${course.id}?show=people`;
    const release = await openEarly(page, address);
    const role = page.getByRole('combobox', { name: `Role of ${colleague.name}` });
    await role.selectOption('EDITOR');
    await release();
    await expect(async () => {
      await page.reload();
      expect(await role.inputValue()).toBe('EDITOR');
    }).toPass();
  });

  await test.step('an archive to import, and where to', async () => {
    const release = await openEarly(page, '/studio/import-export');
    await page.getByLabel('Archive').setInputFiles(archiveOf({ 'kettle.md': '# Kettle\n\nWater.\n' }));
    await page.getByLabel('Import into').selectOption('course');
    await release();
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
    await expect(page.getByLabel('Import into')).toHaveValue('course');
  });

  await test.step('the order and a filter of a library', async () => {
    const release = await openEarly(page, '/library');
    await page.getByRole('button', { name: /^Sort By/ }).click();
    await page.getByRole('radio', { name: 'Title (A to Z)' }).check();
    await release();
    await expect(page).toHaveURL(/\/library\?sort=title$/);
    await expect(page.getByRole('button', { name: /^Sort By/ })).toHaveText('Sort By: Title (A to Z)');
  });
});

const isFullRun = Boolean(process.env.NEWLINE_TEST_FULL);

/** Kinds of pages with different controls; the full run uses every kind. */
const four = new Set(['/explore-catalog', '/account', '/studio', '/admin/plans']);

/** Pages whose changes are saved immediately: covered above with data of its own, and in home-page-alone. */
const savesAtOnce = /\?show=people$|^\/admin\/pages$/;

const controls = 'main :is(select, input:is([type=checkbox], [type=radio])):not(:disabled, [name^="poster-"])';

for (const visit of visits)
  test(`${visit.who}: ${visit.what}; selections made while the page loads are kept @SITE-10`, { tag: '@desk' }, async ({
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
    const addresses = selected ?? (await scriptedAddressesOf(visit, baseURL ?? ''));
    for (const address of addresses) if (!savesAtOnce.test(address)) await test.step(address, () => expectChoices(page, address));
  });

/** Opens a page without its scripts, changes every control, and expects the changes after the scripts have loaded. */
async function expectChoices(page: Page, address: string): Promise<void> {
  const release = await openEarly(page, address);
  await page.locator(controls).evaluateAll((fields) => {
    for (const field of fields) {
      if (field instanceof HTMLSelectElement) {
        field.selectedIndex = field.options.length - 1;
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      } else if (field instanceof HTMLInputElement && (field.type === 'checkbox' || !field.checked)) field.click();
    }
  });
  const chosen = await readChoices(page);
  await release();
  // After another render.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  // A choice can add fields, such as the currency of an amount.
  await expect
    .poll(async () => {
      const current = await readChoices(page);
      return Object.fromEntries(Object.keys(chosen).map((label) => [label, current[label]]));
    })
    .toEqual(chosen);
}

/** Returns the values of all controls, by their labels and how many have the same one. */
function readChoices(page: Page): Promise<Record<string, string | boolean>> {
  return page.locator(controls).evaluateAll((fields) => {
    const values: Record<string, string | boolean> = {};
    for (const field of fields as (HTMLInputElement | HTMLSelectElement)[]) {
      const texts = [...(field.labels?.[0]?.childNodes ?? [])]
        .filter((node) => !node.contains(field))
        .map((node) => node.textContent ?? '');
      const label = texts.join('').trim() || field.getAttribute('aria-label') || field.name;
      let number = 1;
      while (`${label} ${number}` in values) number += 1;
      values[`${label} ${number}`] = field instanceof HTMLInputElement ? field.checked : field.value;
    }
    return values;
  });
}
