import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expectBlocks, holdBack, inShort, openEditor, paste, savedBlocks, savedTitle, test, words } from './support/editor-journey.ts';
import { expect } from './support/journey.ts';

const code = (text: string, attrs: object = {}) => ({
  type: 'codeBlock',
  attrs,
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});

/** Pastes like a program's clipboard: the event has the same data. */
function pasteData(text: Locator, data: Readonly<Record<string, string>>): Promise<void> {
  return text.evaluate((element, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(entries)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test('@EDIT-09 Markdown becomes marks and blocks while typing, and the title stays one line of text', { tag: '@desk' }, async ({
  page,
  harness,
}) => {
  await test.step('Markdown becomes marks and blocks', async () => {
    const typed = [
      ['a **b** c', 'paragraph(a bold:b c)'],
      ['a __b__ c', 'paragraph(a bold:b c)'],
      ['a *b* c', 'paragraph(a italic:b c)'],
      ['a _b_ c', 'paragraph(a italic:b c)'],
      ['a `b` c', 'paragraph(a code:b c)'],
      ['a ~~b~~ c', 'paragraph(a strikethrough:b c)'],
      ['a ==b== c', 'paragraph(a highlight:b c)'],
      ['H<sub>2</sub>O', 'paragraph(Hsubscript:2O)'],
      ['x<sup>2</sup> y', 'paragraph(xsuperscript:2 y)'],
      ['press <kbd>Esc</kbd> now', 'paragraph(press keyboard:Esc now)'],
      ['a $x_1$ c', 'paragraph(a formula:x_1 c)'],
      ['costs $5 or $6 each', 'paragraph(costs $5 or $6 each)'],
      ['an <u>old</u> word', 'paragraph(an underline:old word)'],
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

  await test.step('a box makes an item a task, which a click or the keyboard marks as done', async () => {
    const text = await openEditor(page, harness, [words('')]);
    await text.locator('p').click();
    await page.keyboard.type('[ ] first');
    await page.keyboard.press('Enter');
    await page.keyboard.type('second');
    const states = async () => (await savedBlocks(page)).flatMap(({ content = [] }) => content.map(({ attrs }) => attrs?.['checked']));
    await expectBlocks(page, ['bulletList(listItem(paragraph(first))listItem(paragraph(second)))']);
    await expect.poll(states).toEqual([false, false]);
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(states).toEqual([false, true]);
    const box = await text.getByRole('listitem').first().boundingBox();
    await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 12);
    await expect.poll(states).toEqual([true, true]);
    await expect(text.locator('li.task--done')).toHaveCount(2);
    await page.keyboard.press('Home');
    await page.keyboard.press('Backspace');
    await expect.poll(states).toEqual([true, null]);
  });

  await test.step('the title accepts no line break and no tab, and can’t be emptied', async () => {
    const text = await openEditor(page, harness, [words('Text')], '?title=Old');
    const title = text.locator('h1').first();
    await title.click();
    await page.keyboard.press('End');
    await pasteData(text, { 'text/plain': 'er\n\tone' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('Then ');
    await expectBlocks(page, ['paragraph(Then Text)']);
    await expect.poll(() => savedTitle(page)).toBe('Older one');
    await title.click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Backspace');
    await expect(title).toHaveText('Older one');
    await page.keyboard.type('New');
    await expect(title).toHaveText('New');
  });
});

test('@EDIT-09 @EDIT-10 pasted content becomes what it was where it was copied', { tag: '@desk' }, async ({ page, harness, context }) => {
  const text = await openEditor(page, harness);

  await test.step('content from Google Docs, GitHub, VS Code and Notion', async () => {
    for (const name of ['google-docs', 'github', 'vs-code', 'notion']) {
      await openEditor(page, harness);
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

  await test.step('Markdown becomes blocks, and with Shift it stays text', async () => {
    await openEditor(page, harness);
    await text.locator('p').first().click();
    await pasteData(text, { 'text/plain': '## Head\n\n- a **b**' });
    await expectBlocks(page, ['heading(Head)', 'bulletList(listItem(paragraph(a bold:b)))']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.down('Shift');
    await pasteData(text, { 'text/plain': 'a **b**' });
    await page.keyboard.up('Shift');
    await expectBlocks(page, ['heading(a **b**)']);
  });

  await test.step('a URL pasted over text makes it a link, and alone it becomes a link', async () => {
    await openEditor(page, harness, [words('see'), { type: 'paragraph' }]);
    await text.locator('p').first().click();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await pasteData(text, { 'text/plain': 'https://example.org/a' });
    await text.locator('p').nth(1).click();
    await pasteData(text, { 'text/plain': 'https://example.org/b?c=1&d=2' });
    await expectBlocks(page, ['paragraph(link:see)', 'paragraph(link:https://example.org/b?c=1&d=2)']);
  });

  await test.step('a copy has the same blocks with new ids', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openEditor(page, harness, [words('first'), code('let a;', { mode: 'typescript' }), words('last')]);
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

  await test.step('a URL pasted into code stays a URL', async () => {
    await openEditor(page, harness, [code('x')]);
    await text.locator('code').click();
    await paste(page, { 'text/plain': 'https://github.com/a/b/blob/main/c.ts' });
    await expect(text.locator('code')).toContainText('https://github.com/a/b/blob/main/c.ts');
  });
});

test('@EDIT-05 code has a language, colors, a formatter, a copy button, highlighted lines and its own keys', async ({ page, harness }) => {
  const block = page.locator('figure.code').first();

  await test.step('code is colored that was typed before its language loaded, or was moved or restored', async () => {
    const rust = await holdBack(page, /\/rust-/u);
    await openEditor(page, harness, [code('', { mode: 'rust' }), words('after')]);
    await block.locator('code').click();
    await expect.poll(() => rust.isRequested()).toBe(true);
    await page.keyboard.type('fn main');
    rust.release();
    const keyword = block.locator('code .k');
    await expect(keyword).toHaveText('fn');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('status').filter({ hasText: 'Moved down: 2 of 2.' })).toBeAttached();
    await expect(keyword).toHaveText('fn');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await savedBlocks(page)).map(({ type }) => type)).toEqual(['codeBlock', 'paragraph']);
    await expect(keyword).toHaveText('fn');
  });

  await test.step('it offers the 25 languages and colors code while typing', async () => {
    await openEditor(page, harness, [code('')]);
    const language = block.getByLabel('Language');
    await expect(language.locator('option')).toHaveCount(26);
    await language.selectOption('Go');
    await block.locator('code').click();
    await page.keyboard.type('func main');
    await expect(block.locator('code .k')).toHaveText('func');
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['mode']).toBe('go');
  });

  await test.step('it is formatted, or says why it can’t be and stays unchanged', async () => {
    await openEditor(page, harness, [code('let  a = {b:1}', { mode: 'javascript' }), code('a', { mode: 'go' })]);
    await block.getByRole('button', { name: 'Format' }).click();
    await expect(block.locator('code')).toHaveText('let a = { b: 1 };');
    const second = page.locator('figure.code').nth(1).getByRole('button', { name: 'Format' });
    await expect(second).toHaveAttribute('aria-disabled', 'true');
    await expect(second).toHaveAccessibleDescription('There’s no formatter for Go.');
    await block.locator('code').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('let a\n= =');
    await block.getByRole('button', { name: 'Format' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Line 2 has an error' })).toBeVisible();
    await expect(block.locator('code')).toHaveText('let a\n= =');
  });

  await test.step('it is copied, and a message says whether that worked', async () => {
    await openEditor(page, harness, [code('let a;')]);
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.resolve(), configurable: true });
    });
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied!')).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('no')) });
    });
    await block.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Failed to copy!')).toBeVisible();
  });

  await test.step('lines are highlighted by clicking or typing their numbers', async () => {
    await openEditor(page, harness, [code('a\nb\nc\nd')]);
    await block.locator('.code__numbers').click({ position: { x: 30, y: 24 * 2 - 8 } });
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['highlightLines']).toBe('2');
    await block.getByLabel('Highlighted lines').fill('3-4,1');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await savedBlocks(page))[0]?.attrs?.['highlightLines']).toBe('1,3-4');
    await expect(block.locator('.hl')).toHaveCount(3);
    await block.getByLabel('Highlighted lines').fill('none');
    await page.keyboard.press('Enter');
    await expect(block.getByLabel('Highlighted lines')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('Tab indents, Enter keeps the indentation, Escape and Tab leave', async () => {
    await openEditor(page, harness, [code('if')]);
    await block.locator('code').click();
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

  await test.step('read-only it offers only Copy and ignores keys', async () => {
    await openEditor(page, harness, [code('let a;', { readOnly: true }), words('after')]);
    await expect(block.getByRole('button')).toHaveText(['Copy']);
    await expect(block.getByLabel('Language')).toBeHidden();
    await block.locator('code').click();
    await page.keyboard.type('x');
    await page.getByText('after', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expectBlocks(page, ['codeBlock(let a;)', 'paragraph(after!)']);
  });
});

test.describe('failed loads', { tag: '@desk' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/u] });

  test('@EDIT-05 code whose colors can’t be loaded stays plain, an invalid document isn’t opened, and both are logged', async ({
    page,
    harness,
  }) => {
    await test.step('code stays plain', async () => {
      await page.route(/highlight-code/u, (route) => route.abort());
      await openEditor(page, harness, [code('let a;', { mode: 'javascript' })]);
      await expect.poll(() => page.evaluate(() => window.failures)).toContain('highlight');
      await expect(page.locator('figure.code').locator('code')).toHaveText('let a;');
      await expect(page.locator('figure.code').locator('code span')).toHaveCount(0);
    });

    await test.step('an invalid document isn’t replaced by an empty one', async () => {
      const broken = encodeURIComponent(JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }));
      await page.goto(`${harness.origin}/?broken#${broken}`);
      await expect(page.getByRole('alert')).toHaveText('We couldn’t open this text in the editor. Nothing was changed.');
      expect(await page.evaluate(() => window.saved)).toBeUndefined();
      await expect.poll(() => page.evaluate(() => window.failures)).toEqual(['open']);
    });
  });
});
