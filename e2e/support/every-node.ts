import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { insert } from './editor-journey.ts';

const imageFile = fileURLToPath(new URL('../../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

/** A file on a code host; its text has a function `feed`. */
const remoteFile = 'https://github.com/acme/farm/blob/main/src/farm.js';

/** How each node is written: in a separate line with the node's name. */
export const writers: Readonly<Record<string, (page: Page, text: Locator) => Promise<void>>> = {
  paragraph: async (page) => {
    await page.keyboard.type('Words and');
    await page.keyboard.press('Shift+Enter');
    for (const [key, words] of [
      ['b', 'bold'],
      ['i', 'italic'],
      ['e', 'code'],
    ] as const) {
      await page.keyboard.press(`Control+${key}`);
      await page.keyboard.type(words);
      await page.keyboard.press(`Control+${key}`);
      await page.keyboard.type(' ');
    }
  },
  link: async (page, text) => {
    await page.keyboard.type('linked');
    await selectLine(page, text, 'linked');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Link URL').fill('https://example.org/far');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('link', { name: 'linked' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
  },
  footnote: async (page, text) => {
    await page.keyboard.type('noted');
    await page.keyboard.press('Control+Alt+f');
    await page.keyboard.type('The note to it.');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('button', { name: 'Footnote 1' })).toBeVisible();
  },
  heading: async (page) => {
    await insert(page, 'heading 2', 'Heading 2');
    await page.keyboard.type('A heading of it');
  },
  blockquote: async (page) => {
    await insert(page, 'quote', 'Quote');
    await page.keyboard.type('Words of another.');
  },
  bulletList: async (page) => {
    await insert(page, 'bulleted', 'Bulleted List');
    await page.keyboard.type('One point');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Another point');
  },
  orderedList: async (page) => {
    await insert(page, 'numbered', 'Numbered List');
    await page.keyboard.type('One step');
  },
  panel: async (page) => {
    await insert(page, 'warning', 'Callout: Warning');
    await page.keyboard.type('Mind the gap.');
  },
  summary: async (page) => {
    await insert(page, 'summary', 'Summary');
    await page.keyboard.type('Remember this.');
  },
  codeBlock: async (page, text) => {
    await insert(page, 'code', 'Code');
    await page.keyboard.type("const a = 'b';\nlet c = 1;");
    await text.getByLabel('Language').first().selectOption({ label: 'TypeScript' });
    await text.getByLabel('Highlighted lines').first().fill('2');
    await page.keyboard.press('Enter');
  },
  captioned: async (page, text) => {
    await insert(page, 'listing', 'Listing');
    await page.keyboard.type('let listed = 1;');
    await page.keyboard.press('Control+Shift+l');
    await page.keyboard.type('A listed line');
    await expect(text.locator('.captioned .caption__number')).toHaveText('Listing 1: ');
  },
  remoteCodeBlock: async (page, text) => {
    await insert(page, 'remote', 'Remote code');
    const form = page.getByRole('form', { name: 'Code from a repository' });
    await form.getByLabel('URL').fill(remoteFile);
    await form.getByLabel('Code query').fill('.feed');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(text).toContainText('export function feed');
  },
  image: async (page, text) => {
    const chooser = page.waitForEvent('filechooser');
    await insert(page, 'image', 'Image');
    await (await chooser).setFiles(imageFile);
    await expect(text.locator('figure img[src^="/media/a/"]')).toBeVisible();
    await text.locator('figure:not(.captioned) figcaption').click();
    await page.keyboard.type('Alt text');
  },
  embed: async (page, text) => {
    await insert(page, 'embed', 'Embed');
    await page.getByRole('form', { name: 'Embed' }).getByLabel('URL').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    await expect(text.locator('iframe[src^="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"]')).toBeAttached();
  },
  iframeEmbed: async (page) => {
    await insert(page, 'iframe', 'Iframe');
    const form = page.getByRole('form', { name: 'Iframe' });
    await form.getByLabel('URL').fill('https://www.desmos.com/calculator/abc');
    await form.getByLabel('Height').fill('400');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
  },
  ideEmbed: async (page) => {
    await insert(page, 'ide', 'IDE');
    const form = page.getByRole('form', { name: 'Project in an IDE' });
    await form.getByLabel('URL').fill('https://stackblitz.com/edit/planner');
    await form.getByLabel('Title').fill('The planner');
    await form.getByLabel('File').fill('src/estimate.ts');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
  },
  table: async (page, text) => {
    await insert(page, 'table', 'Table');
    for (const words of ['Column', 'Rows', 'Cost', 'email', '198', '0.4']) {
      await page.keyboard.type(words);
      await expect(text.locator('td, th', { hasText: words })).toHaveCount(1);
      await page.keyboard.press('Tab');
    }
  },
  math: async (page) => {
    await insert(page, 'math', 'Math');
    await page.keyboard.type('\\frac{a}{b}');
  },
  mermaid: async (page) => {
    await insert(page, 'diagram', 'Diagram');
    await page.keyboard.type('graph LR\n  table --> index');
  },
  mdx: async (page) => {
    await insert(page, 'mdx', 'MDX component');
    const form = page.getByRole('form', { name: 'MDX component' });
    await form.getByLabel('Component').selectOption('Steps');
    await form.getByLabel('Properties').fill('title=How it went');
    await form.getByRole('button', { name: 'Insert' }).click();
    await page.keyboard.type('Step by step.');
  },
  exercise: async (page, text) => {
    await insert(page, 'exercise', 'Exercise');
    await expect(text.getByText('Write the task here.')).toBeVisible();
  },
  horizontalRule: (page) => insert(page, 'divider', 'Divider'),
  protectedRepositoryLink: async (page, text) => {
    await insert(page, 'repo', 'Repository link');
    await page.getByLabel('Link text').fill('The code of it');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Link text')).toBeHidden();
    await expect(text).toContainText('The code of it');
  },
  paywallThreshold: (page) => insert(page, 'paywall', 'Paywall Threshold'),
};

/** How a reader recognizes each node: what is visible in the page's text, with or without scripts. */
export const readers: Readonly<Record<string, (text: Locator) => Locator>> = {
  paragraph: (text) => text.getByText('Words and'),
  hardBreak: (text) => text.locator('p:has(br)'),
  footnote: (text) => text.locator('.fnref', { hasText: '1' }),
  link: (text) => text.getByRole('link', { name: 'linked' }),
  bold: (text) => text.locator('strong', { hasText: 'bold' }),
  italic: (text) => text.locator('em', { hasText: 'italic' }),
  code: (text) => text.locator('p code', { hasText: 'code' }),
  heading: (text) => text.getByRole('heading', { name: 'A heading of it' }),
  blockquote: (text) => text.locator('blockquote', { hasText: 'Words of another.' }),
  bulletList: (text) => text.locator('ul > li', { hasText: 'Another point' }),
  orderedList: (text) => text.locator('ol > li', { hasText: 'One step' }),
  panel: (text) => text.locator('aside.note--warning', { hasText: 'Mind the gap.' }),
  summary: (text) => text.locator('section.summary', { hasText: 'Remember this.' }),
  codeBlock: (text) => text.locator('figure.code', { hasText: 'let c = 1;' }),
  captioned: (text) => text.locator('figure.captioned', { hasText: 'let listed = 1;' }),
  caption: (text) => text.locator('figure.captioned > figcaption', { hasText: 'Listing 1: A listed line' }),
  remoteCodeBlock: (text) => text.locator('.remote figure.code', { hasText: 'return rows.length;' }),
  remoteCodeHeader: (text) => text.locator('.remote__from a', { hasText: 'src/farm.js' }),
  image: (text) => text.locator('figure.fig', { hasText: 'Alt text' }).locator('img[width][height]'),
  // Frames are loaded when they are near; until then, and without scripts, they are links.
  embed: (text) => text.locator('a[href*="youtube"], iframe[src*="youtube-nocookie"]').first(),
  iframeEmbed: (text) => text.locator('a[href^="https://www.desmos.com/"], iframe[src^="https://www.desmos.com/"]').first(),
  ideEmbed: (text) => text.locator('a[href^="https://stackblitz.com/"], iframe[src^="https://stackblitz.com/"]').first(),
  table: (text) => text.getByRole('cell', { name: '198' }),
  tableHeader: (text) => text.getByRole('columnheader', { name: 'Cost' }),
  math: (text) => text.locator('math mfrac'),
  // Rendered by the server, or its source.
  mermaid: (text) => text.locator('figure.dia', { hasText: 'index' }),
  mdx: (text) => text.locator('section.mdx', { hasText: 'How it went' }).getByText('Step by step.'),
  exercise: (text) => text.locator('.exercise', { hasText: 'Write the task here.' }),
  exercisePart: (text) => text.locator('.exercise > details.part--solution > summary', { hasText: 'Solution' }),
  horizontalRule: (text) => text.locator('hr'),
  protectedRepositoryLink: (text) => text.locator('.repository', { hasText: 'The code of it' }),
};

/** Selects a line's text, and waits until the editor knows: text written before may still move the lines below it. */
async function selectLine(page: Page, text: Locator, line: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: 'Selected text' });
  await expect(bar).toBeHidden();
  await expect(async () => {
    await text.getByText(line, { exact: true }).click({ clickCount: 3 });
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(line);
    await expect(bar).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Puts a node into the line with its name. */
export async function writeNode(page: Page, text: Locator, name: string): Promise<void> {
  await selectLine(page, text, `line-${name}`);
  await page.keyboard.press('Backspace');
  await expect(text.getByText(`line-${name}`, { exact: true })).toHaveCount(0);
  await writers[name]?.(page, text);
}
