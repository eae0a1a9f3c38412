import type { Page } from '@playwright/test';
import { insert, openEditor, savedBlock, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible, expectNoSidewaysScroll } from './support/journey.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });
const bar = (page: Page) => page.getByRole('toolbar');

/** Selects text with the keyboard, from the start of the caret's line. */
async function selectFromStart(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let index = 0; index < count; index += 1) await page.keyboard.press('Shift+ArrowRight');
}

test('@EDIT-01 a slash opens the menu of blocks, which filters, inserts and closes', async ({ page, harness }) => {
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('it has every block, and Enter inserts one', async () => {
    await openEditor(page, harness);
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
      'Task List',
      'Divider',
      'Table',
      'Code',
      'Listing',
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
    // The text itself refers to the item that Enter chooses.
    const taken = await menu(page).getByRole('option', { selected: true }).getAttribute('id');
    await expect(text).toHaveAttribute('aria-activedescendant', taken ?? 'the id of the line');
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.type('Estimates');
    await expect(text.getByRole('heading', { level: 2, name: 'Estimates' })).toBeVisible();
    await expect(text).not.toContainText('/');
  });

  await test.step('it filters while typing, says when nothing is found, and Escape closes it', async () => {
    await openEditor(page, harness);
    await text.locator('p').click();
    await page.keyboard.type('/num');
    await expect(menu(page).getByRole('option')).toHaveText([/^Numbered List/]);
    await page.keyboard.type('xyz');
    await expect(page.getByText('No matching blocks for “numxyz”. Press Esc to close.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No matching blocks')).toBeHidden();
    await expect(text.locator('p')).toHaveText('/numxyz');
    // After Escape, it stays closed while the word is finished.
    await page.keyboard.type('a');
    await expect(text.locator('p')).toHaveText('/numxyza');
    await expect(menu(page)).toBeHidden();
  });

  await test.step('a click outside closes it, and a slash within a word opens nothing', async () => {
    await openEditor(page, harness, [words('and'), { type: 'paragraph' }]);
    await text.locator('p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('/or');
    await expect(text.locator('p').first()).toHaveText('and/or');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.type(' /');
    await expect(menu(page)).toBeVisible();
    // On the bare page, where there is no caret.
    await page.mouse.click(3, 3);
    await expect(menu(page)).toBeHidden();
    await expect(text.locator('p').first()).toHaveText('and/or /');
    // In the text to the right of the caret, which stays in place.
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

  await test.step('each line of it inserts its block', async () => {
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

  await test.step('a numbered list counts from its start', async () => {
    const item = (text: string, ...more: object[]) => ({ type: 'listItem', content: [words(text), ...more] });
    const list = (start: number, ...content: object[]) => ({ type: 'orderedList', attrs: { start }, content });
    await openEditor(page, harness, [
      list(1, item('a'), item('b', list(1, item('c'), item('d')))),
      list(7, item('e', list(1, item('f'))), item('g')),
    ]);
    const session = await page.context().newCDPSession(page);
    // The style sheet shows the numbers, and screen readers read them.
    const shown = async () => {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const nodesById = new Map(nodes.map((node) => [node.nodeId, node]));
      const wordsOf = (id: string | undefined): string[] => {
        const node = nodesById.get(id ?? '');
        return node?.role?.value === 'StaticText' ? [String(node.name?.value).trim()] : (node?.childIds ?? []).flatMap(wordsOf);
      };
      const said = wordsOf(nodes[0]?.nodeId);
      return said.filter((word) => /^(?:\d+|[a-g])$/u.test(word));
    };
    await expect.poll(shown).toEqual(['1', 'a', '2', 'b', '1', 'c', '2', 'd', '7', 'e', '1', 'f', '8', 'g']);
  });
});

test('@EDIT-01 @EDIT-02 the selection bar toggles marks, and on a phone it is at the bottom', { tag: '@phone' }, async ({
  page,
  harness,
  hasTouch,
}) => {
  const text = page.getByRole('textbox', { name: 'Article' });

  await test.step('it appears with a selection and toggles marks', async () => {
    await openEditor(page, harness, [words('What the planner believed')]);
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

  await test.step('a menu has the less frequent formats, and raised text isn’t lowered at the same time', async () => {
    const formats = page.getByRole('menu', { name: 'More formats' });
    const choose = async (name: string) => {
      await bar(page).getByRole('button', { name: 'More formats' }).click();
      await formats.getByRole('menuitemcheckbox', { name, exact: true }).click();
    };
    await bar(page).getByRole('button', { name: 'More formats' }).click();
    await expect(formats.getByRole('menuitemcheckbox')).toHaveText([
      ...['Underline', 'Strikethrough', 'Highlight', 'Subscript', 'Superscript', 'Key', 'Formula'],
    ]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    for (const [name, tag] of [
      ['Strikethrough', 's'],
      ['Highlight', 'mark'],
      ['Key', 'kbd'],
      ['Underline', 'u'],
    ] as const) {
      await choose(name);
      await expect(text.locator(tag)).toHaveText('What');
      await choose(name);
      await expect(text.locator(tag)).toHaveCount(0);
    }
    await choose('Subscript');
    await expect(text.locator('sub')).toHaveText('What');
    await choose('Superscript');
    await expect(text.locator('sup')).toHaveText('What');
    await expect(text.locator('sub')).toHaveCount(0);
  });

  if (hasTouch)
    await test.step('on a phone it is at the bottom of the window and has its own +', async () => {
      await openEditor(page, harness, [words('First.')]);
      await text.locator('p').tap();
      const lowerEnd = async () => {
        const box = await bar(page).boundingBox();
        return Math.round((box?.y ?? 0) + (box?.height ?? 0));
      };
      await expect.poll(lowerEnd).toBe(page.viewportSize()?.height);
      await bar(page).getByRole('button', { name: 'Add block' }).tap();
      await expect(menu(page)).toBeVisible();
      await menu(page).getByRole('option', { name: 'Callout', exact: true }).tap();
      await page.keyboard.type('A callout');
      await expect.poll(() => savedBlock(page, 'panel').then((block) => JSON.stringify(block))).toContain('A callout');
      await expectNoSidewaysScroll(page);
    });
});

test('@EDIT-02 links are created, changed and removed, with only the keyboard too, and the keys are listed', async ({ page, harness }) => {
  const text = page.getByRole('textbox', { name: 'Article' });
  const input = page.getByLabel('Link URL');

  await test.step('Enter applies a link, Escape changes nothing', async () => {
    await openEditor(page, harness, [words('What the planner believed')]);
    await text.locator('p').click();
    await selectFromStart(page, 4);
    await bar(page).getByRole('button', { name: 'Link', exact: true }).click();
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

  await test.step('an existing link is changed and removed; an unsafe URL is refused', async () => {
    const linked = { type: 'text', text: 'planner', marks: [{ type: 'link', attrs: { href: '/books' } }] };
    await openEditor(page, harness, [{ type: 'paragraph', content: [linked, { type: 'text', text: ' believed' }] }]);
    await text.locator('p').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(input).toHaveValue('/books');
    for (const address of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x']) {
      await input.fill(address);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: 'This URL can’t be linked.' })).toBeVisible();
      await expect(text.getByRole('link', { name: 'planner' })).toHaveAttribute('href', '/books');
    }
    await input.fill('/courses');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('link', { name: 'planner' })).toHaveAttribute('href', '/courses');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('button', { name: 'Remove link' }).click();
    await expect(text.getByRole('link')).toHaveCount(0);
    await expect(text.locator('p')).toHaveText('planner believed');
  });

  await test.step('with only the keyboard', async () => {
    await openEditor(page, harness, [words('What the planner believed')]);
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
    // A second Escape hides the bar; a phone has nothing else to press, so the bar stays there.
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount((page.viewportSize()?.width ?? 0) < 720 ? 1 : 0);
  });

  await test.step('the keys are listed, and the focus returns to the text', async () => {
    await openEditor(page, harness);
    await text.locator('p').click();
    await page.keyboard.press('ControlOrMeta+Alt+/');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toContainText('Move to the toolbar');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(text).toBeFocused();
  });

  await test.step('the whole selection becomes a link, in articles and comments, except for code', async () => {
    const blocks = [words('one'), { type: 'codeBlock', content: [{ type: 'text', text: 'two' }] }, words('three')];
    for (const query of ['?kind=comment', '?title=Title'] as const) {
      const text = await openEditor(page, harness, blocks, query);
      await text.locator('p').first().click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'Link' }).click();
      await page.getByLabel('Link URL').fill('https://example.org/all');
      await page.keyboard.press('Enter');
      await expect(text.locator('a[href="https://example.org/all"]')).toHaveText(['one', 'three']);
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('button', { name: 'Remove link' }).click();
      await expect(text.locator('a')).toHaveCount(0);
    }
  });
});
