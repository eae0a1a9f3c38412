import type { Page } from '@playwright/test';

/** Blocks every script that the page requests from now on, until they are released. */
export async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.fallback();
  });
  return { release: resolve };
}
