import { appendFileSync, closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** What all sites of the run print, a file for each port; undefined outside of a run. */
const folder = () => process.env.E2E_SITE_LOGS;

/** Keeps what a site printed, so that a test of any process can tell what its site said. */
export function keepSaid(port: number, text: string): void {
  const into = folder();
  if (into !== undefined) appendFileSync(join(into, `${port}.log`), text);
}

/** How much every site has said by now, by its file. */
function saidUntilNow(): Map<string, number> {
  const from = folder();
  return new Map(from === undefined ? [] : readdirSync(from).map((name) => [join(from, name), statSync(join(from, name)).size]));
}

/** What every site has said since. */
function saidSince(before: ReadonlyMap<string, number>): string {
  return [...saidUntilNow()]
    .map(([file, size]) => {
      const start = before.get(file) ?? 0;
      const bytes = Buffer.alloc(size - start);
      const handle = openSync(file, 'r');
      readSync(handle, bytes, 0, bytes.length, start);
      closeSync(handle);
      return bytes.toString();
    })
    .join('')
    .trim();
}

/** Attaches what the sites said during a test that failed: `npm test` prints it with the failure. */
export const test = base.extend<{ siteLog: void }>({
  siteLog: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use, testInfo) => {
      const before = saidUntilNow();
      await use();
      const said = testInfo.status === testInfo.expectedStatus ? '' : saidSince(before);
      if (said !== '') await testInfo.attach('site log', { body: said, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});
