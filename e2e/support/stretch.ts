import type { Page } from '@playwright/test';

/**
 * Makes every label and every text of the page at least 40 % longer, as in German: each word of the page gets an end with umlauts, so that
 * words become longer, not only lines. Code, drawings, addresses and what a user is writing stay as they are.
 */
export async function stretch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const end = 'ungsgrößenänderungsüberprüfung';
    const longerWord = (word: string) => word + end.slice(0, Math.ceil(word.length / 2));
    const isAddress = (text: string) => /\S[@/_.]\S/.test(text);
    const longer = (text: string) => text.replace(/\S+/gu, (part) => (isAddress(part) ? part : part.replace(/\p{L}{3,}/gu, longerWord)));
    const unchanged = 'script, style, svg, pre, code, .katex, noscript, textarea, [contenteditable=true], [translate=no]';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && node.parentElement?.closest(unchanged) === null) node.data = longer(node.data);
    for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) field.placeholder = longer(field.placeholder);
  });
}
