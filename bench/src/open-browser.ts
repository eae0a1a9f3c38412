import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../api/src/features/book-export/find-chromium.ts';
import { ensureChromium } from '../../bin/ensure-chromium.mjs';

/** Starts the browser that measures, the same one as in the tests. It's installed first if there is none and that's allowed. */
export async function openBrowser(): Promise<Browser> {
  if (!(await ensureChromium((line) => console.error(line)))) throw new Error('There is no browser to measure with.');
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
}
