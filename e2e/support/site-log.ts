import { appendFileSync, closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** Returns the folder with the output of all sites of the run, a file for each port; undefined outside of a run. */
const folder = () => process.env.E2E_SITE_LOGS;

/** Stores a site's output, so that a test in any process can read it. */
export function keepSaid(port: number, text: string): void {
  const into = folder();
  if (into !== undefined) appendFileSync(join(into, `${port}.log`), text);
}

/** Returns how much each site has printed by now, by its file. */
function saidUntilNow(): Map<string, number> {
  const from = folder();
  return new Map(from === undefined ? [] : readdirSync(from).map((name) => [join(from, name), statSync(join(from, name)).size]));
}

/** Returns what each site has printed since. */
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

/** Attaches what the sites printed during a failed test: `npm test` prints it with the failure. */
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
