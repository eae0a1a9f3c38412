import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

/** Holds the scripts that a page imports only for its lazily loaded parts, until they are released. */
async function holdLazyScripts(page: Page, path: string): Promise<{ held: string[]; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const written = await (await page.request.get(path)).text();
  const held: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    // The document names the others, to preload them.
    if (!written.includes(pathname)) {
      held.push(pathname);
      await promise;
    }
    await route.fallback();
  });
  return { held, release: resolve };
}

/** Records from the page's first moment how far its content moves, and what of the server's document is removed from it. */
async function recordChanges(page: Page): Promise<() => Promise<{ removed: string[]; hundredths: number }>> {
  await page.addInitScript(() => {
    const removed: string[] = [];
    let moved = 0;
    Object.assign(window, { changesOfPage: () => ({ removed, moved }) });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { value: number; sources: readonly { node: Node | null }[] };
      // The header changes when its reader is known.
      for (const { value, sources } of list.getEntries() as Shift[])
        if (sources.some(({ node }) => node?.isConnected === false || document.querySelector('main')?.contains(node))) moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('DOMContentLoaded', () => {
      const main = document.querySelector('main');
      if (main === null) throw new Error('Expected a main element in the document, got none');
      new MutationObserver((records) => {
        for (const { removedNodes } of records)
          for (const node of removedNodes)
            if (node instanceof Element && !node.isConnected) removed.push(`${node.localName}: ${node.textContent.slice(0, 40)}`);
      }).observe(main, { childList: true, subtree: true });
    });
  });
  return async () => {
    const { removed, moved } = await page.evaluate(() =>
      (window as unknown as { changesOfPage: () => { removed: string[]; moved: number } }).changesOfPage(),
    );
    // Letters move by less when their font arrives.
    return { removed, hundredths: Math.round(moved * 100) };
  };
}

/** True once React has taken over the element. */
const isTakenOver = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactFiber'));

for (const { what, path, part, errors } of [
  { what: 'the live event of the home page', path: '/', part: '#event', errors: [] },
  { what: 'a page that does not exist', path: '/courses/no-such-course', part: 'h1', errors: [/404/] },
])
  for (const who of ['visitor', 'learner'] as const)
    for (const width of [360, 1280])
      test(`${what} stays where the server put it while its code is loading, for a ${who} at ${width} px @HOME-01 @SITE-02`, {
        tag: '@desk',
      }, async ({ page, people, expectedErrors }) => {
        expectedErrors.push(...errors);
        await page.setViewportSize({ width, height: 740 });
        if (who === 'learner') await people.enter('learner');
        // On the first visit, fonts arrive, and the browser learns that its user has an account.
        await page.goto(path);
        await expect(page.locator('html[data-hydrated]')).toBeAttached();
        const lazy = await holdLazyScripts(page, path);
        const changes = await recordChanges(page);
        await page.goto(path);
        // Its reader is known now, so the header has changed.
        await expect(page.locator('html[data-hydrated]')).toBeAttached();
        await expect.poll(() => lazy.held.length).toBeGreaterThan(0);
        const shown = page.locator(`main ${part}`);
        await expect(shown).toBeVisible();
        expect(await changes()).toEqual({ removed: [], hundredths: 0 });
        lazy.release();
        await expect.poll(() => shown.evaluate(isTakenOver)).toBe(true);
        expect(await changes()).toEqual({ removed: [], hundredths: 0 });
      });
