import type { Page } from '@playwright/test';

/** Holds back every script that the page asks for from now on, until they are let go. */
export async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.fallback();
  });
  return { release: resolve };
}
