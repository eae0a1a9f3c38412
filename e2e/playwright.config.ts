import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { useTemporaryFolder } from '../bin/testing/temporary-folder.mjs';

useTemporaryFolder();

/** The browser that `npm test` chooses: the one in CHROME_PATH, Debian's headless shell, Debian's Chromium, or Playwright's own. */
const chromium = process.env.CHROME_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** Tests of what differs on a phone: layout, menus, touch, dialogs. The full run includes everything that a phone can do. */
const onPhone = process.env.NEWLINE_TEST_FULL ? { grepInvert: /@desk\b/ } : { grep: /@phone\b/ };

/** Tests of features that exist only on a touch screen. */
const byTouch = /@touch\b/;

/** Specs with a site of their own, which they stop and kill; one run is enough for them. */
const ownSite = /alone\.spec\.ts$/;

/**
 * Browser journeys on one site with the demo, which global-setup starts on a free port (or on the one in E2E_ORIGIN), at the width of a
 * desktop and of a small phone.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // A browser waits as much as it works, so two cores have room for three.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Timeouts against hanging, long enough for a machine that also compiles something; none of them is a performance goal.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalTimeout: 60 * 60_000,
  // `npm test` lists what passes only in a retry, and fails if that is more than a few: docs/testing.md.
  retries: 2,
  use: {
    // global-setup sets this before the workers read it.
    ...(process.env.E2E_ORIGIN && { baseURL: process.env.E2E_ORIGIN }),
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    // An element that can't be pressed fails before the test's own timeout.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every test would take a quarter more time.
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
    // The longest tests come first, so that no worker waits for them at the end.
    { name: 'own site', use: { viewport: { width: 1280, height: 860 } }, testMatch: ownSite },
    { name: 'desk', use: { viewport: { width: 1280, height: 860 } }, testIgnore: ownSite, grepInvert: byTouch },
    { name: 'phone', use: { viewport: { width: 320, height: 640 }, hasTouch: true }, testIgnore: ownSite, ...onPhone },
  ],
});
