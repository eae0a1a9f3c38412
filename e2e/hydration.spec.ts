import type { Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { signInAt } from './support/api-client.ts';
import { crawlPages } from './support/crawl-pages.ts';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { kinds } from './support/visits.ts';

const readers: readonly { who: string; role: DemoRole | null }[] = [
  { who: 'a visitor', role: null },
  { who: 'a learner', role: 'learner' },
  { who: 'a learner with Pro', role: 'proLearner' },
  { who: 'an author', role: 'author' },
  { who: 'an administrator', role: 'admin' },
];

/** The pages that are sent from a copy, of which `npm test` looks at each; the full run looks at every kind of page. */
const copied: ReadonlySet<string> = new Set([
  '/courses/:slug',
  '/courses/:slug/:lesson',
  '/books/:slug',
  '/books/:slug/:lesson',
  '/articles/:slug',
  '/discussions/:id',
]);
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
const wanted = isFullRun ? kinds : kinds.filter(({ pattern }) => copied.has(pattern) || pattern === '/discussions');
const fixed = wanted.map(({ pattern }) => pattern.replace(/\/:\w+\?/, '')).filter((pattern) => !/[:*]/.test(pattern));
const from = [
  ...fixed,
  '/courses/types-that-tell-the-truth',
  '/books/postgres-slowly',
  '/articles/the-retry-budget',
  ...(isFullRun ? ['/no/such/page', '/search?q=type', '/clips', '/@bram'] : []),
];

/** Previews that are shown in a frame, where scripts don't run. */
const refusedInPreview = /^Blocked script execution in 'about:srcdoc'/;

/** Records errors and warnings, among them React's about HTML that isn't what it would have rendered. */
function watchConsole(page: Page): string[] {
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !refusedInPreview.test(message.text())) said.push(message.text());
  });
  return said;
}

for (const { who, role } of readers)
  test(`for ${who}, React takes over every kind of page without an error or a warning @SITE-05`, { tag: '@desk' }, async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    // A hundred pages take minutes on a busy machine.
    test.setTimeout(isFullRun ? 900_000 : 180_000);
    const origin = baseURL ?? '';
    const person = role && demoPerson(role);
    const cookie = person && (await signInAt(origin, person)).cookie;
    const sent = await crawlPages({ origin, kinds: wanted, from, cookie, each: 1 });
    const addresses = new Map(sent.map(({ kind, status, address }) => [`${kind} ${status}`, address]));
    if (person) await signIn(page, person);
    // What a browser says about an answer that isn't 200.
    const notOk = /^Failed to load resource: the server responded with a status of 404/;
    expectedErrors.push(notOk);
    const said = watchConsole(page);
    for (const [kind, address] of addresses)
      await test.step(address, async () => {
        said.length = 0;
        await page.goto(address);
        expect(
          said.filter((text) => !notOk.test(text)),
          kind,
        ).toEqual([]);
      });
    expect([...copied].filter((pattern) => !addresses.has(`${pattern} 200`))).toEqual([]);
    expect(addresses.size).toBeGreaterThanOrEqual(isFullRun ? 30 : copied.size);
  });

test('an element that isn’t what React would have rendered is reported', { tag: '@desk' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/./);
  const said = watchConsole(page);
  await page.route('/courses', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/<h1([^>]*)>/, '<h1$1><i>another</i>') });
  });
  await page.goto('/courses');
  await expect.poll(() => said.length).toBeGreaterThan(0);
});
