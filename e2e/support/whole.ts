import { expect, type Page } from '@playwright/test';
import { readingFaults } from './reading-faults.ts';

/** Notes, without ending the test, what is cut, covered or wider than the window at the widths of a desktop and of a small phone. */
export async function expectWholeAtBothWidths(page: Page): Promise<void> {
  // What is far below is laid out, too.
  await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 860 });
    const faults = [...(await wideFaults(page)), ...(await readingFaults(page, 'zoom'))];
    expect.soft(faults, `${page.url()} at ${width} px`).toEqual([]);
  }
}

/** Returns the innermost elements that make the page wider than the window. */
async function wideFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth;
    if (excess <= 0) return [];
    const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5);
    const innermost = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
    const nameOf = (one: Element) =>
      `${one.parentElement?.className} > ${one.localName}.${one.className} “${one.textContent?.slice(0, 40)}”`;
    return [`${excess} px too wide`, ...innermost.slice(0, 8).map((one) => `wide: ${nameOf(one)}`)];
  });
}
