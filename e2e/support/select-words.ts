import type { Page } from '@playwright/test';

/** Returns the edges of the nth occurrence of a text, in the window. */
export function edgesOf(page: Page, words: string, nth = 1): Promise<{ left: number; right: number; y: number }> {
  return findWords(page, { words, nth, isSelected: false });
}

/** Selects text like a screen reader, caret browsing or a long press: without a mouse. */
export async function selectWords(page: Page, words: string, nth = 1): Promise<void> {
  await findWords(page, { words, nth, isSelected: true });
}

type Options = { words: string; nth: number; isSelected: boolean };

/** Finds and selects in one step, because a style sheet or a font that arrives in between would move the words. */
function findWords(page: Page, options: Options): Promise<{ left: number; right: number; y: number }> {
  return page.locator('.text.prose').evaluate((text, { words, nth, isSelected }) => {
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
