import type { Locator, Page } from '@playwright/test';
import { type FakeGitHubCode, oid, startFakeGitHubCode } from '../api/tests/fake-github-code.ts';
import { type ApiClient, signInAt } from './support/api-client.ts';
import { expect, expectAccessible, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows } from './support/site-rows.ts';

// Code of a text that changed in its repository; the code host is a fake on this machine.
let gitHub: FakeGitHubCode;
let site: SiteProcess;
let author: ApiClient;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  gitHub = await startFakeGitHubCode();
  site = await prepareSite({ FETCH_TEST_MAP: `api.github.com=${gitHub.target}` });
  await site.start();
  author = await signInAt(site.origin, site.person('author'));
});
test.afterAll(async () => {
  await site.remove();
  await gitHub.stop();
});

const before = oid('c');
const after = oid('d');
const code = (name: string, words: string) => `export const ${name} = '${words}';`;

/** A block with a file as it was. */
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

/** The working text of an article. */
async function bodyOf(id: string): Promise<string> {
  const query = 'query a($id: UUID!) { articleById(id: $id) { latestRevision { bodyDelta } } }';
  const { data } = await author.run<{ articleById: { latestRevision: { bodyDelta: string } } }>(query, { id });
  return data?.articleById.latestRevision.bodyDelta ?? '';
}

/** Writes at the end of a line. */
async function writeAfter(page: Page, text: Locator, line: string, words: string): Promise<void> {
  await text.getByText(line, { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
  await expect(text.getByText(line + words, { exact: true })).toBeVisible();
}

test.describe('code that changed in its repository', () => {
  test.slow();

  test('is shown above the text: accepted it is in the text, kept it is not, and writing goes on @EDIT-06', async ({ browser }) => {
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
    await expect.poll(states, { timeout: 30_000 }).toEqual([{ state: 'CHANGED' }, { state: 'CHANGED' }]);

    await Promise.all([rows.close(), jobs.close()]);

    const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    await signIn(page, site.person('author'));
    await page.goto(`/studio/articles/${id}`);
    const text = page.getByRole('textbox', { name: 'Article' });
    const panel = page.getByRole('region', { name: '2 pieces of code have changed' });
    await expect(panel.getByRole('region', { name: 'What changed in one.js' })).toContainText("new: export const one = 'new';");
    await expect(panel.getByRole('region', { name: 'What changed in two.js' })).toContainText("gone: export const two = 'old';");
    await expectAccessible(page);

    // What was just written is saved first.
    await writeAfter(page, text, 'Two files.', ' Both of a barn.');
    await panel.getByRole('button', { name: 'Accept the change of one.js' }).click();
    await expect(text).toContainText("one = 'new'");
    await expect(text).toContainText('Two files. Both of a barn.');
    const left = page.getByRole('region', { name: 'A piece of code has changed' });
    await left.getByRole('button', { name: 'Keep two.js as it is in the text' }).click();
    await expect(left).toBeHidden();

    // Writing goes on from there, without a conflict.
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
});
