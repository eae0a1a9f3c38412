import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { DemoRole } from '@newline/db/demo/people';
import { demoPerson, expect, signIn } from './journey.ts';

/** The editor of a page of the studio, which is called after what is written in it. */
export function textOf(page: Page, name: 'Article' | 'Lesson' | 'Chapter'): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** Waits until the editor answers to keys. */
export async function waitForEditor(page: Page, name: 'Article' | 'Lesson' | 'Chapter'): Promise<void> {
  await expect(textOf(page, name)).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Writes at the end of the text, in a new paragraph. */
export async function writeAtEnd(text: Locator, words: string): Promise<void> {
  await text.click();
  const { keyboard } = text.page();
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.insertText(words);
}

export function expectSaved(page: Page): Promise<void> {
  return expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
}

/** Another browser, in which somebody of the demo is signed in. */
export async function browserOf(browser: Browser, baseURL: string | undefined, role: DemoRole): Promise<BrowserContext> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await signIn(page, demoPerson(role));
  await page.close();
  return context;
}
