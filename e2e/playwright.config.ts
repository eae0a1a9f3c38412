import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** As `npm test` chooses: the browser that is named, else Debian's without a window, else Debian's whole one, else Playwright's own. */
const chromium = process.env.CHROME_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** What differs on a phone: layout, menus, touch, dialogs. The full run takes all there that a phone can do. */
const onPhone = process.env.NEWLINE_TEST_FULL ? { grepInvert: /@desk\b/ } : { grep: /@phone\b/ };

/** What is there only on a screen that is touched. */
const byTouch = /@touch\b/;

/** Specs with a site of their own, which they stop and kill; once is enough for them. */
const ownSite = /alone\.spec\.ts$/;

/**
 * Browser journeys on one site with the demo, which global-setup starts on a free port (or on the one that E2E_ORIGIN names),
 * at the width of a desk and of a small phone.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // A browser waits as much as it works: two cores have room for three.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Limits against hanging, wide enough for a machine that compiles something else meanwhile; none of them is a figure to be met.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalTimeout: 60 * 60_000,
  // What passes only on a later try is named by `npm test`, and fails it when it is more than a few: docs/testing.md.
  retries: 2,
  use: {
    // Set by global-setup before the workers read this.
    ...(process.env.E2E_ORIGIN && { baseURL: process.env.E2E_ORIGIN }),
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // What cannot be pressed fails within its test, which else would wait for its whole time.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every test costs a quarter of the time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1280, height: 860 } }, testIgnore: ownSite, grepInvert: byTouch },
    { name: 'phone', use: { viewport: { width: 320, height: 640 }, hasTouch: true }, testIgnore: ownSite, ...onPhone },
    { name: 'own site', use: { viewport: { width: 1280, height: 860 } }, testMatch: ownSite },
  ],
});
