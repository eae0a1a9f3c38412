import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore, { type RunOnly, type RunOptions } from 'axe-core';

/** A rule of axe that a page violates, with the selectors of the elements that do. */
type Violation = { id: string; at: string[] };
type Axe = typeof axeCore;

/** The tags of axe's rules that test the success criteria of WCAG 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects that axe finds nothing on the page in its current state. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: [...wcag, 'best-practice'] });
}

/** Expects that axe finds nothing on the page with a menu open, which is in no landmark: it's at the end of the page, as a dialog is. */
export async function expectAccessibleWithMenu(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: [...wcag, 'best-practice'] }, { region: { enabled: false } });
}

/** Expects that axe finds nothing in an email, which is a part of the mail program's page: that one has the landmarks. */
export async function expectAccessibleEmail(page: Page): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: wcag });
}

/** Expects that axe finds nothing in the light theme, nor in the dark one, where only the colors differ; leaves the page light. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
}

async function expectNoViolations(page: Page, runOnly: RunOnly, rules: RunOptions['rules'] = {}): Promise<void> {
  await settle(page);
  const violations = (await hasFramesWithScripts(page))
    ? await violationsWithFrames(page, { runOnly, rules })
    : await violationsOfDocument(page, { runOnly, rules });
  expect(violations).toEqual([]);
}

/** Waits until transitions are over: during one, colors belong to neither theme, and what appears or disappears is pale. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  );
}

/** The ends of an open menu: they pass the focus on as soon as they get it. */
const focusGuards = '[data-base-ui-focus-guard]';

const withoutScripts = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

async function hasFramesWithScripts(page: Page): Promise<boolean> {
  return (await page.locator(`iframe:not(${withoutScripts})`).count()) > 0;
}

/**
 * Runs axe in the page alone. Checking frames opens another page to collect their findings, which takes three times as long, and a frame
 * without scripts never answers.
 */
async function violationsOfDocument(page: Page, chosen: RunOptions): Promise<Violation[]> {
  // Half a megabyte of rules, which a page that was checked before already has.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const options: RunOptions = { ...chosen, resultTypes: ['violations'], iframes: false };
  return page.evaluate(
    async ([runOptions, guards]) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run({ include: document, exclude: guards }, runOptions);
      return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }));
    },
    [options, focusGuards] as const,
  );
}

async function violationsWithFrames(page: Page, chosen: RunOptions): Promise<Violation[]> {
  const axe = new AxeBuilder({ page })
    .options({ ...chosen, resultTypes: ['violations'] })
    .exclude(withoutScripts)
    .exclude(focusGuards);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }));
}
