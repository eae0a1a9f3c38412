import { fileURLToPath } from 'node:url';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { nodeDefinitions } from '@newline/document/schema/nodes';
import { type FakeGitHubCode, oid, startFakeGitHubCode } from '../api/tests/fake-github-code.ts';
import { type ApiClient, signInAt } from './support/api-client.ts';
import { insert, type SavedNode } from './support/editor-journey.ts';
import { expect, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';

// One article with every node, through all that may happen to it; its code host and its video host are fakes on this machine.
const picture = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));
const farm = 'export function feed(rows) {\n  return rows.length;\n}\n';
const file = 'https://github.com/acme/farm/blob/main/src/farm.js';

let gitHub: FakeGitHubCode;
let videos: Server;
let site: SiteProcess;
let author: ApiClient;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  gitHub = await startFakeGitHubCode();
  gitHub.repositories.set('acme/farm', { branches: { main: oid('a') }, commits: { [oid('a')]: { 'src/farm.js': farm } } });
  videos = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ type: 'video', version: '1.0', title: 'A talk' }));
  });
  await new Promise<void>((resolve) => videos.listen(0, '127.0.0.1', resolve));
  const { port } = videos.address() as AddressInfo;
  site = await prepareSite({ FETCH_TEST_MAP: `api.github.com=${gitHub.target},www.youtube.com=127.0.0.1:${port}` });
  await site.start();
  author = await signInAt(site.origin, site.person('author'));
});
test.afterAll(async () => {
  await site.remove();
  await gitHub.stop();
  videos.closeAllConnections();
  await new Promise((resolve) => videos.close(resolve));
});

/** What other sites would answer to the browser: nothing of a test leaves the machine. */
async function stubOthers(page: Page): Promise<void> {
  await page.route(/^https:\/\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Elsewhere</title></html>' }),
  );
}

/** How each node is written: in a line of its own, whose name is the node's. */
const writers: Readonly<Record<string, (page: Page, text: Locator) => Promise<void>>> = {
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
    await page.getByLabel('Link address').fill('https://example.org/far');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('link', { name: 'linked' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
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
  remoteCodeBlock: async (page, text) => {
    await insert(page, 'remote', 'Remote code');
    const form = page.getByRole('form', { name: 'Code from a repository' });
    await form.getByLabel('Address').fill(file);
    await form.getByLabel('Code query').fill('.feed');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(text).toContainText('export function feed');
  },
  image: async (page, text) => {
    const chooser = page.waitForEvent('filechooser');
    await insert(page, 'image', 'Image');
    await (await chooser).setFiles(picture);
    await expect(text.locator('figure img[src^="/media/a/"]')).toBeVisible();
    await text.locator('figure figcaption').click();
    await page.keyboard.type('What it shows');
  },
  embed: async (page, text) => {
    await insert(page, 'embed', 'Embed');
    await page.getByRole('form', { name: 'Embed' }).getByLabel('Address').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    await expect(text.locator('iframe[src^="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"]')).toBeAttached();
  },
  iframeEmbed: async (page) => {
    await insert(page, 'iframe', 'Iframe');
    const form = page.getByRole('form', { name: 'Iframe' });
    await form.getByLabel('Address').fill('https://www.desmos.com/calculator/abc');
    await form.getByLabel('Height').fill('400');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
  },
  ideEmbed: async (page) => {
    await insert(page, 'ide', 'IDE');
    const form = page.getByRole('form', { name: 'Project in an IDE' });
    await form.getByLabel('Address').fill('https://stackblitz.com/edit/planner');
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
  horizontalRule: (page) => insert(page, 'divider', 'Divider'),
  protectedRepositoryLink: async (page, text) => {
    await insert(page, 'repo', 'Repository link');
    await page.getByLabel('Words').fill('The code of it');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Words')).toBeHidden();
    await expect(text).toContainText('The code of it');
  },
  paywallThreshold: (page) => insert(page, 'paywall', 'Paywall Threshold'),
};

/** How a reader knows each: what is to be seen in the page's text, whether scripts run or not. */
const readers: Readonly<Record<string, (text: Locator) => Locator>> = {
  paragraph: (text) => text.getByText('Words and'),
  hardBreak: (text) => text.locator('p:has(br)'),
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
  remoteCodeBlock: (text) => text.locator('.remote figure.code', { hasText: 'return rows.length;' }),
  remoteCodeHeader: (text) => text.locator('.remote__from a', { hasText: 'src/farm.js' }),
  image: (text) => text.locator('figure.fig', { hasText: 'What it shows' }).locator('img[width][height]'),
  // Frames load when they are near; until then, and without scripts, they are links.
  embed: (text) => text.locator('a[href*="youtube"], iframe[src*="youtube-nocookie"]').first(),
  iframeEmbed: (text) => text.locator('a[href^="https://www.desmos.com/"], iframe[src^="https://www.desmos.com/"]').first(),
  ideEmbed: (text) => text.locator('a[href^="https://stackblitz.com/"], iframe[src^="https://stackblitz.com/"]').first(),
  table: (text) => text.getByRole('cell', { name: '198' }),
  tableHeader: (text) => text.getByRole('columnheader', { name: 'Cost' }),
  math: (text) => text.locator('math mfrac'),
  // Drawn by the server, or its source.
  mermaid: (text) => text.locator('figure.dia', { hasText: 'index' }),
  mdx: (text) => text.locator('section.mdx', { hasText: 'How it went' }).getByText('Step by step.'),
  horizontalRule: (text) => text.locator('hr'),
  protectedRepositoryLink: (text) => text.locator('.repository', { hasText: 'The code of it' }),
};

type Working = { slug: string; latestRevision: { version: number; title: string; bodyDelta: string } };

async function workingText(id: string): Promise<Working> {
  const query = 'query a($id: UUID!) { articleById(id: $id) { slug latestRevision { version title bodyDelta } } }';
  const { data, errors } = await author.run<{ articleById: Working }>(query, { id });
  if (!data) throw new Error(`workingText: ${JSON.stringify(errors)}`);
  return data.articleById;
}

function typesIn(node: SavedNode): string[] {
  return [node.type, ...(node.marks ?? []).map(({ type }) => type), ...(node.content ?? []).flatMap(typesIn)];
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Article' });

async function waitForEditor(page: Page): Promise<Locator> {
  const text = textOf(page);
  await expect(text).toBeVisible();
  // The menus are loaded after the text.
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  return text;
}

function expectSaved(page: Page): Promise<void> {
  return expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
}

/** Begins an article and writes its title and a line for each of these names. */
async function begin(page: Page, title: string, names: readonly string[]): Promise<Locator> {
  await page.goto(`${site.origin}/studio`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Article' }).click();
  await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
  const text = await waitForEditor(page);
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(title);
  for (const name of names) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(`line-${name}`);
  }
  return text;
}

/** Selects a line's words, and waits until the editor knows: what was written before may still be moving the lines below it. */
async function selectLine(page: Page, text: Locator, line: string): Promise<void> {
  const bar = page.getByRole('toolbar', { name: 'Selected text' });
  await expect(bar).toBeHidden();
  await expect(async () => {
    await text.getByText(line, { exact: true }).click({ clickCount: 3 });
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(line);
    await expect(bar).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Puts a node into the line of its name. */
async function writeNode(page: Page, text: Locator, name: string): Promise<void> {
  await selectLine(page, text, `line-${name}`);
  await page.keyboard.press('Backspace');
  await expect(text.getByText(`line-${name}`, { exact: true })).toHaveCount(0);
  await writers[name]?.(page, text);
}

test.describe('on a site whose code and videos are on this machine', () => {
  test.describe.configure({ timeout: 300_000 });
  test.use({ actionTimeout: 15_000 });

  test('every node, written in the browser, is the same after save, reload, publishing, export and import, and reads without scripts @DOC-01 @DOC-02 @DOC-03 @EDIT-08', async ({
    browser,
  }, info) => {
    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    await stubOthers(page);
    await signIn(page, site.person('author'));
    const text = await begin(page, 'Every node there is', Object.keys(writers));
    for (const name of Object.keys(writers)) await test.step(`write ${name}`, () => writeNode(page, text, name));

    await expectSaved(page);
    const id = page.url().split('/').at(-1) ?? '';
    const written = await workingText(id);
    const document = JSON.parse(written.latestRevision.bodyDelta) as SavedNode;
    // All there are, but for the place that an upload holds while it runs.
    const known = [...nodeDefinitions.map(({ name }) => name), 'link', 'bold', 'italic', 'code'];
    expect(new Set(typesIn(document))).toEqual(new Set(known.filter((type) => type !== 'imageUploadPlaceholder')));

    await test.step('reload: what the editor then saves is the same, ids included', async () => {
      await page.reload();
      const again = await waitForEditor(page);
      await again.getByText('Remember this.').click();
      await page.keyboard.press('End');
      await page.keyboard.type('!');
      await expect.poll(async () => (await workingText(id)).latestRevision.bodyDelta).toContain('Remember this.!');
      await page.keyboard.press('Backspace');
      await expect
        .poll(async () => JSON.parse((await workingText(id)).latestRevision.bodyDelta) as unknown, { timeout: 10_000 })
        .toEqual(document);
      await expectSaved(page);
    });

    await test.step('publish', async () => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await dialog.getByLabel('Summary').fill('It holds all of them.');
      await dialog.getByRole('button', { name: 'Publish now' }).click();
      await expect(dialog).toBeHidden();
    });
    const { slug } = await workingText(id);
    for (const javaScriptEnabled of [true, false]) {
      await test.step(`read as a visitor, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async () => {
        const visitors = await browser.newContext({ baseURL: site.origin, javaScriptEnabled });
        const visitor = await visitors.newPage();
        await stubOthers(visitor);
        expect((await visitor.goto(`/articles/${slug}`))?.status()).toBe(200);
        await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Every node there is');
        for (const [name, find] of Object.entries(readers)) {
          await expect.soft(find(visitor.locator('.text')).first(), name).toBeVisible();
        }
        await visitors.close();
      });
    }
    expect(JSON.parse((await workingText(id)).latestRevision.bodyDelta)).toEqual(document);

    await test.step('export, and import into another article', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export Markdown' }).click();
      const exported = info.outputPath('every-node.md');
      await (await download).saveAs(exported);
      await page.goto('/studio');
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import Markdown' }).click();
      await (await chooser).setFiles(exported);
      await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
      await waitForEditor(page);
      const copy = page.url().split('/').at(-1) ?? '';
      expect(copy).not.toBe(id);
      const { latestRevision } = await workingText(copy);
      expect(latestRevision.title).toBe('Every node there is');
      expect(JSON.parse(latestRevision.bodyDelta)).toEqual(document);
    });
    await context.close();
  });
});
