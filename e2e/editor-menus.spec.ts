import type { Page } from '@playwright/test';
import { holdBack, insert, openEditor, paste, savedBlock, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });
const bar = (page: Page) => page.getByRole('toolbar');

/** Selects words of the text by keyboard, from the caret's line start. */
async function selectFromStart(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let index = 0; index < count; index += 1) await page.keyboard.press('Shift+ArrowRight');
}

test.describe('the block menu', () => {
  test('@EDIT-01 a slash opens it with every block, and Enter inserts', async ({ page, harness }) => {
    const text = await openEditor(page, harness);
    await text.locator('p').click();
    await page.keyboard.type('/');
    await expect(menu(page)).toBeVisible();
    const labels = await menu(page).getByRole('option').locator('span').allTextContents();
    expect(labels.slice(0, 11)).toEqual([
      'Heading 1',
      'Heading 2',
      'Heading 3',
      'Heading 4',
      'Quote',
      'Bulleted List',
      'Numbered List',
      'Summary',
      'Callout',
      'Image',
      'Paywall Threshold',
    ]);
    for (const label of [
      'Divider',
      'Table',
      'Code',
      'Remote code',
      'IDE',
      'Repository link',
      'Embed',
      'Iframe',
      'Math',
      'Diagram',
      'MDX component',
    ]) {
      expect(labels).toContain(label);
    }
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(menu(page).getByRole('option', { selected: true })).toHaveText(/^Heading 2/);
    // The text itself names the line that Enter takes.
    const active = await text.getAttribute('aria-activedescendant');
    expect(active).toBe(await menu(page).getByRole('option', { selected: true }).getAttribute('id'));
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.type('Estimates');
    await expect(text.getByRole('heading', { level: 2, name: 'Estimates' })).toBeVisible();
    await expect(text).not.toContainText('/');
  });

  test('@EDIT-01 it filters as one types, says when nothing is found, and Escape closes it', { tag: '@desk' }, async ({
    page,
    harness,
  }) => {
    const text = await openEditor(page, harness);
    await text.locator('p').click();
    await page.keyboard.type('/num');
    await expect(menu(page).getByRole('option')).toHaveText([/^Numbered List/]);
    await page.keyboard.type('xyz');
    await expect(page.getByText('No block is called “numxyz”. Esc closes this.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No block is called')).toBeHidden();
    await expect(text.locator('p')).toHaveText('/numxyz');
    // Closed by Escape it stays closed while the word is finished.
    await page.keyboard.type('a');
    await expect(menu(page)).toBeHidden();
  });

  test('@EDIT-01 a press outside closes it, and a slash within a word opens nothing', { tag: '@desk' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('and'), { type: 'paragraph' }]);
    await text.locator('p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('/or');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.type(' /');
    await expect(menu(page)).toBeVisible();
    // On the bare page, where no caret can go.
    await page.mouse.click(3, 3);
    await expect(menu(page)).toBeHidden();
    await expect(text.locator('p').first()).toHaveText('and/or /');
    // In the text right of the caret, which stays where it is.
    await text.locator('p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' /');
    await expect(menu(page)).toBeVisible();
    await text
      .locator('p')
      .first()
      .click({ position: { x: 200, y: 10 } });
    await expect(menu(page)).toBeHidden();
  });

  test('@EDIT-01 each line of it makes its block', { tag: '@desk' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness);
    const cases: readonly (readonly [string, string, string])[] = [
      ['heading 1', 'Heading 1', 'heading'],
      ['quote', 'Quote', 'blockquote'],
      ['bul', 'Bulleted List', 'bulletList'],
      ['num', 'Numbered List', 'orderedList'],
      ['summary', 'Summary', 'summary'],
      ['callout', 'Callout', 'panel'],
      ['code', 'Code', 'codeBlock'],
      ['math', 'Math', 'math'],
    ];
    for (const [sought, label, type] of cases) {
      await openEditor(page, harness);
      await text.locator('p').click();
      await insert(page, sought, label);
      await page.keyboard.type('words');
      await expect.poll(() => savedBlock(page, type).then((block) => JSON.stringify(block))).toContain('words');
    }
  });

  test('@EDIT-01 a numbered list counts on, from where it starts', { tag: '@desk' }, async ({ page, harness }) => {
    const item = (text: string, ...more: object[]) => ({ type: 'listItem', content: [words(text), ...more] });
    const list = (start: number, ...content: object[]) => ({ type: 'orderedList', attrs: { start }, content });
    await openEditor(page, harness, [
      list(1, item('a'), item('b', list(1, item('c'), item('d')))),
      list(7, item('e', list(1, item('f'))), item('g')),
    ]);
    const session = await page.context().newCDPSession(page);
    // The numbers are drawn by the style sheet: what is read out has them.
    const shown = async () => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const known = new Map(nodes.map((node) => [node.nodeId, node]));
      const wordsOf = (id: string | undefined): string[] => {
        const node = known.get(id ?? '');
        return node?.role?.value === 'StaticText' ? [String(node.name?.value).trim()] : (node?.childIds ?? []).flatMap(wordsOf);
      };
      const said = wordsOf(nodes[0]?.nodeId);
      return said.filter((word) => /^(?:\d+|[a-g])$/u.test(word));
    };
    await expect.poll(shown).toEqual(['1', 'a', '2', 'b', '1', 'c', '2', 'd', '7', 'e', '1', 'f', '8', 'g']);
  });

  test('@EDIT-01 a slash typed before the menus have come opens it when they do', { tag: '@desk' }, async ({ page, harness }) => {
    for (const [query, name] of [
      ['&kind=comment', 'Comment'],
      ['&title=Title', 'Article'],
    ] as const) {
      const menus = await holdBack(page, /editor-menus/u);
      await page.goto(`${harness.origin}/?held=${name}${query}`);
      await page.getByRole('textbox', { name }).locator('p').click();
      await page.keyboard.type('Then /num');
      await expect.poll(() => menus.asked()).toBe(true);
      await expect(menu(page)).toBeHidden();
      menus.release();
      await expect(menu(page).getByRole('option')).toHaveText([/^Numbered List/]);
      await page.keyboard.press('Enter');
      await expect.poll(() => savedBlock(page, 'orderedList').then((block) => JSON.stringify(block))).toContain('Then');
      await expect(page.getByRole('textbox', { name })).not.toContainText('/');
    }
    // A text that ends so and was only opened asks for nothing.
    const text = await openEditor(page, harness, [words('see /num')], '&kind=comment');
    await text.locator('p').click();
    await page.keyboard.press('End');
    await expect(menu(page)).toBeHidden();
  });

  test('@EDIT-01 the + of a line opens it', { tag: '@desk' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('First.'), words('Second.')]);
    await text.getByText('First.').hover();
    await page.getByRole('button', { name: 'Add block' }).click();
    await expect(menu(page)).toBeVisible();
    await page.keyboard.type('heading 3');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Between');
    await expect.poll(async () => (await savedBlocks(page)).map(({ type }) => type)).toEqual(['paragraph', 'heading', 'paragraph']);
    await expect(text).not.toContainText('heading 3');
  });
});

test.describe('the bar of the selection', () => {
  test('@EDIT-02 it comes with a selection and switches marks', { tag: '@phone' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('What the planner believed')]);
    await text.locator('p').click();
    await selectFromStart(page, 4);
    await expect(bar(page)).toBeVisible();
    await expectAccessible(page);
    for (const [name, tag] of [
      ['Bold', 'strong'],
      ['Italic', 'em'],
      ['Code', 'code'],
    ] as const) {
      const button = bar(page).getByRole('button', { name, exact: true });
      await button.click();
      await expect(text.locator(tag)).toHaveText('What');
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await button.click();
      await expect(text.locator(tag)).toHaveCount(0);
    }
    await bar(page).getByRole('button', { name: 'Heading 2' }).click();
    await expect(text.getByRole('heading', { level: 2 })).toHaveText('What the planner believed');
  });

  test('@EDIT-02 everything that is selected becomes a link, in articles and comments, but for code', { tag: '@desk' }, async ({
    page,
    harness,
  }) => {
    const blocks = [words('one'), { type: 'codeBlock', content: [{ type: 'text', text: 'two' }] }, words('three')];
    for (const query of ['&kind=comment', '&title=Title']) {
      const text = await openEditor(page, harness, blocks, query);
      await text.locator('p').first().click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'Link' }).click();
      await page.getByLabel('Link address').fill('https://example.org/all');
      await page.keyboard.press('Enter');
      await expect(text.locator('a[href="https://example.org/all"]')).toHaveText(['one', 'three']);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('button', { name: 'Remove link' }).click();
      await expect(text.locator('a')).toHaveCount(0);
    }
  });

  test('@EDIT-02 Enter applies a link, Escape leaves all as it was', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('What the planner believed')]);
    await text.locator('p').click();
    await selectFromStart(page, 4);
    await bar(page).getByRole('button', { name: 'Link', exact: true }).click();
    const input = page.getByLabel('Link address');
    await expect(input).toBeFocused();
    await input.fill('/books/postgres-slowly');
    await page.keyboard.press('Escape');
    await expect(input).toBeHidden();
    await expect(text).toBeFocused();
    await expect(text.getByRole('link')).toHaveCount(0);

    await page.keyboard.press('ControlOrMeta+k');
    await input.fill('example.com/plans');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(text).toBeFocused();
    await expect(text.getByRole('link', { name: 'What' })).toHaveAttribute('href', 'https://example.com/plans');
  });

  test('@EDIT-02 a link that is there is changed and taken away; an unsafe address is refused', { tag: '@desk' }, async ({
    page,
    harness,
  }) => {
    const linked = { type: 'text', text: 'planner', marks: [{ type: 'link', attrs: { href: '/books' } }] };
    const text = await openEditor(page, harness, [{ type: 'paragraph', content: [linked, { type: 'text', text: ' believed' }] }]);
    await text.locator('p').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ControlOrMeta+k');
    const input = page.getByLabel('Link address');
    await expect(input).toHaveValue('/books');
    for (const address of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x']) {
      await input.fill(address);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'That address cannot be linked.' })).toBeVisible();
    }
    await input.fill('/courses');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('link', { name: 'planner' })).toHaveAttribute('href', '/courses');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('button', { name: 'Remove link' }).click();
    await expect(text.getByRole('link')).toHaveCount(0);
    await expect(text.locator('p')).toHaveText('planner believed');
  });

  test('@EDIT-02 all of it by keyboard', { tag: '@desk' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('What the planner believed')]);
    await text.locator('p').click();
    await selectFromStart(page, 4);
    await expect(bar(page)).toBeVisible();
    await page.keyboard.press('Alt+F10');
    const first = bar(page).getByRole('button').first();
    await expect(first).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bar(page).getByRole('button').nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(text).toBeFocused();
    // A second Escape sends the bar away; a phone has nothing else to press, so that it stays there.
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount((page.viewportSize()?.width ?? 0) < 720 ? 1 : 0);
  });
});

test('the keys are listed, and the focus goes back to the text', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness);
  await text.locator('p').click();
  await page.keyboard.press('ControlOrMeta+Alt+/');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  await expect(dialog).toContainText('Into the bar of the selection, table or callout');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
});

test('on a phone the bar stands at the lower end of the window and brings its own +', { tag: ['@phone', '@touch'] }, async ({
  page,
  harness,
}) => {
  const text = await openEditor(page, harness, [words('First.')]);
  await text.locator('p').tap();
  const box = await bar(page).boundingBox();
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(page.viewportSize()?.height);
  await bar(page).getByRole('button', { name: 'Add block' }).tap();
  await expect(menu(page)).toBeVisible();
  await menu(page).getByRole('option', { name: 'Callout', exact: true }).tap();
  await page.keyboard.type('A callout');
  await expect.poll(() => savedBlock(page, 'panel').then((block) => JSON.stringify(block))).toContain('A callout');
  await expectNoSidewaysScroll(page);
});

test('an address pasted over words, or into code, stays an address', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [{ type: 'codeBlock', content: [{ type: 'text', text: 'x' }] }]);
  await text.locator('code').click();
  await paste(page, { 'text/plain': 'https://github.com/a/b/blob/main/c.ts' });
  await expect(text.locator('code')).toContainText('https://github.com/a/b/blob/main/c.ts');
});
