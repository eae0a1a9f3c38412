import AxeBuilder from '@axe-core/playwright';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { type DemoPerson, type DemoRole, demoPeople } from '@newline/db/demo/people';
import { testSecretKey } from './site-process.ts';

/** Fails a journey when a page of it threw, logged an error or broke its own content policy. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await use(page);
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

/** Somebody of the demo who can sign in. */
export function demoPerson(role: DemoRole): DemoPerson {
  const person = demoPeople(testSecretKey).find((candidate) => candidate.role === role);
  if (!person) throw new Error(`demoPerson: expected somebody of role ${role}, got nobody`);
  return person;
}

/** Signs in by the form and waits for the account's picture. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Opens the newest mail to an address in the site's own mailbox and gives the address of its first link. */
export async function linkInMail(browser: Browser, to: string, subject: RegExp): Promise<string> {
  const page = await browser.newPage();
  try {
    const line = page.getByRole('listitem').filter({ hasText: to }).filter({ hasText: subject }).first();
    await expect(async () => {
      await page.goto('/dev/mailbox');
      await expect(line).toBeVisible({ timeout: 500 });
    }).toPass();
    await line.getByRole('link').click();
    const href = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href');
    if (!href) throw new Error(`linkInMail: expected a link in the mail to ${to}, got none`);
    return href;
  } finally {
    await page.close();
  }
}

/** Expects that axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')) }))).toEqual([]);
}

/** Expects that the page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

export { expect };
