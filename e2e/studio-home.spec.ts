import { expect, expectAccessible, test } from './support/journey.ts';
import { makeCourse } from './support/things.ts';

// The studio's own words: its home page, and choices that authors shouldn't need codes for.

test('the studio’s home page has each way once, and a link to the inbox @STUDIO-01', { tag: '@desk' }, async ({ page, people }) => {
  await people.enter('author');
  await page.goto('/studio');
  const main = page.getByRole('main');
  const names = await main
    .locator('a:visible, button:visible')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(names.filter((name) => /import/i.test(name))).toEqual(['Import and export']);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Course', 'Book', 'Article', 'Article from Markdown…']);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Inbox', exact: true }).click();
  await expect(page).toHaveURL('/studio/inbox');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
});

test('authors choose currencies, topics, languages and an imported type by words, not codes @STUDIO-01', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const author = await people.enter('author');
  const course = await makeCourse(await people.at(author), { isDraft: true });
  await page.goto(`/studio/courses/${course.id}?show=details`);
  const words = (name: string) => page.getByRole('combobox', { name }).locator('option');
  await expect(page.getByRole('combobox', { name: 'Topic' })).toBeVisible();
  // A course that wasn't imported has one type, so there is nothing to choose.
  await expect(page.getByRole('combobox', { name: 'Production type' })).toHaveCount(0);
  for (const name of ['Topic', 'Language'])
    for (const label of await words(name).allTextContents()) expect(label, name).toMatch(/^\p{L}[^_]*\p{Ll}$|^AI$/u);

  await rows.run(`update app_public.courses set archetype = 'SCREEN_CAST' where id = $1`, [course.id]);
  await page.reload();
  await expect(words('Production type')).toHaveText(['Usual', 'Screen cast']);

  await page.goto(`/studio/courses/${course.id}?show=access`);
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toHaveValue('USD');
  await expect(currency.locator('option').first()).toHaveText('US dollar (USD)');
  for (const label of await words('Currency').allTextContents()) expect(label).toMatch(/^[A-Z][\p{L} ]+ \([A-Z]{3}\)$/u);
  await currency.focus();
  await page.keyboard.type('Jap');
  await expect(currency).toHaveValue('JPY');
  // The amounts name it.
  await expect(page.getByText('JPY', { exact: true }).first()).toBeVisible();
});
