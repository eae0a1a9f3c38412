import type { Locator, Page } from '@playwright/test';
import { holdBack, insert, openEditor, savedBlock, savedBlocks, type SavedNode, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

async function openEmpty(page: Page, harness: Parameters<typeof openEditor>[1]): Promise<Locator> {
  const text = await openEditor(page, harness);
  await text.locator('p').click();
  return text;
}

/** Returns the text of a table, row by row; `#` marks a heading cell. */
function cellsOf(table: SavedNode | null): readonly (readonly string[])[] {
  const wordsOf = (node: SavedNode): string => node.text ?? (node.content ?? []).map((child) => wordsOf(child)).join('');
  return (table?.content ?? []).map((row) =>
    (row.content ?? []).map((cell) => `${cell.type === 'tableHeader' ? '#' : ''}${wordsOf(cell)}`),
  );
}

const tableBar = (page: Page) => page.getByRole('toolbar', { name: 'Table' });

async function choose(page: Page, menu: string, option: string): Promise<void> {
  await tableBar(page).getByRole('button', { name: menu, exact: true }).click();
  await page
    .getByRole('menu', { name: menu })
    .getByRole(option.startsWith('Align') ? 'menuitemradio' : 'menuitem', { name: option })
    .click();
}

test('@EDIT-08 a table is filled with Tab, changed with its menus, and with only the keyboard', async ({ page, harness }) => {
  const text = page.getByRole('textbox', { name: 'Article' });
  const table = () => savedBlock(page, 'table').then(cellsOf);

  await test.step('Tab moves from cell to cell while the table tools load, and adds a row after the last', async () => {
    const plugins = await holdBack(page, /table-plugins/u);
    await openEmpty(page, harness);
    await insert(page, 'table', 'Table');
    for (const words of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      await page.keyboard.type(words);
      if (words !== 'i') await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('H');
    await expect.poll(table).toEqual([
      ['#a', '#b', '#c'],
      ['d', 'e', 'f'],
      ['g', 'H', 'i'],
    ]);
    expect(plugins.isRequested()).toBe(true);
    // In the last cell, it adds a row if possible.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(text).toBeFocused();
    plugins.release();
    await expect(text.locator('tr')).toHaveCount(4);
    await page.keyboard.type('j');
    await expect.poll(async () => (await table())[3]).toEqual(['j', '', '']);
    for (let index = 0; index < 3; index += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('k');
    await expect.poll(async () => (await table())[4]).toEqual(['k', '', '']);
  });

  await test.step('rows and columns are added and removed; it has header cells, alignment and merged cells', async () => {
    await openEmpty(page, harness);
    await insert(page, 'table', 'Table');
    await page.keyboard.type('Column');
    await expect.poll(async () => (await table())[0]).toEqual(['#Column', '#', '#']);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Rows');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Cost');
    await expect.poll(table).toEqual([
      ['#Column', '#Rows', '#Cost'],
      ['', '', ''],
      ['', '', ''],
    ]);

    await choose(page, 'Row', 'Header row');
    await expect.poll(async () => (await table())[0]).toEqual(['Column', 'Rows', 'Cost']);
    await choose(page, 'Row', 'Header row');
    await expect.poll(async () => (await table())[0]).toEqual(['#Column', '#Rows', '#Cost']);
    await choose(page, 'Row', 'Insert row below');
    await expect.poll(table).toEqual([
      ['#Column', '#Rows', '#Cost'],
      ['', '', ''],
      ['', '', ''],
      ['', '', ''],
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Row');
    await choose(page, 'Row', 'Insert row above');
    await expect.poll(async () => (await table()).map((row) => row.join('|'))).toEqual(['#Column|#Rows|#Cost', '||', '||Row', '||', '||']);
    await choose(page, 'Row', 'Delete row');
    await expect.poll(async () => (await table()).map((row) => row.join('|'))).toEqual(['#Column|#Rows|#Cost', '||', '||', '||']);
    await tableBar(page).getByRole('button', { name: 'Row', exact: true }).click();
    await expect(page.getByRole('menu', { name: 'Row' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expectNoSidewaysScroll(page);

    await text.locator('td, th').first().click();
    await page.keyboard.type('A');
    await choose(page, 'Column', 'Insert column after');
    await choose(page, 'Column', 'Insert column before');
    await expect.poll(async () => (await table())[0]).toHaveLength(5);
    await choose(page, 'Column', 'Delete column');
    await expect.poll(async () => (await table())[0]).toHaveLength(4);
    await text.locator('td').last().click();
    await choose(page, 'Column', 'Align right');
    await expect
      .poll(async () => (await savedBlock(page, 'table'))?.content?.map((row) => row.content?.at(-1)?.attrs?.['align']))
      .toEqual(['right', 'right', 'right', 'right']);
    await tableBar(page).getByRole('button', { name: 'Column', exact: true }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Align right' })).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');

    await page.keyboard.press('Shift+ArrowLeft');
    await choose(page, 'Table', 'Merge cells');
    await expect.poll(async () => (await savedBlock(page, 'table'))?.content?.at(-1)?.content?.at(-1)?.attrs?.['colspan']).toBe(2);
    await choose(page, 'Table', 'Split cell');
    await expect.poll(async () => (await savedBlock(page, 'table'))?.content?.at(-1)?.content).toHaveLength(4);
    await choose(page, 'Table', 'Delete table');
    await expect.poll(() => savedBlock(page, 'table')).toBeNull();
    await expect(text).toBeFocused();
  });

  await test.step('with only the keyboard', async () => {
    await openEmpty(page, harness);
    await page.keyboard.type('/table');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+F10');
    await expect(tableBar(page).getByRole('button').first()).toBeFocused();
    const column = tableBar(page).getByRole('button', { name: 'Column', exact: true });
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      expect(await column.evaluate((button) => button === document.activeElement)).toBe(true);
    }).toPass({ intervals: [10] });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu', { name: 'Column' })).toBeVisible();
    await page.keyboard.type('del');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await savedBlock(page, 'table').then(cellsOf))[0]).toHaveLength(2);
  });
});

test('@EDIT-08 formulas and diagrams are rendered while typing; a summary, a divider and a paywall are inserted where the caret is', {
  tag: '@desk',
}, async ({ page, harness }) => {
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('a formula is rendered while typing, and its errors are shown', async () => {
    await openEmpty(page, harness);
    await insert(page, 'math', 'Math');
    await page.keyboard.type('\\frac{a}{b}');
    await expect(text.locator('math mfrac')).toBeVisible();
    await page.keyboard.type('\\frac{');
    await expect(text.getByRole('status').filter({ hasText: /\S/u })).toBeVisible();
    await expectAccessible(page);
    for (let index = 0; index < 6; index += 1) await page.keyboard.press('Backspace');
    await expect(text.getByRole('status').filter({ hasText: /\S/u })).toBeHidden();
    await expect.poll(() => savedBlock(page, 'math')).toMatchObject({ content: [{ type: 'text', text: '\\frac{a}{b}' }] });
  });

  await test.step('a diagram is rendered while typing, and its errors are shown', async () => {
    await openEmpty(page, harness);
    await insert(page, 'diagram', 'Diagram');
    await page.keyboard.type('graph LR; table --> index');
    await expect(text.locator('svg[aria-roledescription]')).toBeVisible();
    await expect(text.locator('svg[aria-roledescription]')).toContainText('index');
    await page.keyboard.type(' -->');
    await expect(text.getByRole('status').filter({ hasText: /\S/u })).toBeVisible();
    await expect.poll(() => savedBlock(page, 'mermaid')).toMatchObject({ content: [{ text: 'graph LR; table --> index -->' }] });
    await expectNoSidewaysScroll(page);
  });

  await test.step('summary, divider and paywall threshold', async () => {
    await openEmpty(page, harness);
    await insert(page, 'summary', 'Summary');
    await page.keyboard.type('Remember this.');
    await expect.poll(() => savedBlock(page, 'summary').then((block) => JSON.stringify(block))).toContain('Remember this.');
    await openEditor(page, harness, [words('Before.'), { type: 'paragraph' }, words('After.')]);
    await text.locator('p').nth(1).click();
    await insert(page, 'divider', 'Divider');
    await expect.poll(async () => (await savedBlocks(page)).map(({ type }) => type)).toEqual(['paragraph', 'horizontalRule', 'paragraph']);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await insert(page, 'paywall', 'Paywall Threshold');
    await expect(text).toContainText(
      'Paywall starts here. Free users will be able to read up to this point. Premium users will have full access.',
    );
    await expect.poll(async () => (await savedBlocks(page)).filter(({ type }) => type === 'paywallThreshold')).toHaveLength(1);
    // Inserting another one moves the first.
    await text.getByText('Before.').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await insert(page, 'paywall', 'Paywall Threshold');
    await expect.poll(async () => (await savedBlocks(page)).findIndex(({ type }) => type === 'paywallThreshold')).toBe(1);
    expect((await savedBlocks(page)).filter(({ type }) => type === 'paywallThreshold')).toHaveLength(1);
  });
});

test('@EDIT-08 an IDE, a link to the repository and an MDX component have their forms', { tag: '@phone' }, async ({ page, harness }) => {
  await page.route(/stackblitz/u, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>IDE</title>' }));
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('an IDE', async () => {
    await openEmpty(page, harness);
    await insert(page, 'ide', 'IDE');
    const ide = page.getByRole('form', { name: 'Project in an IDE' });
    await ide.getByLabel('URL').fill('https://evil.example/edit');
    await page.keyboard.press('Enter');
    await expect(ide.getByRole('alert')).toContainText('evil.example can’t be embedded');
    await ide.getByLabel('URL').fill('https://stackblitz.com/edit/planner');
    await ide.getByLabel('Title').fill('The planner');
    await ide.getByLabel('File').fill('src/estimate.ts');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => savedBlock(page, 'ideEmbed'))
      .toMatchObject({ attrs: { src: 'https://stackblitz.com/edit/planner', title: 'The planner', file: 'src/estimate.ts' } });
    await expect(text.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
  });

  await test.step('a link to the repository', async () => {
    await openEmpty(page, harness);
    await insert(page, 'repo', 'Repository link');
    await page.getByLabel('Link text').fill('The code of this lesson');
    await page.keyboard.press('Enter');
    await expect.poll(() => savedBlock(page, 'protectedRepositoryLink')).toMatchObject({ attrs: { title: 'The code of this lesson' } });
    await text.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Link text').fill('All of it');
    await page.keyboard.press('Enter');
    await expect.poll(() => savedBlock(page, 'protectedRepositoryLink')).toMatchObject({ attrs: { title: 'All of it' } });
  });

  await test.step('an MDX component', async () => {
    await openEmpty(page, harness);
    await insert(page, 'mdx', 'MDX component');
    const form = page.getByRole('form', { name: 'MDX component' });
    await form.getByLabel('Component').selectOption('Steps');
    await form.getByLabel('Properties').fill('title=How it went\nonClick={alert(1)}\nlevel=2\nopen=true\n<b>');
    await form.getByRole('button', { name: 'Insert' }).click();
    await expect(form.getByRole('alert')).toHaveText('“<b>” isn’t a property. Write name=value, one per line.');
    await expectAccessible(page);
    await form.getByLabel('Properties').fill('title=How it went\nlevel=2\nopen=true');
    await form.getByRole('button', { name: 'Insert' }).click();
    await page.keyboard.type('Inside.');
    await expect
      .poll(() => savedBlock(page, 'mdx'))
      .toMatchObject({
        attrs: { component: 'Steps', properties: { title: 'How it went', level: 2, open: true } },
        content: [{ type: 'paragraph', content: [{ text: 'Inside.' }] }],
      });
  });
});
