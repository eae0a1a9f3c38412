import type { Page } from '@playwright/test';
import { siteOrganization } from '@newline/api/rules/site/organization';
import { demoProfiles } from '../db/demo/src/load-site.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { addressesOf, hasScripts, kindOf, kinds, madeElsewhere, personOf, visits, withoutPart } from './support/visits.ts';

/** `npm test` checks the dark theme at the width of a desktop and the light one at that of a phone; the full run checks both at both. */
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

test('every kind of page is visited @SITE-10', { tag: '@desk' }, () => {
  const looked = new Set(visits.flatMap(({ pages, reached = [] }) => [...pages.map(kindOf), ...reached.map(withoutPart)]));
  expect(kinds.map(({ pattern }) => pattern).filter((pattern) => !looked.has(pattern))).toEqual(madeElsewhere);
});

for (const visit of visits) {
  const { who, what } = visit;
  test(`${who}: ${what}, without errors at every width, in both themes, and with no axe violations @SITE-03 @SITE-10`, {
    tag: '@desk',
  }, async ({ page, baseURL, expectedErrors }) => {
    test.slow();
    if (who === 'visitor') expectedErrors.push(/404/);
    const person = personOf(visit);
    if (person) await signIn(page, person);
    for (const address of await addressesOf(visit, baseURL ?? ''))
      await test.step(address, () => expectWhole(page, address, person?.name ?? null));
  });
}

/** Expects a page to be complete on a desktop, a tablet and a phone. One load serves all of them, as when a user rotates the screen. */
async function expectWhole(page: Page, address: string, name: string | null): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 860 });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(address === '/no/such/page' ? 404 : 200);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const account = page.getByRole('button', { name: name === null ? /^Account of/ : `Account of ${name}` });
  await expect(account).toHaveCount(name === null || !hasScripts(address) ? 0 : 1);
  await expectOrganization(page);
  await expectNoSidewaysScroll(page);
  await expectAccessibleIn(page, isFullRun ? ['light', 'dark'] : ['dark']);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleIn(page, isFullRun ? ['dark', 'light'] : ['light']);
}

/** Expects that axe finds nothing in these themes. Each run takes about as long as loading the page. */
async function expectAccessibleIn(page: Page, themes: readonly ('light' | 'dark')[]): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** Expects the page to name its publisher. */
async function expectOrganization(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const { name, logo, url } = siteOrganization();
  const written = page.locator('script[type="application/ld+json"]#organization');
  await expect(written).toBeAttached();
  expect(JSON.parse((await written.textContent()) ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    logo: new URL(logo, origin).href,
    url: url ?? origin,
    sameAs: demoProfiles.map((profile) => profile.url),
  });
}
