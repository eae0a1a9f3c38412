import { truncate } from '@newline/document/truncate';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { validateDocument } from '@newline/document/validate';
import { signInAt, type ApiClient } from './support/api-client.ts';
import { commentWith, openPanel, panelOf } from './support/comment-journey.ts';
import { confusedBlocks, hostileBlocks } from './support/hostile/hostile-blocks.ts';
import { liveVectors, loosenPolicy, pokePage, watchContext, type Watch } from './support/hostile/hostile-browser.ts';
import { forceComments, forceText, hostileRenderings, publish, type PublishedText } from './support/hostile/hostile-texts.ts';
import * as ways from './support/hostile/hostile-ways.ts';
import { pasteAll, storable } from './support/hostile/hostile-ways.ts';
import { xssVectors, type XssVector } from './support/hostile/xss-vectors.ts';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { prepareSite, type SiteProcess } from './support/site-process.ts';
import { openSiteRows, type SiteRows } from './support/site-rows.ts';
import { partsOf } from '../web/app/shared/parts-of.ts';

// Everyone would see the hostile content, so these tests use a separate site and run in order.
test.describe.configure({ mode: 'serial', timeout: 600_000 });
// A trace of pages with thousands of blocks is too large to be useful.
test.use({ trace: 'off' });

const isWhole = process.env.NEWLINE_TEST_FULL === '1';
const placesEach = isWhole ? 12 : 2;
const blocksEach = 1000;
const lessonPath = '/courses/types-that-tell-the-truth/state-you-cannot-reach';

let site: SiteProcess;
let rows: SiteRows;
let author: ApiClient;
let learner: ApiClient;
/** The vectors that run on a page without protection: those sent in texts, and those sent in comments. */
let live: readonly XssVector[] = [];
let liveInComments: readonly XssVector[] = [];
/** Pages with the vectors, and the part of each that its author wrote. */
const pages: { path: string; within: string }[] = [];
let accepted: PublishedText;
/** A clip with a discussion of vectors, its page, and the page of one that was stored without any checks. */
let clipId = '';
let discussionPath = '';
let forcedPath = '';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await prepareSite();
  await site.start();
  rows = await openSiteRows(site);
  // New accounts, up to a week old, can write only a little.
  await rows.run(`update app_public.users set created_at = now() - interval '1 year'`);
  author = await signInAt(site.origin, demoPerson('author'));
  learner = await signInAt(site.origin, demoPerson('learner'));
});
test.afterAll(async () => {
  await rows.close();
  await site.remove();
});

test('on a blank page the vectors run (control), and they are stored: as Markdown, as documents, and without any checks @DOC-02 @DISC-12', async ({
  browser,
}) => {
  await test.step('on a blank page they run', async () => {
    const { page, watch, close } = await openWatched(browser);
    const all = xssVectors(isWhole);
    const running = await liveVectors(page, watch, all);
    await close();
    live = running.filter(({ n }) => isWhole || n % 3 === 0);
    liveInComments = running.filter((_, at) => !isWhole || at % 5 === 0);
    test.info().annotations.push({ type: 'live', description: `${running.length} of ${all.length}` });
    expect(live.length).toBeGreaterThan(isWhole ? 3000 : 300);
    expect(live.filter(({ kind }) => kind === 'address').length).toBeGreaterThan(isWhole ? 60 : 20);
    expect(liveInComments.length).toBeGreaterThanOrEqual(500);
  });

  await test.step('a script in a page is blocked by the policy, and a loosened policy only reports it', async () => {
    for (const isLoose of [false, true]) {
      const { page, watch, close } = await openWatched(browser, { isLoose });
      await page.goto('/articles/the-retry-budget');
      await page.evaluate(() => {
        const button = document.body.appendChild(document.createElement('button'));
        button.setAttribute('onclick', 'top.__hit(1)');
        button.click();
      });
      await expect.poll(() => watch.faults.join()).toMatch(/policy: script-src/);
      if (isLoose) await expect.poll(() => [...watch.hits]).toEqual([1]);
      else expect([...watch.hits]).toEqual([]);
      await close();
    }
  });

  await test.step('texts', sendTexts);
  await test.step('comments', sendComments);

  await test.step('a URL that would run is refused where a user enters one', async () => {
    const patch = 'mutation a($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    const { data } = await learner.run<{ viewer: { nodeId: string } }>('{ viewer { nodeId } }');
    const write = (values: object) => learner.run(patch, { input: { nodeId: data?.viewer.nodeId, patch: values } });
    expect((await write({ websiteUrl: 'https://example.org/' })).errors).toBeUndefined();
    for (const { text } of storable(live.filter(({ kind }) => kind === 'address')))
      for (const field of ['websiteUrl', 'linkedInUrl', 'profileImageUrl'])
        expect((await write({ [field]: text })).errors, `${field}: ${text}`).toHaveLength(1);
  });
});

/** What can be stored without the server's checks: the database itself refuses an image that is still uploading. */
function forcible<Block>(blocks: readonly Block[]): Block[] {
  return storable(blocks).filter((block) => !JSON.stringify(block).includes('imageUploadPlaceholder'));
}

async function sendTexts(): Promise<void> {
  const show = ({ path }: PublishedText) => pages.push({ path, within: '.prose' });
  for (const [at, some] of partsOf(live, 1000).entries())
    show(await publish(author, `Hostile Markdown ${at}`, { bodyMarkdown: storable(some).flatMap(ways.markdownOf).join('\n\n') }));

  const blocks = ways.interleaved(live.map((vector) => hostileBlocks(vector, placesEach)));
  const fits = blocks.filter((block) => validateDocument({ type: 'doc', content: [block] }, 'article').ok);
  expect(fits.length).toBeGreaterThan(live.length / 2);
  expect(blocks.length - fits.length).toBeGreaterThan(live.length / 4);
  for (const [at, content] of partsOf(fits, blocksEach).entries()) {
    const text = await publish(author, `Hostile document ${at}`, { bodyDelta: JSON.stringify({ type: 'doc', content }) });
    if (at === 0) accepted = text;
    show(text);
  }
  const code = `top.__hit(${live[0]?.n})`;
  const forced = forcible([...confusedBlocks(`<img src=x:x onerror=${code}>`), ...confusedBlocks(`javascript:${code}`), ...blocks]);
  for (const [at, content] of partsOf(forced, blocksEach).entries()) {
    const text = await publish(author, `Hostile row ${at}`, { bodyMarkdown: 'x' });
    await forceText(rows, 'article', text.id, content, hostileRenderings(code));
    show(text);
  }
  const [lesson] = await rows.run(`select id from app_public.lessons where slug = 'state-you-cannot-reach'`);
  await forceText(rows, 'lesson', String(lesson?.['id']), forced.slice(0, blocksEach), hostileRenderings(code));
  pages.push({ path: lessonPath, within: '.prose' });
  const comments = partsOf(
    forced.filter((_, at) => at % 3 === 0),
    100,
  ); // prettier-ignore
  const userId = demoPerson('author').id;
  for (const some of partsOf(comments, 40)) pages.push({ path: await forceComments(rows, accepted.id, userId, some), within: '#content' });
}

async function sendComments(): Promise<void> {
  const [clip] = await rows.run(`select id from app_public.clips where comments_count = 0 order by id limit 1`);
  clipId = String(clip?.['id']);
  const [discussion] = await rows.run('insert into app_public.discussions (clip_id) values ($1) returning id', [clipId]);
  const discussionId = String(discussion?.['id']);
  discussionPath = `/discussions/${discussionId}`;
  /** Writes as a learner; moves earlier comments back in time so that the rate limits don't apply. */
  const write = async (body: { bodyMarkdown: string; bodyDelta?: string }) => {
    await rows.run(
      `update app_public.comments set created_at = created_at - interval '2 days' where user_id = $1 and created_at > now() - interval '1 day'`,
      [demoPerson('learner').id],
    );
    const { errors } = await learner.run('mutation a($c: NewReplyInput!) { replyToComment(input: { comment: $c }) { comment { id } } }', {
      c: { ...body, discussionId },
    });
    expect(errors).toBeUndefined();
  };
  const blocks = liveInComments.flatMap((vector) => hostileBlocks(vector, 2));
  const fits = blocks.filter((block) => validateDocument({ type: 'doc', content: [block] }, 'comment').ok);
  expect(fits.length).toBeGreaterThan(liveInComments.length / 2);
  for (const content of partsOf(storable(fits), 60))
    await write({ bodyMarkdown: 'x', bodyDelta: JSON.stringify({ type: 'doc', content }) });
  for (const some of partsOf(storable(liveInComments), 40)) await write({ bodyMarkdown: some.map(ways.commentMarkdownOf).join('\n\n') });
  await write({ bodyMarkdown: 'Plain words at the end.' });

  const forced = forcible(liveInComments.flatMap((vector) => hostileBlocks(vector, 1)));
  forcedPath = await forceComments(rows, accepted.id, demoPerson('author').id, partsOf(forced, Math.ceil(forced.length / 45)));
  await rows.run(
    `insert into app_public.comment_reports (comment_id, user_id, reason)
      select c.id, $1, 'SPAM' from app_public.comments c where c.discussion_id = $2`,
    [demoPerson('learner').id, forcedPath.split('/')[2]],
  );
}

test('no vector runs in articles, lessons and comments, which contain nothing active without JavaScript either @DOC-02', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, watch, close } = await openWatched(browser, { javaScriptEnabled });
    for (const { path, within } of pages)
      await test.step(`${path}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => expectHarmless(page, watch, path, within));
    await close();
  }
});

test('no vector runs in titles, summaries, descriptions, profiles and search results @DOC-02 @SITE-03', async ({ browser }) => {
  const { page, watch, close } = await openWatched(browser);
  const { data } = await learner.run<{ viewer: { nodeId: string; username: string } }>('{ viewer { nodeId username } }');
  const texts = storable(live).map(({ text }) => text);
  for (const [at, all] of ways.packed(texts, 6000).entries()) {
    const [title = '', ...more] = ways
      .packed(all, 180)
      .map((some) => `hostile ${some.join(' ')}`.replaceAll(/\s+/g, ' ').slice(0, 200).trim());
    const rest = more.join(' ');
    const details = { summary: rest.slice(0, 1900).trim(), description: rest.slice(1900, 5800).trim() };
    const { path } = await publish(author, title, { bodyMarkdown: `# ${title}` }, details);
    await expectHarmless(page, watch, path, '#content');
    await expect(page).toHaveTitle(`${title} · newline`);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', truncate(details.summary, 300));
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', title);
    const structuredData = await page.locator('script[data-head][type="application/ld+json"]').first().textContent();
    expect(JSON.parse(structuredData ?? '')).toMatchObject({ headline: title, description: details.summary });
    const [name, employmentTitle, employerName] = ways.packed(all, 70).map((some) => some.join(' ').trim().slice(0, 75).trim());
    const patch = { name, employmentTitle, employerName, biography: rest.slice(at % 2 === 0 ? 0 : 2000).slice(0, 1990) };
    const written = await learner.run('mutation a($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
      input: { nodeId: data?.viewer.nodeId, patch },
    });
    expect(written.errors).toBeUndefined();
    const profile = `/@${data?.viewer.username}`;
    await expect.poll(async () => (await page.request.get(profile)).text()).toContain(ways.escaped(name ?? '').slice(0, 20));
    await expectHarmless(page, watch, profile, '#content');
  }
  for (const words of [
    'hostile',
    ...ways
      .packed(texts, 190)
      .filter((_, at) => at % (isWhole ? 4 : 40) === 0)
      .map((some) => some.join(' ')),
  ]) // prettier-ignore
    await expectHarmless(page, watch, `/search?q=${encodeURIComponent(words)}`, '#content');
  // From a search result to the article within the browser: the same texts, this time as data.
  await page.goto('/search?q=hostile');
  const hit = page.locator('#content a[href^="/articles/hostile-"]').first();
  await hit.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/hostile/i);
  await expectNothing(watch, await pokePage(page, '#content'), 'an article reached from a hit');
  await close();
});

test('no vector runs in the editor, pasted or opened, nor in the preview @DOC-02 @EDIT-05', async ({ browser }) => {
  const { page, watch, close } = await openWatched(browser);
  await signIn(page, demoPerson('author'));
  await openEditor(page, accepted.id);
  await expect.poll(() => page.locator(editor).locator('> *').count()).toBeGreaterThan(50);
  await expectNothing(watch, await pokePage(page, editor), 'the editor');
  await expectHarmless(page, watch, `/studio/articles/${accepted.id}/preview?as=pro`, '.prose');

  const share = live.filter((_, at) => isWhole || at % 2 === 0);
  const opensCode = ({ text }: XssVector) => /<(?:pre|listing|xmp|plaintext|code)\b|```/i.test(text);
  const groups = [false, true].map((isVerbatim) => share.filter((vector) => opensCode(vector) === isVerbatim));
  // Nesting is limited, and pasted content ends up inside earlier pasted content.
  for (const [at, group] of groups.entries())
    for (const some of partsOf(group, 80)) {
      const pasted = await publish(author, 'Hostile paste', { bodyMarkdown: 'x' });
      await openEditor(page, pasted.id);
      await page.locator(editor).click();
      await page.keyboard.press('Control+End');
      await page.evaluate(pasteAll, [{ 'text/html': '<p>words <b>in bold</b></p>' }]);
      await expect(page.locator(editor).locator('b, strong')).toHaveText('in bold');
      for (const few of partsOf(some, 40)) {
        await page.evaluate(pasteAll, few.flatMap(ways.clipboardsOf));
        const active = await pokePage(page, editor);
        // Code accepts only text, which is parsed in a document where nothing runs; the policy reports handlers there as well.
        if (at === 1) watch.faults.splice(0, Infinity, ...watch.faults.filter((fault) => !fault.startsWith('policy: script-src-attr')));
        await expectNothing(watch, active, `the editor after a paste of ${few[0]?.text}`);
      }
      await expect(page.getByText(/^Saved (?:just now|\d+ s ago)$/)).toBeVisible();
      await expectHarmless(page, watch, `/studio/articles/${pasted.id}/preview?as=pro`, '.prose');
    }
  await close();
});

test('no vector runs in a discussion, on its page, in the moderation queue, on a profile, or in the form, pasted or reopened @DISC-12', async ({
  browser,
}) => {
  const { page, watch, close } = await openWatched(browser);
  await test.step('read', async () => {
    await signIn(page, site.person('admin'));
    const panel = await openPanel(page, clipId);
    const last = commentWith(panel, 'Plain words at the end.');
    await expect(panel.getByRole('article').first()).toBeVisible();
    // Opens one page of the discussion after another, until the one with this text is read.
    await expect(async () => {
      const more = panel.getByRole('button', { name: 'More comments' });
      if (await more.isVisible()) await more.click();
      expect(await last.isVisible()).toBe(true);
    }).toPass({ intervals: [250] });
    await expectNothing(watch, await pokePage(page, '[role="dialog"]'), 'the thread');
    for (const path of [discussionPath, forcedPath, '/admin/comments', `/@${demoPerson('learner').username}`]) {
      expect((await page.goto(path, { timeout: 60_000 }))?.status(), path).toBe(200);
      await expect(page.locator('#content article, #content li').first()).toBeVisible();
      await expectNothing(watch, await pokePage(page, '#content'), path);
    }
  });

  await test.step('written', async () => {
    await signIn(page, site.person('learner'));
    const panel = await openPanel(page, clipId);
    await panel.getByRole('button', { name: 'Add your comment' }).click();
    const field = panel.getByRole('textbox', { name: 'Add your comment' });
    await expect(field).toBeFocused();
    const clipboards = (some: readonly XssVector[]) =>
      some.flatMap((vector) =>
        ways
          .clipboardsOf(vector)
          .filter((one) => 'text/html' in one)
          .slice(-1),
      );
    for (const some of partsOf(liveInComments, 50)) {
      await page.evaluate(pasteAll, clipboards(some));
      await expectNothing(watch, await pokePage(page, '[role="dialog"] form'), `the form after a paste of ${some[0]?.text}`);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
    }
    await page.evaluate(pasteAll, clipboards(liveInComments.slice(0, 20)));
    await page.reload();
    await openPanel(page, clipId);
    await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toBeVisible();
    await expectNothing(watch, await pokePage(page, '[role="dialog"] form'), 'a draft that is opened again');
  });
  await close();
});

const editor = '.prose [contenteditable="true"], .prose[contenteditable="true"]';

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`/studio/articles/${id}`);
  await expect(page.getByRole('textbox', { name: 'Article' })).toBeVisible({ timeout: 60_000 });
  // The menus are loaded after the text.
  await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
}

/** A page in its own context, watched; by default the policy blocks nothing and only reports. */
async function openWatched(
  browser: Browser,
  { isLoose = true, javaScriptEnabled = true }: { isLoose?: boolean; javaScriptEnabled?: boolean } = {},
): Promise<{ page: Page; watch: Watch; close: () => Promise<void> }> {
  const context: BrowserContext = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1280, height: 860 },
    javaScriptEnabled,
    serviceWorkers: 'block',
  });
  const watch = await watchContext(context);
  if (isLoose) await loosenPolicy(context);
  return { page: await context.newPage(), watch, close: () => context.close() };
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
