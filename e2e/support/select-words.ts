import type { Page } from '@playwright/test';

/** Returns the edges of the nth occurrence of a text, in the window. */
export function edgesOf(page: Page, words: string, nth = 1): Promise<{ left: number; right: number; y: number }> {
  return page.locator('.text.prose').evaluate(
    (text, { words, nth }) => {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
      const whole = nodes.map(({ data }) => data).join('');
      let at = -1;
      for (let count = 0; count < nth; count += 1) at = whole.indexOf(words, at + 1);
      const positionAt = (offset: number): [Text, number] => {
        let rest = offset;
        for (const node of nodes) {
          if (rest <= node.length) return [node, rest];
          rest -= node.length;
        }
        throw new Error(`edgesOf: expected ${words}`);
      };
      const range = document.createRange();
      range.setStart(...positionAt(at));
      range.setEnd(...positionAt(at + words.length));
      range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      const box = range.getBoundingClientRect();
      return { left: box.left, right: box.right, y: box.top + box.height / 2 };
    },
    { words, nth },
  );
}

/** Selects text like a screen reader, caret browsing or a long press: without a mouse. */
export async function selectWords(page: Page, words: string, nth = 1): Promise<void> {
  const { left, right, y } = await edgesOf(page, words, nth);
  await page.evaluate(
    ({ left, right, y }) => {
      const from = document.caretPositionFromPoint(left + 1, y);
      const to = document.caretPositionFromPoint(right - 1, y);
      if (from && to) getSelection()?.setBaseAndExtent(from.offsetNode, from.offset, to.offsetNode, to.offset);
    },
    { left, right, y },
  );
}
