import type { Locator, Page } from '@playwright/test';

/** Returns the edges of the nth occurrence of words, in the window: in the text of the page, or in another element. */
export function edgesOf(page: Page, words: string, nth = 1, text = textOf(page)): Promise<{ left: number; right: number; y: number }> {
  return findWords(text, { words, nth, isSelected: false });
}

/** Selects text like a screen reader, caret browsing or a long press: without a mouse. */
export async function selectWords(page: Page, words: string, nth = 1): Promise<void> {
  await findWords(textOf(page), { words, nth, isSelected: true });
}

function textOf(page: Page): Locator {
  return page.locator('.text.prose');
}

type Options = { words: string; nth: number; isSelected: boolean };

/** Finds and selects in one step, because a style sheet or a font that arrives in between would move the words. */
function findWords(text: Locator, options: Options): Promise<{ left: number; right: number; y: number }> {
  return text.evaluate((text, { words, nth, isSelected }) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
    const whole = nodes.map(({ data }) => data).join('');
    let at = -1;
    for (let count = 0; count < nth; count += 1) at = whole.indexOf(words, at + 1);
    const positionAt = (offset: number, isStart: boolean): [Text, number] => {
      let rest = offset;
      for (const node of nodes) {
        if (rest < node.length || (rest === node.length && !isStart)) return [node, rest];
        rest -= node.length;
      }
      throw new Error(`findWords: expected ${words}`);
    };
    const range = document.createRange();
    range.setStart(...positionAt(at, true));
    range.setEnd(...positionAt(at + words.length, false));
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    const box = range.getBoundingClientRect();
    if (isSelected) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return { left: box.left, right: box.right, y: box.top + box.height / 2 };
  }, options);
}

/** Opens an article, and waits until the page reacts to selections. */
export async function openToSelect(page: Page, path: string): Promise<void> {
  const listening = page.waitForRequest((request) => request.url().includes('/events?'));
  await page.goto(path);
  await listening;
}
