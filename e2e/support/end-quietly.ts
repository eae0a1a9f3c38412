import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/**
 * Makes every context of a browser remove its routes before it is closed. Otherwise a handler that was about to answer one of its requests
 * would fail the next test.
 */
export function endQuietly(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options?: BrowserContextOptions) => {
    const context = await newContext(options);
    const close = context.close.bind(context);
    context.close = async (reason) => {
      await letGo(context);
      await close(reason);
    };
    return context;
  };
}

async function letGo(context: BrowserContext): Promise<void> {
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
}
