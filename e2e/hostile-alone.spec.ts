import type { Browser, BrowserContext, Page } from '@playwright/test';
import { validateDocument } from '@newline/document/validate';
import { signInAt, type ApiClient } from './support/api-client.ts';
import { confusedBlocks, hostileBlocks } from './support/hostile/hostile-blocks.ts';
import { liveVectors, pokePage, stripPolicy, watchContext, type Watch } from './support/hostile/hostile-browser.ts';
import { forceComments, forceText, hostileDrawings, publish, type PublishedText } from './support/hostile/hostile-texts.ts';
import { xssVectors, type XssVector } from './support/hostile/xss-vectors.ts';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';

// One site and one corpus for the file: its tests follow each other.
test.describe.configure({ mode: 'serial', timeout: 600_000 });
// A trace of pages with thousands of blocks is larger than it helps.
test.use({ trace: 'off' });

const isWhole = process.env.NEWLINE_TEST_FULL === '1';
const placesEach = isWhole ? 12 : 2;
const blocksEach = 1000;
const lessonPath = '/courses/types-that-tell-the-truth/state-you-cannot-reach';

let site: SiteProcess;
let rows: SiteRows;
let author: ApiClient;
/** Those that run where nothing holds them. */
let live: readonly XssVector[] = [];
/** Pages with them, and the part of each that is the author's. */
const pages: { path: string; within: string }[] = [];
let accepted: PublishedText;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
  rows = await openSiteRows(site);
  author = await signInAt(site.origin, demoPerson('author'));
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});

test('on a blank page the vectors run (control) @DOC-02', async ({ browser }) => {
  const { page, watch, close } = await openWatched(browser, {});
  const all = xssVectors(isWhole);
  live = await liveVectors(page, watch, all);
  await close();
  test.info().annotations.push({ type: 'live', description: `${live.length} of ${all.length}` });
  expect(live.length).toBeGreaterThan(isWhole ? 3000 : 300);
  expect(live.filter(({ kind }) => kind === 'address').length).toBeGreaterThan(isWhole ? 60 : 20);
});

test('they get in: as Markdown, as documents, and past all checks @DOC-02', async () => {
  for (const [at, some] of parts(live, 1000).entries())
    show(await publish(author, `Hostile Markdown ${at}`, { bodyMarkdown: some.flatMap(markdownOf).join('\n\n') }), '.prose');

  const blocks = interleaved(live.map((vector) => hostileBlocks(vector, placesEach)));
  const fits = blocks.filter((block) => validateDocument({ type: 'doc', content: [block] }, 'article').ok);
  expect(fits.length).toBeGreaterThan(live.length / 2);
  expect(blocks.length - fits.length).toBeGreaterThan(live.length / 4);
  for (const [at, content] of parts(fits, blocksEach).entries()) {
    const text = await publish(author, `Hostile document ${at}`, { bodyDelta: JSON.stringify({ type: 'doc', content }) });
    if (at === 0) accepted = text;
    show(text, '.prose');
  }
  const code = `top.__hit(${live[0]?.n})`;
  const forced = storable([...confusedBlocks(`<img src=x:x onerror=${code}>`), ...confusedBlocks(`javascript:${code}`), ...blocks]);
  for (const [at, content] of parts(forced, blocksEach).entries()) {
    const text = await publish(author, `Hostile row ${at}`, { bodyMarkdown: 'x' });
    await forceText(rows, 'article', text.id, content, hostileDrawings(code));
    show(text, '.prose');
  }
  const [lesson] = await rows.run(`select id from app_public.lessons where slug = 'state-you-cannot-reach'`);
  await forceText(rows, 'lesson', String(lesson?.['id']), forced.slice(0, blocksEach), hostileDrawings(code));
  pages.push({ path: lessonPath, within: '.prose' });
  const comments = parts(
    forced.filter((_, at) => at % 3 === 0),
    100,
  ); // prettier-ignore
  const userId = demoPerson('author').id;
  for (const some of parts(comments, 40)) pages.push({ path: await forceComments(rows, accepted.id, userId, some), within: '#content' });
});

test('an address that would run is refused where a person gives one @DOC-02', async () => {
  const learner = await signInAt(site.origin, demoPerson('learner'));
  const patch = 'mutation a($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
  const { data } = await learner.run<{ viewer: { nodeId: string } }>('{ viewer { nodeId } }');
  const write = (values: object) => learner.run(patch, { input: { nodeId: data?.viewer.nodeId, patch: values } });
  expect((await write({ websiteUrl: 'https://example.org/' })).errors).toBeUndefined();
  for (const { text } of storable(live.filter(({ kind }) => kind === 'address')))
    for (const field of ['websiteUrl', 'linkedInUrl', 'profileImageUrl'])
      expect((await write({ [field]: text })).errors, `${field}: ${text}`).toHaveLength(1);
});

for (const hasPolicy of [true, false]) {
  const how = hasPolicy ? 'under the site’s policy' : 'with no policy at all';

  test(`none runs in articles, lessons and comments, ${how} @DOC-02`, async ({ browser }) => {
    const { page, watch, close } = await openWatched(browser, { hasPolicy });
    await expectPolicy(page, watch, hasPolicy);
    for (const { path, within } of pages) await expectHarmless(page, watch, path, within);
    await close();
  });

  test(`none runs in titles, summaries, descriptions, profiles and what is searched for, ${how} @DOC-02 @SITE-03`, async ({ browser }) => {
    const { page, watch, close } = await openWatched(browser, { hasPolicy });
    const learner = await signInAt(site.origin, demoPerson('learner'));
    const { data } = await learner.run<{ viewer: { nodeId: string; username: string } }>('{ viewer { nodeId username } }');
    const texts = storable(live).map(({ text }) => text);
    for (const [at, all] of packed(texts, 6000).entries()) {
      const [title = '', ...more] = packed(all, 180).map((some) =>
        `hostile ${some.join(' ')}`.replaceAll(/\s+/g, ' ').slice(0, 200).trim(),
      );
      const rest = more.join(' ');
      const details = { summary: rest.slice(0, 1900).trim(), description: rest.slice(1900, 5800).trim() };
      const { path } = await publish(author, title, { bodyMarkdown: `# ${title}` }, details);
      await expectHarmless(page, watch, path, '#content');
      await expect(page).toHaveTitle(`${title} · newline`);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', details.summary);
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
      const told = await page.locator('script[data-head][type="application/ld+json"]').first().textContent();
      expect(JSON.parse(told ?? '')).toMatchObject({ headline: title, description: details.summary });
      const [name, employmentTitle, employerName] = packed(all, 70).map((some) => some.join(' ').trim().slice(0, 75).trim());
      const patch = { name, employmentTitle, employerName, biography: rest.slice(at % 2 === 0 ? 0 : 2000).slice(0, 1990) };
      const written = await learner.run('mutation a($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
        input: { nodeId: data?.viewer.nodeId, patch },
      });
      expect(written.errors).toBeUndefined();
      const profile = `/@${data?.viewer.username}`;
      await expect.poll(async () => (await page.request.get(profile)).text()).toContain(escaped(name ?? '').slice(0, 20));
      await expectHarmless(page, watch, profile, '#content');
    }
    for (const words of [
      'hostile',
      ...packed(texts, 190)
        .filter((_, at) => at % (isWhole ? 4 : 40) === 0)
        .map((some) => some.join(' ')),
    ]) // prettier-ignore
      await expectHarmless(page, watch, `/search?q=${encodeURIComponent(words)}`, '#content');
    // From hit to article within the browser: the same texts, this time as data.
    await page.goto('/search?q=hostile');
    const hit = page.locator('#content a[href^="/articles/hostile-"]').first();
    await hit.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/hostile/i);
    await expectNothing(watch, await pokePage(page, '#content'), 'an article reached from a hit');
    await close();
  });

  test(`none runs in the editor, pasted or opened, nor in the preview, ${how} @DOC-02 @EDIT-05`, async ({ browser }) => {
    const { page, watch, close } = await openWatched(browser, { hasPolicy });
    await signIn(page, demoPerson('author'));
    await openEditor(page, accepted.id);
    await expect.poll(() => page.locator(editor).locator('> *').count()).toBeGreaterThan(50);
    await expectNothing(watch, await pokePage(page, editor), 'the editor');
    await expectHarmless(page, watch, `/studio/articles/${accepted.id}/preview?as=pro`, '.prose');

    const pasted = await publish(author, `Hostile paste ${how}`, { bodyMarkdown: 'x' });
    await openEditor(page, pasted.id);
    await page.locator(editor).click();
    await page.keyboard.press('Control+End');
    await page.evaluate(pasteAll, [{ 'text/html': '<p>words <b>in bold</b></p>' }]);
    await expect(page.locator(editor).locator('b, strong')).toHaveText('in bold');
    const share = live.filter(({ n }) => isWhole || n % 4 === (hasPolicy ? 0 : 2));
    for (const some of parts(share, 50)) {
      await page.evaluate(pasteAll, some.flatMap(clipboardsOf));
      await expectNothing(watch, await pokePage(page, editor), `the editor after a paste of ${some[0]?.text}`);
    }
    await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
    await expectHarmless(page, watch, `/studio/articles/${pasted.id}/preview?as=pro`, '.prose');
    await close();
  });
}

test('without JavaScript, too, a page holds nothing active and asks nothing of others @DOC-02', async ({ browser }) => {
  const { page, watch, close } = await openWatched(browser, { hasPolicy: false, javaScriptEnabled: false });
  for (const { path, within } of pages) await expectHarmless(page, watch, path, within);
  await close();
});

const editor = '.prose [contenteditable="true"], .prose[contenteditable="true"]';

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/articles/${id}`);
  await expect(page.getByRole('textbox', { name: 'Article' })).toBeVisible({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
}

function show({ path }: PublishedText, within: string): void {
  pages.push({ path, within });
}

/** A page in a context of its own, watched. Bare: with none of the site's own scripts. */
async function openWatched(
  browser: Browser,
  { hasPolicy = true, javaScriptEnabled = true }: { hasPolicy?: boolean; javaScriptEnabled?: boolean },
): Promise<{ page: Page; watch: Watch; close: () => Promise<void> }> {
  const context: BrowserContext = await browser.newContext({ baseURL: site.origin, javaScriptEnabled, serviceWorkers: 'block' });
  const watch = await watchContext(context);
  if (!hasPolicy) await stripPolicy(context);
  return { page: await context.newPage(), watch, close: () => context.close() };
}

/** Expects that the policy is there, or is not: a script that is put into the page tells. */
async function expectPolicy(page: Page, watch: Watch, hasPolicy: boolean): Promise<void> {
  await page.goto('/articles/the-retry-budget');
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.setAttribute('onclick', 'top.__hit(1)');
    button.click();
  });
  if (hasPolicy) await expect.poll(() => watch.faults.join()).toMatch(/policy: script-src/);
  else await expect.poll(() => [...watch.hits]).toEqual([1]);
  watch.clear();
}

async function expectHarmless(page: Page, watch: Watch, path: string, within: string): Promise<void> {
  const answer = await page.goto(path, { timeout: 60_000 });
  expect(answer?.status(), path).toBe(200);
  await expectNothing(watch, await pokePage(page, within), path);
  expect(page.url()).toBe(new URL(path, site.origin).href);
}

async function expectNothing(watch: Watch, active: readonly string[], where: string): Promise<void> {
  expect({ where, ran: [...watch.hits], faults: watch.faults, active }).toEqual({ where, ran: [], faults: [], active: [] });
}

/** A vector as Markdown may carry it. */
function markdownOf({ kind, text }: XssVector): readonly string[] {
  if (kind === 'markup') return [text, `## ${text}`];
  return [
    `[x](${text})`,
    `[x](<${text}>) ![x](<${text}>)`,
    `<${text}>`,
    `[${text}]\n\n[${text}]: <${text}>`,
    `::embed{url="${text}"}`,
    `::iframe{src="${text}"}`,
  ]; // prettier-ignore
}

/** A vector as a clipboard may carry it. */
function clipboardsOf({ kind, text }: XssVector): readonly Record<string, string>[] {
  if (kind === 'markup') return [{ 'text/html': text }, { 'text/html': `<p>a</p>${text}<p>b</p>`, 'text/plain': text }];
  const value = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    { 'text/html': `<a href="${value}">x</a><img src="${value}"><iframe src="${value}"></iframe>` },
    { 'text/plain': text },
    { 'text/plain': `[x](${text})` },
  ];
}

/** In the page: pastes one clipboard after the other at the end of the text, as the system would. */
function pasteAll(clipboards: readonly Record<string, string>[]): void {
  const target = document.activeElement;
  for (const parts of clipboards) {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(parts)) clipboardData.setData(type, value);
    target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }
}

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

/** One of each list, then the second of each: so that every part has something of everything. */
function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Texts side by side, as many as fit. */
function packed(texts: readonly string[], length: number): string[][] {
  const packs: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (packs.length === 0 || text.length + 1 > room) {
      packs.push([]);
      room = length;
    }
    packs.at(-1)?.push(text);
    room -= text.length + 1;
  }
  return packs;
}

/** Without what PostgreSQL does not store. */
function storable<T>(value: readonly T[]): T[] {
  return JSON.parse(JSON.stringify(value).replaceAll(String.raw`\u0000`, '')) as T[];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
