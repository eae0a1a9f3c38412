import type { Locator, Page } from '@playwright/test';
import { type EditorHarness, startEditorHarness } from './editor-harness/start-harness.ts';
import { expect, test as base } from './journey.ts';

interface Workers {
  /** The page with an editor, built and served once for all tests of a worker. */
  readonly editorHarness: EditorHarness;
}

/** A journey on a page with only an editor. */
export const test = base.extend<{ harness: EditorHarness }, Workers>({
  editorHarness: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const harness = await startEditorHarness();
      await use(harness);
      await harness.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  harness: async ({ editorHarness }, use) => {
    editorHarness.reset();
    await use(editorHarness);
  },
});

/** A node of a document, loosely typed, as tests inspect it. */
export interface SavedNode {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly SavedNode[];
  readonly text?: string;
  readonly marks?: readonly SavedNode[];
}

/**
 * Opens an editor with these blocks (one empty line by default) and returns its text. In an open page it replaces the previous editor,
 * which takes a fraction of the time of opening a page; scripts loaded before stay loaded.
 */
export async function openEditor(
  page: Page,
  harness: EditorHarness,
  blocks: readonly object[] = [],
  query: '' | `?${string}` = '',
): Promise<Locator> {
  const start = { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
  if (page.url().startsWith(harness.origin))
    await page.evaluate(([blocks, search]) => window.openText(blocks as Parameters<Window['openText']>[0], search), [
      start,
      query,
    ] as const);
  else await page.goto(`${harness.origin}/${query}#${encodeURIComponent(JSON.stringify(start))}`);
  return textWithMenus(page, query);
}

/** Returns the text of the open editor, once its menus, which are loaded after it, are there too. */
export async function textWithMenus(page: Page, query: string): Promise<Locator> {
  const text = page.getByRole('textbox', { name: query.includes('comment') ? 'Comment' : 'Article' });
  await text.waitFor();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  return text;
}

/** Returns a paragraph with text. */
export function words(text: string): object {
  return { type: 'paragraph', content: [{ type: 'text', text }] };
}

/** Returns the blocks that the editor would give its page now. */
export async function savedBlocks(page: Page): Promise<readonly SavedNode[]> {
  const document = await page.evaluate(() => window.flush()?.document);
  return (document as SavedNode | undefined)?.content ?? [];
}

/** Returns the title that the editor would give its page now. */
export function savedTitle(page: Page): Promise<string | undefined> {
  return page.evaluate(() => window.flush()?.title);
}

/** Expects the saved blocks, in short form. */
export async function expectBlocks(page: Page, blocks: readonly string[]): Promise<void> {
  await expect.poll(async () => (await savedBlocks(page)).map((block) => inShort(block))).toEqual(blocks);
}

/** Returns the first saved block of a type, at any depth. */
export async function savedBlock(page: Page, type: string): Promise<SavedNode | null> {
  const find = (nodes: readonly SavedNode[]): SavedNode | null => {
    for (const node of nodes) {
      const match = node.type === type ? node : find(node.content ?? []);
      if (match !== null) return match;
    }
    return null;
  };
  return find(await savedBlocks(page));
}

/** Returns a block in short form: its type, and its text with marks, as in `paragraph(a bold:b)`. */
export function inShort({ type, text, marks, content }: SavedNode): string {
  if (text !== undefined) return `${(marks ?? []).map((mark) => `${mark.type}:`).join('')}${text}`;
  return content === undefined ? type : `${type}(${content.map((child) => inShort(child)).join('')})`;
}

/** Opens the block menu at the caret and chooses the first result of a search. */
export async function insert(page: Page, sought: string, label: string): Promise<void> {
  await page.keyboard.type(`/${sought}`);
  await page.getByRole('option', { name: label, exact: true }).click();
}

/** Puts text on the clipboard and pastes it, like the system. */
export async function paste(page: Page, parts: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((entries) => {
    const data = new DataTransfer();
    for (const [type, value] of Object.entries(entries)) data.setData(type, value);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, parts);
}

/** Blocks the scripts whose URL matches, until they are released. */
export async function holdBack(page: Page, address: RegExp): Promise<{ isRequested: () => boolean; release: () => void }> {
  let isAsked = false;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => pathname.endsWith('.js') && address.test(pathname),
    async (route) => {
      isAsked = true;
      await released;
      await route.continue();
    },
  );
  return { isRequested: () => isAsked, release: resolve };
}
