import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

type Written = 'Article' | 'Lesson' | 'Chapter' | 'Page';

/** Returns the editor of a page in the studio, which has the name of what is written in it. */
export function textOf(page: Page, name: Written): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** Waits until the editor reacts to keys: its text is there, and the file field of its menus, which are loaded after it. */
export async function waitForEditor(page: Page, name: Written): Promise<void> {
  await expect(textOf(page, name)).toBeVisible();
  await page.locator('.editor-surface input[type=file]').waitFor({ state: 'attached' });
}

/** Writes a new paragraph at the end of the text. */
export async function writeAtEnd(text: Locator, words: string): Promise<void> {
  await text.click();
  const { keyboard } = text.page();
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.insertText(words);
}

/** Switches to another window, as far as the page can tell: it saves changes immediately instead of when typing pauses. */
export async function leaveWindow(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('blur')));
}

/** Does something with the text, and waits until the site has saved a version with this text. */
export async function saveWith(page: Page, words: string, perform: () => Promise<unknown>): Promise<void> {
  const taken = page.waitForResponse(
    (response) => response.url().endsWith('/graphql') && (response.request().postData() ?? '').includes(words),
  );
  await perform();
  await leaveWindow(page);
  await taken;
  await expectSaved(page);
}

/** Writes at the end of the text, and waits until that is saved. */
export function writeAndSave(text: Locator, words: string): Promise<void> {
  return saveWith(text.page(), words, () => writeAtEnd(text, words));
}

export function expectSaved(page: Page): Promise<void> {
  return expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
}
