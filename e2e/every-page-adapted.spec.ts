import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { type Reading, readingFaults } from './support/reading-faults.ts';
import { addressesOf, hasScripts, personOf, visits } from './support/visits.ts';

// What readers change about every kind of page: forced colors, the spacing of text, 400 % zoom, and paper. adapted.spec.ts looks at details.

/** The spacing that WCAG 1.4.12 asks for. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }';

/** Changes the page like a reader does. */
const change: Readonly<Record<Reading, (page: Page) => Promise<unknown>>> = {
  'forced colors': (page) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }),
  paper: (page) => page.emulateMedia({ media: 'print', forcedColors: 'none', colorScheme: 'dark' }),
  // 1280 × 1024 at 400 %.
  zoom: async (page) => {
    await page.emulateMedia({ media: null, colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 256 });
  },
  'text spacing': async (page) => {
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.addStyleTag({ content: spacing });
  },
};

for (const visit of visits) {
  const { who, what } = visit;
  test(`${who}: ${what}, readable in forced colors, on paper, at 400 % and with more space @SITE-10`, { tag: '@desk' }, async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    test.slow();
    if (who === 'visitor') expectedErrors.push(/404/);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    for (const address of (await addressesOf(visit, baseURL ?? '')).filter(hasScripts))
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1280, height: 860 });
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        // What is far below is laid out, too.
        await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
        for (const [reading, apply] of Object.entries(change) as [Reading, (page: Page) => Promise<unknown>][]) {
          await apply(page);
          expect.soft(await readingFaults(page, reading), `${address}: ${reading}`).toEqual([]);
          if (reading !== 'paper') await expectNoSidewaysScroll(page);
        }
        await page.emulateMedia({ media: null, forcedColors: null, colorScheme: null });
      });
  });
}
