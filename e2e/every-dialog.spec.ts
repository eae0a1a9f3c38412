import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleWithMenu, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { type Opening, openings } from './support/openings.ts';
import { openFaults } from './support/open-faults.ts';
import { readingFaults } from './support/reading-faults.ts';
import { addressesOf, personOf, type Visit, visits } from './support/visits.ts';

/**
 * `npm test` opens everything once, on a phone and in the dark theme, and on a desktop only what a phone doesn't have. The full run opens
 * everything at both widths, in both themes.
 */
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

const themes: readonly ('light' | 'dark')[] = isFullRun ? ['light', 'dark'] : ['dark'];
const sizes = [
  { device: 'desk', width: 1280, height: 860 },
  { device: 'phone', width: 360, height: 740 },
] as const;

const isOpenedOn = (device: 'desk' | 'phone', { only }: Opening) => (only ?? (isFullRun ? device : 'phone')) === device;

/** Whether this visit is the one that an opening is part of. */
const isOf =
  (visit: Visit) =>
  ({ who, at }: Opening) =>
    visitOf(who, at) === visit;

function visitOf(who: Visit['who'], at: string): Visit | undefined {
  return visits.find((visit) => visit.who === who && [...visit.pages, ...(visit.reached ?? [])].includes(at));
}

test('every opening is on a page that is visited @SITE-10', { tag: '@desk' }, () => {
  expect(openings.filter(({ who, at }) => visitOf(who, at) === undefined)).toEqual([]);
});

for (const visit of visits)
  for (const { device, width, height } of sizes) {
    const ofVisit = openings.filter(isOf(visit)).filter((opening) => isOpenedOn(device, opening));
    if (ofVisit.length === 0) continue;
    test(`${visit.who}: ${visit.what}, each dialog and menu by keyboard at ${width} px: whole, readable, with no axe violations @SITE-10`, {
      tag: '@desk',
    }, async ({ page, baseURL }) => {
      test.slow();
      await page.setViewportSize({ width, height });
      const person = personOf(visit);
      if (person) await signIn(page, person);
      const addresses = await addressesOf(visit, baseURL ?? '');
      const all = [...visit.pages, ...(visit.reached ?? [])];
      let shown = '';
      for (const { at, press, file } of ofVisit)
        await test.step(`${at}: ${press.join(', ')}`, async () => {
          if (shown !== at) {
            await page.goto(addresses[all.indexOf(at)] ?? at);
            await expect(page.locator('html[data-hydrated]')).toBeAttached();
            shown = at;
          }
          for (const [index, name] of press.entries()) await (index === 0 ? pressNamed(page, name) : chooseItem(page, name));
          const open = page.locator(anythingOpen).last();
          await expectFocusWithin(page, open);
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            const isMenu = (await open.getAttribute('role')) === 'menu';
            await (isMenu ? expectAccessibleWithMenu(page) : expectAccessible(page));
          }
          await expectNoSidewaysScroll(page);
          expect.soft(await openFaults(open), `${file} at ${width} px`).toEqual([]);
          // A menu lies on the text of the page.
          const isDialog = await open.evaluate((element) => element.matches('[role=dialog], dialog'));
          if (isDialog) expect.soft(await readingFaults(page, 'zoom'), `${file} at ${width} px`).toEqual([]);
          await close(page);
          await expect(named(page, press[0] ?? ''), `the focus returns from ${file}`).toBeFocused();
        });
    });
  }

const anythingOpen = '[role=dialog], dialog[open], [role=menu], [popover]:popover-open';

/** These open something, and work as links until its code has loaded. */
const links: ReadonlySet<string | RegExp> = new Set(['Comments', 'Search everything']);

/** The first control with this name that a user sees: on the page, or in the menu that is open. */
function named(page: Page, name: string | RegExp, role: 'button' | 'menuitem' = 'button'): Locator {
  const called = typeof name === 'string' ? { name, exact: true } : { name };
  return page
    .getByRole(links.has(name) ? 'link' : role, called)
    .filter({ visible: true })
    .first();
}

/** Presses a control with Enter until something else is open. */
async function pressNamed(page: Page, name: string | RegExp): Promise<void> {
  const opened = page.locator(anythingOpen).filter({ visible: true });
  await expect(async () => {
    if ((await opened.count()) > 0) return;
    await named(page, name).focus({ timeout: 5000 });
    await page.keyboard.press('Enter');
    await expect(opened.last()).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 20_000 });
}

/** Goes to an item of the open menu with the arrow keys, and chooses it: something else opens. */
async function chooseItem(page: Page, name: string | RegExp): Promise<void> {
  const item = named(page, name, 'menuitem');
  await expect(async () => {
    if (!(await isFocused(item))) await page.keyboard.press('ArrowDown');
    expect(await isFocused(item)).toBe(true);
  }).toPass({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').filter({ visible: true })).toHaveCount(0);
  await expect(page.locator(anythingOpen).filter({ visible: true }).last()).toBeVisible();
}

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** Expects the focus in what is open. A popover is next to its button: the next stop is in it. */
async function expectFocusWithin(page: Page, open: Locator): Promise<void> {
  if (await open.evaluate((element) => element.hasAttribute('popover') && !element.contains(document.activeElement)))
    await page.keyboard.press('Tab');
  await expect.poll(() => open.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Closes what is open, from the top. */
async function close(page: Page): Promise<void> {
  await expect(async () => {
    if ((await page.locator(anythingOpen).count()) > 0) await page.keyboard.press('Escape');
    expect(await page.locator(anythingOpen).count()).toBe(0);
  }).toPass({ timeout: 20_000 });
}
