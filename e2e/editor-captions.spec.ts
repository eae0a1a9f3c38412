import type { Locator, Page } from '@playwright/test';
import { expectBlocks, insert, openEditor, paste, savedBlock, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

const code = (text: string) => ({ type: 'codeBlock', attrs: { mode: 'typescript' }, content: [{ type: 'text', text }] });
const caption = (text = '') => ({ type: 'caption', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) });
const listing = (text: string, line = '', anchor: string | null = null) => ({
  type: 'captioned',
  attrs: { anchor },
  content: [code(text), caption(line)],
});
const cell = (text: string) => ({ type: 'tableCell', content: [words(text)] });
const table = (text: string) => ({ type: 'table', content: [{ type: 'tableRow', content: [cell(text)] }] });
const linked = (text: string, anchor: string) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href: `#${anchor}` } }] }],
});
const numbers = (text: Locator) => text.locator('.caption__number');
const bar = (page: Page, name: string) => page.getByRole('toolbar', { name });
const address = (page: Page) => page.getByLabel('Link URL');

/** Selects the last characters before the caret with the keyboard. */
async function selectBack(page: Page, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await page.keyboard.press('Shift+ArrowLeft');
}

test('@EDIT-02 @EDIT-08 an author writes captions, and links to their numbers, which follow', { tag: '@desk' }, async ({
  page,
  harness,
}) => {
  let text = await openEditor(page, harness, [code('let area;'), words('After.')]);

  await test.step('code gets a caption with the keyboard, which says what it is while it is empty', async () => {
    await text.getByText('let area;').click();
    await page.keyboard.press('ControlOrMeta+Shift+l');
    await expect(numbers(text)).toHaveText('Listing 1: ');
    await expect(numbers(text)).toHaveAttribute('data-placeholder', 'Caption');
    await expectAccessible(page);
    const height = async () => (await text.locator('figcaption').boundingBox())?.height;
    const emptyHeight = await height();
    await page.keyboard.type('An area');
    expect(await height()).toBe(emptyHeight);
    await expect(numbers(text)).not.toHaveAttribute('data-placeholder');
    await expect(text.locator('figcaption')).toHaveText('Listing 1: An area');
    // Undo removes the caption, redo brings it back.
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text.locator('figcaption')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(text.locator('figcaption')).toHaveText('Listing 1: An area');
    await text.locator('figcaption').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
  });

  await test.step('words that are its number link to it without an address', async () => {
    await page.keyboard.type('See Listing 1');
    await selectBack(page, 'Listing 1'.length);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(address(page)).toHaveValue(/^#listing-/);
    await page.keyboard.press('Enter');
    await expect(text.getByRole('link', { name: 'Listing 1' })).toBeVisible();
  });

  await test.step('other words link to it by its number, in any case', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' above');
    await selectBack(page, 'above'.length);
    await page.keyboard.press('ControlOrMeta+k');
    await address(page).fill('listing 1');
    await page.keyboard.press('Enter');
    const href = await text.getByRole('link', { name: 'Listing 1' }).getAttribute('href');
    await expect(text.getByRole('link', { name: 'above' })).toHaveAttribute('href', href ?? 'its anchor');
  });

  await test.step('a typed link does too', async () => {
    await page.keyboard.press('End');
    await page.keyboard.type(' and [here](#listing-1)');
    await expect(text.getByRole('link', { name: 'here' })).toHaveAttribute('href', '#listing-1');
  });

  await test.step('moving a listing changes the numbers and the links, in one step', async () => {
    text = await openEditor(page, harness, [
      listing('let one;', 'First'),
      listing('let two;', 'Second', 'second'),
      linked('Listing 2', 'second'),
    ]);
    await text.getByText('let two;').click();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(text.locator('figcaption')).toHaveText(['Listing 1: Second', 'Listing 2: First']);
    await expect(text.getByRole('link')).toHaveText('Listing 1');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(text.locator('figcaption')).toHaveText(['Listing 1: First', 'Listing 2: Second']);
    await expect(text.getByRole('link')).toHaveText('Listing 2');
  });

  await test.step('a press on the number selects the figure, whose number can be left out', async () => {
    await numbers(text).first().click();
    const number = bar(page, 'Selected block').getByRole('button', { name: 'Number', exact: true });
    await expect(number).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await number.click();
    await expect(text.locator('figcaption')).toHaveText(['First', 'Listing 1: Second']);
    await expect(text.getByRole('link')).toHaveText('Listing 1');
    expect((await savedBlock(page, 'captioned'))?.attrs?.['isNumbered']).toBe(false);
    await expect(number).toHaveAttribute('aria-pressed', 'false');
    await bar(page, 'Selected block').getByRole('button', { name: 'Remove' }).click();
    await expect(text.locator('figcaption')).toHaveText('Listing 1: Second');
    await expect(text).not.toContainText('let one;');
  });

  await test.step('an empty caption goes with Backspace, and the code stays', async () => {
    text = await openEditor(page, harness, [listing('let one;'), words('After.')]);
    await text.locator('figcaption').click();
    await page.keyboard.press('Backspace');
    await expect(text.locator('figcaption')).toHaveCount(0);
    await expect(text).toContainText('let one;');
  });

  await test.step('a pasted listing brings its caption, and its number follows', async () => {
    text = await openEditor(page, harness, [listing('let one;', 'First'), { type: 'paragraph' }]);
    await text.locator('p').click();
    await paste(page, {
      'text/html': '<figure><pre><code>let three;</code></pre><figcaption>Listing 1: Third</figcaption></figure>',
      'text/plain': 'let three;',
    });
    await expect(text.locator('figcaption').last()).toContainText('Third');
    expect((await savedBlocks(page)).filter(({ type }) => type === 'captioned')).toHaveLength(2);
  });
});

test('@EDIT-08 a table has a caption by its menu, and takes it along when it is deleted', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [words('Before.'), table('m'), words('After.')]);
  await text.getByText('m', { exact: true }).click();
  const menu = bar(page, 'Table').getByRole('button', { name: 'Table' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Caption' }).click();
  await page.keyboard.type('Units');
  await expect(text.locator('figcaption')).toHaveText('Table 1: Units');
  await text.getByText('m', { exact: true }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete table' }).click();
  await expect(text.locator('figure')).toHaveCount(0);
  expect((await savedBlocks(page)).map(({ type }) => type)).toEqual(['paragraph', 'paragraph']);
});

test('@EDIT-03 @EDIT-08 captions fit a phone, and an image shows its number before the hint', async ({ page, harness }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const image = { type: 'image', attrs: { src: '/media/a.svg', alt: 'A plan', attachmentId: 'a', isNumbered: true } };
  const text = await openEditor(page, harness, [
    listing('let one;', 'A caption that is much longer than a line of a phone, and has a long word: ' + 'x'.repeat(60)),
    image,
    words('After.'),
  ]);
  await expectNoSidewaysScroll(page);
  await expect(numbers(text)).toHaveText(['Listing 1: ', 'Figure 1: ']);
  await expect(numbers(text).last()).toHaveAttribute('data-placeholder', 'Caption');
  // Nothing else is drawn over the number.
  const before = await text
    .locator('figcaption')
    .last()
    .evaluate((line) => getComputedStyle(line, '::before').content);
  expect(before).toBe('none');
  // The block menu adds a caption to the block before the line.
  const plain = await openEditor(page, harness, [code('let one;'), { type: 'paragraph' }]);
  await plain.locator('p').click();
  await insert(page, 'caption', 'Caption');
  await page.keyboard.type('One');
  await expect(plain.locator('figcaption')).toHaveText('Listing 1: One');
  // Enter goes on in the empty line below.
  await page.keyboard.press('Enter');
  await page.keyboard.type('Two');
  await expectBlocks(page, ['captioned(codeBlock(let one;)caption(One))', 'paragraph(Two)']);
});
