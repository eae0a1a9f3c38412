import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import { nodeDefinitions } from '@newline/document/schema/nodes';
import { type FakeGitHubCode, oid, startFakeGitHubCode } from '../api/tests/remote-code/fake-github-code.ts';
import { type ApiClient, signInAt } from './support/api-client.ts';
import type { SavedNode } from './support/editor-journey.ts';
import { readers, writeNode, writers } from './support/every-node.ts';
import { expect, expectAccessible, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows } from './support/site-rows.ts';
import { expectSaved } from './support/studio-journey.ts';

// Texts with code and videos from other sites: one site for the file, with fakes of the code host and the video host on this machine.
test.describe.configure({ mode: 'default' });

const farm = 'export function feed(rows) {\n  return rows.length;\n}\n';

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

/** What other sites would respond to the browser: the tests send nothing to other machines. */
async function stubOthers(page: Page): Promise<void> {
  await page.route(/^https:\/\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Elsewhere</title></html>' }),
  );
}

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
  return text;
}

/** Creates an article and writes its title and a line for each of these names. */
async function begin(page: Page, title: string, names: readonly string[]): Promise<Locator> {
  await page.goto('/studio');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Article', exact: true }).click();
  await expect(page).toHaveURL(/\/studio\/articles\/[0-9a-f-]{36}$/);
  const text = await waitForEditor(page);
  // Into the title itself: at the moment of a click, the caret returns there if Home moves it.
  await text.getByRole('heading', { level: 1 }).click();
  await page.keyboard.type(title);
  await expect(text.getByRole('heading', { level: 1 })).toHaveText(title);
  for (const name of names) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(`line-${name}`);
  }
  return text;
}

test('every node, written in the browser, is the same after saving, reloading, publishing, exporting and importing, and is readable without scripts @DOC-01 @DOC-02 @DOC-03 @EDIT-08', async ({
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
  // All nodes except the placeholder of a running upload.
  const allTypes = [...nodeDefinitions.map(({ name }) => name), 'link', 'bold', 'italic', 'code'];
  expect(new Set(typesIn(document))).toEqual(new Set(allTypes.filter((type) => type !== 'imageUploadPlaceholder')));

  await test.step('reload: what the editor then saves is the same, including ids', async () => {
    await page.reload();
    const again = await waitForEditor(page);
    // Content that is rendered after the text may move it between finding and clicking.
    await expect(async () => {
      await again.getByText('Remember this.').click();
      expect(await page.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe('Remember this.');
    }).toPass();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(async () => (await workingText(id)).latestRevision.bodyDelta).toContain('Remember this.!');
    await page.keyboard.press('Backspace');
    await expect.poll(async () => JSON.parse((await workingText(id)).latestRevision.bodyDelta) as unknown).toEqual(document);
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
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Article from Markdown…' }).click();
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

const before = oid('c');
const after = oid('d');
const code = (name: string, words: string) => `export const ${name} = '${words}';`;

/** A block with an earlier version of a file. */
const followed = (name: string) => {
  const url = `https://github.com/acme/barn/blob/main/${name}.js`;
  const source = { filepath: `${name}.js`, service: 'github', owner: 'acme', name: 'barn', oid: before, refname: 'main' };
  const lines = { locality: 'remote', mode: 'javascript', url, startLine: 1, endLine: 1, readOnly: true };
  return {
    type: 'remoteCodeBlock',
    content: [
      { type: 'remoteCodeHeader', attrs: { url, ...source } },
      { type: 'codeBlock', attrs: lines, content: [{ type: 'text', text: code(name, 'old') }] },
    ],
  };
};

/** Returns the working text of an article. */
async function bodyOf(id: string): Promise<string> {
  const query = 'query a($id: UUID!) { articleById(id: $id) { latestRevision { bodyDelta } } }';
  const { data } = await author.run<{ articleById: { latestRevision: { bodyDelta: string } } }>(query, { id });
  return data?.articleById.latestRevision.bodyDelta ?? '';
}

/** Types at the end of a line. */
async function writeAfter(page: Page, text: Locator, line: string, words: string): Promise<void> {
  await text.getByText(line, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
  await expect(text.getByText(line + words, { exact: true })).toBeVisible();
}

test('code that changed in its repository is shown above the text: accepting updates the text, keeping doesn’t, and writing continues @EDIT-06', async ({
  browser,
}) => {
  gitHub.repositories.set('acme/barn', {
    branches: { main: after },
    commits: {
      [before]: { 'one.js': code('one', 'old'), 'two.js': code('two', 'old') },
      [after]: { 'one.js': code('one', 'new'), 'two.js': code('two', 'new') },
    },
  });
  const words = { type: 'paragraph', content: [{ type: 'text', text: 'Two files.' }] };
  const made = await author.run<{ createArticle: { article: { id: string } } }>(
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id } } }',
    { input: { title: 'Followed', bodyDelta: JSON.stringify({ type: 'doc', content: [words, followed('one'), followed('two')] }) } },
  );
  expect(made.errors).toBeUndefined();
  const id = made.data?.createArticle.article.id ?? '';
  const [rows, jobs] = [await openSiteRows(site), await openSiteRows(site, 'worker')];
  const due = `update app_private.remote_code_checks k set check_at = now() from app_public.remote_code_sources s
    where s.id = k.source_id and s.article_id = $1 returning 1`;
  expect(await rows.run(due, [id])).toHaveLength(2);
  await jobs.run("select graphile_worker.add_job('recheck_remote_code')");
  const states = () => rows.run('select state::text from app_public.remote_code_sources where article_id = $1', [id]);
  await expect.poll(states).toEqual([{ state: 'CHANGED' }, { state: 'CHANGED' }]);

  await Promise.all([rows.close(), jobs.close()]);

  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  await signIn(page, site.person('author'));
  await page.goto(`/studio/articles/${id}`);
  const text = page.getByRole('textbox', { name: 'Article' });
  const panel = page.getByRole('region', { name: '2 code blocks have changed' });
  await expect(panel.getByRole('region', { name: 'What changed in one.js' })).toContainText("new: export const one = 'new';");
  await expect(panel.getByRole('region', { name: 'What changed in two.js' })).toContainText("gone: export const two = 'old';");
  await expectAccessible(page);

  // Recent changes are saved first.
  await writeAfter(page, text, 'Two files.', ' Both of a barn.');
  await panel.getByRole('button', { name: 'Accept the change of one.js' }).click();
  await expect(text).toContainText("one = 'new'");
  await expect(text).toContainText('Two files. Both of a barn.');
  const left = page.getByRole('region', { name: 'A code block has changed' });
  await left.getByRole('button', { name: 'Keep two.js as it is in the text' }).click();
  await expect(left).toBeHidden();

  // Writing continues from there, without a conflict.
  await writeAfter(page, text, 'Two files. Both of a barn.', ' And more.');
  await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
  await expect.poll(() => bodyOf(id)).toContain('Both of a barn. And more.');
  const bodyDelta = await bodyOf(id);
  expect(bodyDelta).toContain("one = 'new'");
  expect(bodyDelta).toContain("two = 'old'");
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(text).toContainText("one = 'new'");
  await expect(page.getByRole('region', { name: /code ha(?:s|ve) changed/ })).toHaveCount(0);
  await context.close();
});
