import { expect, signIn, test } from './support/journey.ts';
import { stretch } from './support/stretch.ts';
import { isFirstWith, personOf, scriptedAddressesOf, visits } from './support/visits.ts';
import { expectWholeAtBothWidths } from './support/whole.ts';

/** The full run takes every kind of page; `npm test` those with the most controls. */
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);
const few = new Set(['/pricing', '/clips', '/library', '/account', '/studio/analytics', '/admin/people']);

for (const visit of visits) {
  const chosen = isFullRun ? null : visit.pages.filter((address) => few.has(address) && isFirstWith(visit.who, address));
  if (chosen?.length === 0) continue;
  test(`${visit.who}: ${visit.what}, with labels as long as in German: nothing is cut or covered at 320 and 1280 px @SITE-10`, {
    tag: '@desk',
  }, async ({ page, baseURL, expectedErrors }) => {
    test.slow();
    // Parts that hydrate later find other texts than React rendered.
    expectedErrors.push(/404/, /Minified React error #418/);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    for (const address of chosen ?? (await scriptedAddressesOf(visit, baseURL ?? '')))
      await test.step(address, async () => {
        await page.setViewportSize({ width: 1280, height: 860 });
        await page.goto(address);
        await expect(page.locator('html[data-hydrated]')).toBeAttached();
        await stretch(page);
        await expectWholeAtBothWidths(page);
      });
  });
}
