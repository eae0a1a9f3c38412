import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** Milliseconds that a page may take before it is used as it stands: one whose scripts are held back on purpose never takes over. */
const longestMs = 5000;

/**
 * Makes `goto` and `reload` of every page of a browser end when the page has taken over from its HTML, as nobody presses anything in
 * the first tenth of a second: what is pressed before then goes the way that it goes without scripts, which has tests of its own.
 * A test that asks for less (`waitUntil`) gets that.
 */
export function waitForTakeOver(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await newContext(options);
    if (options?.javaScriptEnabled !== false) context.on('page', waitIn);
    return context;
  };
}

function waitIn(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil === undefined) await takenOver(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await takenOver(page);
    return answer;
  };
}

/** A page of the site's own says when it is alive and knows its reader; other pages are what they are. */
async function takenOver(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !('__reactRouterContext' in window) || 'hydrated' in document.documentElement.dataset, null, {
      timeout: longestMs,
    })
    .catch(() => undefined);
}
