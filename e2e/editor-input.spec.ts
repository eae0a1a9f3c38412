import type { CDPSession, Page } from '@playwright/test';
import { openEditor, savedBlocks, test, words } from './support/editor-journey.ts';
import { expect, expectAccessible } from './support/journey.ts';

const textOf = async (page: Page) => (await savedBlocks(page)).map(({ content }) => (content ?? []).map(({ text }) => text ?? '').join(''));

test('@EDIT-10 a multi-line text box with a name, for machines too', async ({ page, harness }) => {
  for (const [query, name] of [
    ['', 'Article'],
    ['&kind=comment', 'Comment'],
  ] as const) {
    const text = await openEditor(page, harness, [words('What the planner believed')], query);
    await expect(text).toHaveAccessibleName(name);
    await expect(text).toHaveAttribute('aria-multiline', 'true');
    await text.locator('p').click();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+b');
    await expect(text.locator('p strong')).toHaveText('What the planner believed');
  }
});

// The browser tells of a moved caret in a later task; here everything happens in one, as for keys typed ahead on a busy machine.
test.describe('a caret that the browser has moved and not yet told of', { tag: '@desk' }, () => {
  /** Puts the caret before a character of the first line and sends the event in the same task. */
  const moveAndSend = (page: Page, offset: number, what: 'Enter' | 'paste') =>
    page.evaluate(
      ({ at, sent }) => {
        const line = document.querySelector('[role=textbox] p');
        if (line?.firstChild == null) throw new Error('expected a line with words');
        getSelection()?.collapse(line.firstChild, at);
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'XY');
        const all = { bubbles: true, cancelable: true };
        line.dispatchEvent(
          sent === 'paste'
            ? new ClipboardEvent('paste', { ...all, clipboardData })
            : new KeyboardEvent('keydown', { ...all, key: 'Enter', code: 'Enter', keyCode: 13 }),
        );
      },
      { at: offset, sent: what },
    );

  test('@EDIT-09 Enter splits the line where the caret is', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('abcdef')]);
    await text.locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(() => textOf(page)).toEqual(['abcdef!']);
    await moveAndSend(page, 3, 'Enter');
    await expect.poll(() => textOf(page)).toEqual(['abc', 'def!']);
  });

  test('@EDIT-09 what is pasted stands where the caret is', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('abcdef')]);
    await text.locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(() => textOf(page)).toEqual(['abcdef!']);
    await moveAndSend(page, 3, 'paste');
    await expect.poll(() => textOf(page)).toEqual(['abcXYdef!']);
  });
});

test('@EDIT-05 text of several lines that a keyboard commits at once keeps them in code', { tag: '@desk' }, async ({ page, harness }) => {
  const code = (text: string) => ({ type: 'codeBlock', content: [{ type: 'text', text }] });
  const text = await openEditor(page, harness, [code('first'), words('after')]);
  await text.locator('code').click();
  await page.keyboard.press('End');
  await page.keyboard.insertText('\n  second\nthird');
  await page.keyboard.type('!');
  await expect.poll(() => textOf(page)).toEqual(['first\n  second\nthird!', 'after']);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await textOf(page))[0]).toBe('first');
});

test.describe('an input method', { tag: '@desk' }, () => {
  const compose = (session: CDPSession, text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

  test('@EDIT-09 composes words that stand once, and chooses them without choosing a block', async ({ page, harness }) => {
    const text = await openEditor(page, harness);
    const session = await page.context().newCDPSession(page);
    await text.locator('p').click();
    for (const part of ['k', 'か', 'かん', 'かんじ', '漢字']) await compose(session, part);
    await expect(text.locator('p')).toHaveText('漢字');
    await session.send('Input.insertText', { text: '漢字' });
    await page.keyboard.type(' **b**');
    await expect.poll(() => textOf(page)).toEqual(['漢字 b']);
  });

  test('@EDIT-09 is not disturbed in the title: what may not stand there goes when the words are chosen', async ({ page, harness }) => {
    const text = await openEditor(page, harness, [words('Text')], '&title=A');
    const session = await page.context().newCDPSession(page);
    const title = text.getByRole('heading', { level: 1 });
    await title.click();
    await page.keyboard.press('End');
    await compose(session, 'か');
    await compose(session, 'か\tん');
    expect(await title.evaluate((element) => element.textContent)).toBe('Aか\tん');
    await compose(session, 'か\tんじ');
    expect(await title.evaluate((element) => element.textContent)).toBe('Aか\tんじ');
    await session.send('Input.insertText', { text: 'か\tんじ' });
    await expect.poll(() => page.evaluate(() => window.saved?.title)).toBe('Aかんじ');
  });
});
