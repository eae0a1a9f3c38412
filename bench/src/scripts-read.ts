import type { Browser } from 'playwright-core';

/**
 * Opens a page with an empty cache, scrolls to its end, and returns the bytes of its scripts on the wire, and of the workers and WebAssembly
 * that it loads without being pressed.
 */
export async function scriptsRead(browser: Browser, url: string, cookie: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    await context.setExtraHTTPHeaders({ cookie });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    devTools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript|wasm|octet-stream/.test(response.mimeType)) scripts.add(requestId);
    });
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await devTools.send('Network.enable');
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.keyboard.press('End');
    await page.waitForLoadState('networkidle');
    return bytes;
  } finally {
    await context.close();
  }
}
