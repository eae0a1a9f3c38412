import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

/** The milliseconds after which a page is used unhydrated: one whose scripts are blocked on purpose never hydrates. */
const longestMs = 5000;

/**
 * Makes `goto` and `reload` of every page in a browser wait until the page has hydrated, because nobody clicks in the first tenth of a
 * second: an earlier click works as without scripts, which has tests of its own. A test that waits for less (`waitUntil`) gets that.
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

/** Waits until a page of the site reports that it has hydrated and knows its reader; other pages don't. */
async function takenOver(page: Page): Promise<void> {
  await page
    .waitForFunction(() => !('__reactRouterContext' in window) || 'hydrated' in document.documentElement.dataset, null, {
      timeout: longestMs,
    })
    .catch(() => undefined);
}
