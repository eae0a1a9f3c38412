import type { CDPSession, Page } from '@playwright/test';
import {
  expectBlocks,
  holdBack,
  openEditor,
  savedBlock,
  savedBlocks,
  savedTitle,
  test,
  textWithMenus,
  words,
} from './support/editor-journey.ts';
import { expect, expectAccessible } from './support/journey.ts';

const textOf = async (page: Page) => (await savedBlocks(page)).map(({ content }) => (content ?? []).map(({ text }) => text ?? '').join(''));

for (const [kind, name, query] of [
  ['an article', 'Article', ''],
  ['a comment', 'Comment', '?kind=comment'],
] as const) {
  test(`@EDIT-01 @EDIT-09 @EDIT-10 ${kind} is a text box with a name and a placeholder, which reports its content`, async ({
    page,
    harness,
  }) => {
    await test.step('a slash typed before the menus have loaded opens the block menu when they do', async () => {
      const menus = await holdBack(page, /editor-menus/u);
      await page.goto(`${harness.origin}/${query}`);
      const menu = page.getByRole('listbox', { name: 'Blocks' });
      const text = page.getByRole('textbox', { name });
      const line = text.locator('p').first();
      await expect(line).toHaveAttribute('data-placeholder', name === 'Article' ? 'Start typing for magic...' : 'Add your comment');
      await line.click();
      await page.keyboard.type('Then /num');
      await expect(text.locator('p[data-placeholder]')).toHaveCount(0);
      await expect.poll(() => menus.isRequested()).toBe(true);
      await expect(menu).toBeHidden();
      menus.release();
      await textWithMenus(page, query);
      await expect(menu.getByRole('option')).toHaveText([/^Numbered List/]);
      await page.keyboard.press('Enter');
      await expect.poll(() => savedBlock(page, 'orderedList').then((block) => JSON.stringify(block))).toContain('Then');
      await expect(text).not.toContainText('/');

      // A text that ends like this and was only opened opens no menu.
      await openEditor(page, harness, [words('see /num')], query);
      await text.locator('p').click();
      await page.keyboard.press('End');
      await expect(menu).toBeHidden();
    });

    await test.step('it has a name and several lines, also for assistive technology, and reports its content when typing pauses', async () => {
      const text = await openEditor(page, harness, [words('What the planner believed')], query);
      await expect(text).toHaveAccessibleName(name);
      await expect(text).toHaveAttribute('aria-multiline', 'true');
      await text.locator('p').click();
      await page.keyboard.press('ControlOrMeta+a');
      await expect(page.getByRole('toolbar')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => window.saved)).toBeUndefined();
      await page.keyboard.press('ControlOrMeta+b');
      await expect(text.locator('p strong')).toHaveText('What the planner believed');
      await expect.poll(() => page.evaluate(() => JSON.stringify(window.saved?.document))).toContain('"bold"');
    });

    if (name === 'Comment')
      await test.step('Ctrl+Enter submits it', async () => {
        const text = await openEditor(page, harness, [], query);
        await text.locator('p').first().click();
        await page.keyboard.type('A **thought** ');
        await page.keyboard.press('Control+Enter');
        await expect
          .poll(() => page.evaluate(() => window.submitted))
          .toMatchObject({ content: [{ content: [{ text: 'A ' }, { text: 'thought', marks: [{ type: 'bold' }] }, { text: ' ' }] }] });
      });
  });
}

/**
 * Puts the caret before a character of the first line and sends the event in the same task. The browser reports a moved caret in a later
 * one; here everything happens at the same time, as with keys typed ahead on a busy machine.
 */
const moveAndSend = (page: Page, offset: number, what: 'Enter' | 'paste' | 'letters') =>
  page.evaluate(
    ({ at, sent }) => {
      const line = document.querySelector('[role=textbox] p');
      if (line?.firstChild == null) throw new Error('expected a line with words');
      getSelection()?.collapse(line.firstChild, at);
      // The browser itself inserts the characters: it reports the caret before, but not the editor.
      if (sent === 'letters')
        return new Promise<void>((resolve) =>
          addEventListener('selectionchange', (event) => resolve(event.stopImmediatePropagation()), { capture: true, once: true }),
        );
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'XY');
      const all = { bubbles: true, cancelable: true };
      return void line.dispatchEvent(
        sent === 'paste'
          ? new ClipboardEvent('paste', { ...all, clipboardData })
          : new KeyboardEvent('keydown', { ...all, key: 'Enter', code: 'Enter', keyCode: 13 }),
      );
    },
    { at: offset, sent: what },
  );

const compose = (session: CDPSession, text: string) =>
  session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('@EDIT-05 @EDIT-09 late events, several lines at once and an input method leave the text as intended', {
  tag: '@desk',
}, async ({ page, harness }) => {
  const text = await openEditor(page, harness);
  for (const [what, lines] of [
    ['Enter', ['abc', 'def!']],
    ['paste', ['abcXYdef!']],
    ['letters', ['abcXYdef!']],
  ] as const)
    await test.step(`${what} where the browser has moved the caret and not reported it yet`, async () => {
      await openEditor(page, harness, [words('abcdef')]);
      await text.locator('p').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await expect.poll(() => textOf(page)).toEqual(['abcdef!']);
      await moveAndSend(page, 3, what);
      if (what === 'letters') await page.keyboard.insertText('XY');
      await expect.poll(() => textOf(page)).toEqual(lines);
      // After undo, the caret is where it was moved to.
      await page.keyboard.press('ControlOrMeta+z');
      await expect.poll(() => textOf(page)).toEqual(['abcdef!']);
      await page.keyboard.type('-');
      await expect.poll(() => textOf(page)).toEqual(['abc-def!']);
    });

  await test.step('text of several lines that a keyboard commits at once keeps its lines in code', async () => {
    await openEditor(page, harness, [{ type: 'codeBlock', content: [{ type: 'text', text: 'first' }] }, words('after')]);
    await text.locator('code').click();
    await page.keyboard.press('End');
    await page.keyboard.insertText('\n  second\nthird');
    await page.keyboard.type('!');
    await expect.poll(() => textOf(page)).toEqual(['first\n  second\nthird!', 'after']);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await textOf(page))[0]).toBe('first');
  });

  const session = await page.context().newCDPSession(page);
  await test.step('an input method composes text that appears once, and choosing it doesn’t choose a block', async () => {
    await openEditor(page, harness);
    await text.locator('p').click();
    for (const part of ['k', 'か', 'かん', 'かんじ', '漢字']) await compose(session, part);
    await expect(text.locator('p')).toHaveText('漢字');
    await session.send('Input.insertText', { text: '漢字' });
    await page.keyboard.type(' **b**');
    await expectBlocks(page, ['paragraph(漢字 bold:b)']);
  });

  await test.step('it isn’t disturbed in the title: forbidden characters are removed when the composition ends', async () => {
    await openEditor(page, harness, [words('Text')], '?title=A');
    const title = text.getByRole('heading', { level: 1 });
    const shown = () => title.evaluate((element) => element.textContent);
    await title.click();
    await page.keyboard.press('End');
    await compose(session, 'か');
    await compose(session, 'か\tん');
    expect(await shown()).toBe('Aか\tん');
    await compose(session, 'か\tんじ');
    expect(await shown()).toBe('Aか\tんじ');
    await session.send('Input.insertText', { text: 'か\tんじ' });
    await expect.poll(() => savedTitle(page)).toBe('Aかんじ');
  });
});
