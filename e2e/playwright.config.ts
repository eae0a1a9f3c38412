import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromium = process.env.CHROME_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined);

/** Specs with a site of their own, which they stop and kill; once is enough for them. */
const ownSite = /(?:reliability|offline|alone)\.spec\.ts$/;

/**
 * Browser journeys on one site with the demo, which global-setup starts on a free port (or on the one that E2E_ORIGIN names),
 * at the width of a desk and of a small phone.
 */
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Set by global-setup before the workers read this.
    ...(process.env.E2E_ORIGIN && { baseURL: process.env.E2E_ORIGIN }),
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    trace: 'retain-on-failure',
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
    { name: 'desk', use: { viewport: { width: 1280, height: 860 } }, testIgnore: ownSite },
    { name: 'phone', use: { viewport: { width: 320, height: 640 }, hasTouch: true }, testIgnore: ownSite },
    { name: 'own site', use: { viewport: { width: 1280, height: 860 } }, testMatch: ownSite },
  ],
});
