import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { inShort, openEditor, savedBlocks, test, words } from './support/editor-journey.ts';

const code = (text: string, attrs: object = {}) => ({
  type: 'codeBlock',
  attrs,
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});

const expectBlocks = (page: Page, blocks: readonly string[]) =>
  expect.poll(async () => (await savedBlocks(page)).map((block) => inShort(block))).toEqual(blocks);

/** Pastes as a program's clipboard would: the event carries what it carried there. */
function pasteData(text: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  return text.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('Markdown becomes marks and blocks as it is typed @EDIT-09', { tag: '@desk' }, async ({ page, harness }) => {
  const typed = [
    ['a **b** c', 'paragraph(a bold:b c)'],
    ['a __b__ c', 'paragraph(a bold:b c)'],
    ['a *b* c', 'paragraph(a italic:b c)'],
    ['a _b_ c', 'paragraph(a italic:b c)'],
    ['a `b` c', 'paragraph(a code:b c)'],
    ['a [b](https://example.org) c', 'paragraph(a link:b c)'],
    ['[b](javascript:alert) c', 'paragraph([b](javascript:alert) c)'],
    ['> a', 'blockquote(paragraph(a))'],
    ['# a', 'heading(a)'],
    ['- a', 'bulletList(listItem(paragraph(a)))'],
    ['words between', 'paragraph(words between)'],
    ['1. a', 'orderedList(listItem(paragraph(a)))'],
    ['```js a', 'codeBlock(a)'],
    ['---after', 'horizontalRule', 'paragraph(after)'],
    ['___ after', 'horizontalRule', 'paragraph(after)'],
    ['*** after', 'horizontalRule', 'paragraph(after)'],
    ['```ts\nlet a;', 'codeBlock(let a;)'],
  ] as const;
  const text = await openEditor(
    page,
    harness,
    typed.map(() => ({ type: 'paragraph' })),
  );
  for (const [keys] of typed) {
    await text.locator('p').filter({ hasNotText: /./ }).first().click();
    await page.keyboard.type(keys);
  }
  await expectBlocks(
    page,
    typed.flatMap(([, ...expected]) => expected),
  );
  expect((await savedBlocks(page)).at(-1)?.attrs?.['mode']).toBe('typescript');
});

test('the title takes no line end and no tab, and cannot be emptied @EDIT-09', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [words('Text')], '&title=Old');
  const title = text.locator('h1').first();
  await title.click();
  await page.keyboard.press('End');
  await pasteData(text, { 'text/plain': 'er\n\tone' });
  await page.keyboard.press('Enter');
  await page.keyboard.type('Then ');
  await expectBlocks(page, ['paragraph(Then Text)']);
  await expect.poll(() => page.evaluate(() => window.saved?.title)).toBe('Older one');
  await title.click({ clickCount: 3 });
  await page.keyboard.press('Backspace');
  await expect(title).toHaveText('Older one');
  await page.keyboard.type('New');
  await expect(title).toHaveText('New');
});

test('an empty text says how to begin @EDIT-01', async ({ page, harness }) => {
  const text = await openEditor(page, harness, [], '&title=');
  await expect(text.locator('p').first()).toHaveAttribute('data-placeholder', 'Start typing for magic...');
  await expect(text).toHaveAttribute('aria-multiline', 'true');
  await text.locator('p').first().click();
  await page.keyboard.type('a');
  await expect(text.locator('[data-placeholder="Start typing for magic..."]')).toHaveCount(0);
});

test.describe('paste @EDIT-09', { tag: '@desk' }, () => {
  test('what Google Docs, GitHub, VS Code and Notion copied', async ({ page, harness }) => {
    for (const name of ['google-docs', 'github', 'vs-code', 'notion']) {
      const text = await openEditor(page, harness);
      await text.locator('p').first().click();
      const read = (file: string) => readFileSync(join(import.meta.dirname, '../editor/tests/clipboards', name, file), 'utf8');
      await pasteData(text, {
        'text/html': read('clipboard.html'),
        'text/plain': read('clipboard.txt'),
        ...(name === 'vs-code' ? { 'vscode-editor-data': read('vscode-editor-data.json') } : {}),
      });
      const firsts = {
        'google-docs': 'heading(What changed)',
        github: 'heading(Install)',
        notion: 'heading(Release notes)',
        'vs-code': null,
      };
      const first = firsts[name as keyof typeof firsts] ?? 'codeBlock(export function Row() {\n  return <b>1 # 2</b>;\n\n})';
      await expect.poll(async () => (await savedBlocks(page)).map((block) => inShort(block))[0]).toBe(first);
      expect((await savedBlocks(page)).length).toBeGreaterThan(name === 'vs-code' ? 0 : 3);
    }
  });

  test('Markdown becomes blocks, with Shift it stays the words', async ({ page, harness }) => {
    const text = await openEditor(page, harness);
    await text.locator('p').first().click();
    await pasteData(text, { 'text/plain': '## Head\n\n- a **b**' });
    await expectBlocks(page, ['heading(Head)', 'bulletList(listItem(paragraph(a bold:b)))']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.down('Shift');
    await pasteData(text, { 'text/plain': 'a **b**' });
    await page.keyboard.up('Shift');
    await expect(text).toContainText('a **b**');
  });

  test('an address over words makes them a link, and one alone links itself', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('see'), { type: 'paragraph' }]);
    await text.locator('p').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await pasteData(text, { 'text/plain': 'https://example.org/a' });
    await text.locator('p').nth(1).click();
    await pasteData(text, { 'text/plain': 'https://example.org/b?c=1&d=2' });
    await expectBlocks(page, ['paragraph(link:see)', 'paragraph(link:https://example.org/b?c=1&d=2)']);
  });

  test('a copy has the same blocks with new ids @EDIT-10', async ({ page, harness, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const text = await openEditor(page, harness, [words('first'), code('let a;', { mode: 'typescript' }), words('last')]);
    await text.locator('p').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('```typescript\nlet a;\n```');
    await page.keyboard.press('ControlOrMeta+ArrowDown');
    await text.locator('p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(async () => (await savedBlocks(page)).filter(({ type }) => type === 'codeBlock').length).toBe(2);
    const ids = (await savedBlocks(page)).map(({ attrs }) => attrs?.['uniqueId'] ?? attrs?.['id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test.describe('code @EDIT-05', () => {
  const block = (page: Page) => page.locator('figure.code').first();

  test('offers the 25 languages and colours what is typed', { tag: '@desk' }, async ({ page, harness }) => {
    await openEditor(page, harness, [code('')]);
    const language = block(page).getByLabel('Language');
    await expect(language.locator('option')).toHaveCount(26);
    await language.selectOption('Rust');
    await block(page).locator('code').click();
    await page.keyboard.type('fn main');
    await expect(block(page).locator('code .k')).toHaveText('fn');
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['mode']).toBe('rust');
  });

  test('colours what was typed while its language was still on the way, and what was moved or brought back', { tag: '@desk' }, async ({
    page,
    harness,
  }) => {
    const [asked, arrival] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/rust-/u, async (route) => {
      asked.resolve();
      await arrival.promise;
      await route.continue();
    });
    await openEditor(page, harness, [code('', { mode: 'rust' }), words('after')]);
    await block(page).locator('code').click();
    await asked.promise;
    await page.keyboard.type('fn main');
    arrival.resolve();
    const keyword = block(page).locator('code .k');
    await expect(keyword).toHaveText('fn');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: 'Moved down: 2 of 2.' })).toBeAttached();
    await expect(keyword).toHaveText('fn');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await savedBlocks(page)).map(({ type }) => type)).toEqual(['codeBlock', 'paragraph']);
    await expect(keyword).toHaveText('fn');
  });

  test('formats, says why it cannot, and leaves code with a mistake alone', { tag: '@desk' }, async ({ page, harness }) => {
    await openEditor(page, harness, [code('let  a = {b:1}', { mode: 'javascript' }), code('a', { mode: 'go' })]);
    await block(page).getByRole('button', { name: 'Format' }).click();
    await expect(block(page).locator('code')).toHaveText('let a = { b: 1 };');
    const second = page.locator('figure.code').nth(1).getByRole('button', { name: 'Format' });
    await expect(second).toHaveAttribute('aria-disabled', 'true');
    await expect(second).toHaveAccessibleDescription('There is no formatter for Go.');
    await block(page).locator('code').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('let a\n= =');
    await block(page).getByRole('button', { name: 'Format' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Line 2 has a mistake' })).toBeVisible();
    await expect(block(page).locator('code')).toHaveText('let a\n= =');
  });

  test('is copied, and says so either way', { tag: '@desk' }, async ({ page, harness }) => {
    await openEditor(page, harness, [code('let a;')]);
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.resolve(), configurable: true });
    });
    await block(page).getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied!')).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
    });
    await block(page).getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Failed to copy!')).toBeVisible();
  });

  test('highlights lines that are pressed or written down', async ({ page, harness }) => {
    await openEditor(page, harness, [code('a\nb\nc\nd')]);
    await block(page)
      .locator('.code__numbers')
      .click({ position: { x: 30, y: 24 * 2 - 8 } });
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['highlightLines']).toBe('2');
    await block(page).getByLabel('Highlighted lines').fill('3-4,1');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['highlightLines']).toBe('1,3-4');
    await expect(block(page).locator('.hl')).toHaveCount(3);
    await block(page).getByLabel('Highlighted lines').fill('none');
    await page.keyboard.press('Enter');
    await expect(block(page).getByLabel('Highlighted lines')).toHaveAttribute('aria-invalid', 'true');
  });

  test('Tab indents, Enter keeps the indentation, Escape and Tab leave', { tag: '@desk' }, async ({ page, harness }) => {
    await openEditor(page, harness, [code('if')]);
    await block(page).locator('code').click();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await page.keyboard.press('Shift+Tab');
    await expectBlocks(page, ['codeBlock(  if\nx)']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Article' })).not.toBeFocused();
  });

  test('that is read-only offers only Copy and takes no key', { tag: '@desk' }, async ({ page, harness }) => {
    await openEditor(page, harness, [code('let a;', { readOnly: true }), words('after')]);
    await expect(block(page).getByRole('button')).toHaveText(['Copy']);
    await expect(block(page).getByLabel('Language')).toBeHidden();
    await block(page).locator('code').click();
    await page.keyboard.type('x');
    await expect(block(page).locator('code')).toHaveText('let a;');
  });

  test.describe('when its colours cannot be loaded', { tag: '@desk' }, () => {
    test.use({ expectedErrors: [/Failed to load resource/u] });
    test('stays plain, and the failure is logged', async ({ page, harness }) => {
      await page.route(/highlight-code/u, (route) => route.abort());
      await openEditor(page, harness, [code('let a;', { mode: 'javascript' })]);
      await expect.poll(() => page.evaluate(() => window.failures)).toContain('highlight');
      await expect(block(page).locator('code')).toHaveText('let a;');
      await expect(block(page).locator('code span')).toHaveCount(0);
    });
  });
});

test.describe('tables @EDIT-08', () => {
  const cell = (type: string, text: string) => ({ type, content: [words(text)] });
  const table = {
    type: 'table',
    content: [
      { type: 'tableRow', content: [cell('tableHeader', 'A'), cell('tableHeader', 'B')] },
      { type: 'tableRow', content: [cell('tableCell', '1'), cell('tableCell', '2')] },
    ],
  };

  test('Tab goes on, and makes a row after the last cell', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [table, words('after')]);
    await text.locator('td', { hasText: '2' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('3');
    await expect.poll(async () => inShort((await savedBlocks(page))[0] ?? { type: '' })).toContain('tableRow(tableCell(paragraph(3))');
  });

  test('a dragged edge stays where it was let go', { tag: '@desk' }, async ({ page, harness }) => {
    const text = await openEditor(page, harness, [table, words('after')]);
    const first = text.locator('th').first();
    await expect.poll(() => first.evaluate((element) => element.closest('table') !== null)).toBe(true);
    const before = await first.boundingBox();
    if (before === null) throw new Error('expected a table');
    await expect
      .poll(async () => {
        await page.mouse.move(before.x + before.width - 40, before.y + 10);
        await page.mouse.move(before.x + before.width - 1, before.y + 10);
        return text.locator('.column-resize-handle').count();
      })
      .toBeGreaterThan(0);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width - 61, before.y + 10, { steps: 6 });
    await page.mouse.up();
    const after = await first.boundingBox();
    expect(Math.abs((after?.width ?? 0) - (before.width - 60))).toBeLessThanOrEqual(2);
    await text.locator('p', { hasText: 'after' }).click();
    await page.keyboard.type('!');
    expect(Math.abs(((await first.boundingBox())?.width ?? 0) - (after?.width ?? 0))).toBeLessThanOrEqual(1);
    await expect.poll(async () => JSON.stringify(await savedBlocks(page))).toMatch(/"colwidth":\[\d+\]/u);
  });
});

test('a document that is none is not opened, and not replaced by an empty one', { tag: '@desk' }, async ({ page, harness }) => {
  const broken = encodeURIComponent(JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }));
  await page.goto(`${harness.origin}/?broken#${broken}`);
  await expect(page.getByRole('alert')).toHaveText('This text could not be opened in the editor. Nothing in it was changed.');
  expect(await page.evaluate(() => window.saved)).toBeUndefined();
  await expect.poll(() => page.evaluate(() => window.failures)).toEqual(['open']);
});

test('a comment is handed in with Ctrl+Enter @EDIT-09', { tag: '@desk' }, async ({ page, harness }) => {
  const text = await openEditor(page, harness, [{ type: 'paragraph' }], '&kind=comment');
  await text.locator('p').first().click();
  await page.keyboard.type('A **thought** ');
  await page.evaluate(() => Reflect.deleteProperty(window, 'saved'));
  await page.keyboard.press('Control+Enter');
  await expectBlocks(page, ['paragraph(A bold:thought )']);
});
