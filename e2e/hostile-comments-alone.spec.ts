import type { Browser, BrowserContext, Page } from '@playwright/test';
import { validateDocument } from '@newline/document/validate';
import { commentWith, openPanel, panelOf } from './support/comment-journey.ts';
import { hostileBlocks } from './support/hostile/hostile-blocks.ts';
import { liveVectors, pokePage, stripPolicy, watchContext, type Watch } from './support/hostile/hostile-browser.ts';
import { forceComments } from './support/hostile/hostile-texts.ts';
import { xssVectors, type XssVector } from './support/hostile/xss-vectors.ts';
import { demoPerson, expect, signIn, test } from './support/journey.ts';
import { openTalkSite, type TalkSite } from './support/talk-site.ts';

// One site and one corpus for the file: its tests follow each other.
test.describe.configure({ mode: 'serial', timeout: 600_000 });
// A trace of pages with thousands of blocks is larger than it helps.
test.use({ trace: 'off' });

let talk: TalkSite;
/** Those that run where nothing holds them. */
let live: readonly XssVector[] = [];
let clipId = '';
let discussionPath = '';
let forcedPath = '';

test.beforeAll(async () => {
  test.setTimeout(240_000);
  talk = await openTalkSite();
  const [clip] = await talk.rows.run(`select id from app_public.clips where comments_count = 0 order by id limit 1`);
  clipId = String(clip?.['id']);
});
test.afterAll(() => talk.close());

test('on a blank page at least 500 vectors run (control) @DISC-12', async ({ browser }) => {
  const { page, watch, close } = await openWatched(browser, true);
  live = await liveVectors(
    page,
    watch,
    xssVectors(true).filter((_, at) => at % 5 === 0),
  ); // prettier-ignore
  await close();
  test.info().annotations.push({ type: 'live', description: `${live.length}` });
  expect(live.length).toBeGreaterThanOrEqual(500);
});

test('they get in: as documents, as Markdown, and past all checks @DISC-12', async () => {
  const fits = live
    .flatMap((vector) => hostileBlocks(vector, 2))
    .filter((block) => validateDocument({ type: 'doc', content: [block] }, 'comment').ok);
  expect(fits.length).toBeGreaterThan(live.length / 2);
  const [discussion] = await talk.rows.run('insert into app_public.discussions (clip_id) values ($1) returning id', [clipId]);
  discussionPath = `/discussions/${String(discussion?.['id'])}`;
  for (const content of parts(fits, 60)) await write({ bodyMarkdown: 'x', bodyDelta: storable(JSON.stringify({ type: 'doc', content })) });
  for (const some of parts(live, 40)) await write({ bodyMarkdown: storable(some.map(markdownOf).join('\n\n')) });

  const [article] = await talk.rows.run('select id from app_public.articles where is_published order by id limit 1');
  const forced = live.flatMap((vector) => hostileBlocks(vector, 1)).map((block) => JSON.parse(storable(JSON.stringify(block))) as object);
  forcedPath = await forceComments(
    talk.rows,
    String(article?.['id']),
    demoPerson('author').id,
    parts(forced, Math.ceil(forced.length / 45)),
  );
  await talk.rows.run(
    `insert into app_public.comment_reports (comment_id, user_id, reason)
      select c.id, $1, 'SPAM' from app_public.comments c where c.discussion_id = $2`,
    [demoPerson('learner').id, forcedPath.split('/')[2]],
  );
});

for (const hasPolicy of [true, false]) {
  const how = hasPolicy ? 'under the site’s policy' : 'with no policy at all';

  test(`none runs in the thread, on the page of a discussion, in the moderation queue and on a profile, ${how} @DISC-12`, async ({
    browser,
  }) => {
    const { page, watch, close } = await openWatched(browser, hasPolicy);
    await signIn(page, talk.site.person('admin'));
    const panel = await openPanel(page, clipId);
    const shown = panel.getByRole('article');
    await expect(shown.first()).toBeVisible();
    const more = panel.getByRole('button', { name: 'More comments' });
    for (let pages = 0; pages < 12 && (await more.isVisible()); pages += 1) {
      const before = await shown.count();
      await more.click();
      await expect.poll(() => shown.count()).toBeGreaterThan(before);
    }
    await expectNothing(watch, await pokePage(page, '[role="dialog"]'), 'the thread');
    for (const path of [discussionPath, forcedPath, '/admin/comments', `/@${demoPerson('learner').username}`]) {
      expect((await page.goto(path, { timeout: 60_000 }))?.status(), path).toBe(200);
      await expect(page.locator('#content article, #content li').first()).toBeVisible();
      await expectNothing(watch, await pokePage(page, '#content'), path);
    }
    await close();
  });

  test(`none runs in the form, pasted or opened again, ${how} @DISC-12`, async ({ browser }) => {
    const { page, watch, close } = await openWatched(browser, hasPolicy);
    await signIn(page, talk.site.person('learner'));
    const panel = await openPanel(page, clipId);
    await panel.getByRole('button', { name: 'Add your comment' }).click();
    const field = panel.getByRole('textbox', { name: 'Add your comment' });
    await expect(field).toBeFocused();
    for (const some of parts(live, 50)) {
      await page.evaluate(pasteAll, some.map(clipboardOf));
      await expectNothing(watch, await pokePage(page, '[role="dialog"] form'), `the form after a paste of ${some[0]?.text}`);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
    }
    await page.evaluate(pasteAll, live.slice(0, 20).map(clipboardOf));
    await page.reload();
    await openPanel(page, clipId);
    await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toBeVisible();
    await expectNothing(watch, await pokePage(page, '[role="dialog"] form'), 'a draft that is opened again');
    await close();
  });
}

test('a comment that says its words is still read @DISC-12', async ({ browser }) => {
  const { page, close } = await openWatched(browser, true);
  await write({ bodyMarkdown: 'Plain words at the end.' });
  await page.goto(discussionPath);
  await expect(
    commentWith(page, 'Plain words at the end.')
      .or(page.getByRole('button', { name: 'More comments' }))
      .first(),
  ).toBeVisible();
  await close();
});

/** Writes a comment as a learner; what was written before is moved out of the way of the limits. */
async function write(body: { bodyMarkdown: string; bodyDelta?: string }): Promise<void> {
  await talk.rows.run(
    `update app_public.comments set created_at = created_at - interval '2 days' where user_id = $1 and created_at > now() - interval '1 day'`,
    [demoPerson('learner').id],
  );
  const { errors } = await talk.asker.run('mutation a($c: NewReplyInput!) { replyToComment(input: { comment: $c }) { comment { id } } }', {
    c: { ...body, discussionId: discussionPath.split('/')[2] },
  });
  if (errors) throw new Error(`write: ${JSON.stringify(errors).slice(0, 500)}`);
}

async function openWatched(browser: Browser, hasPolicy: boolean): Promise<{ page: Page; watch: Watch; close: () => Promise<void> }> {
  const context: BrowserContext = await browser.newContext({
    baseURL: talk.site.origin,
    viewport: { width: 1280, height: 860 },
    serviceWorkers: 'block',
  });
  const watch = await watchContext(context);
  if (!hasPolicy) await stripPolicy(context);
  return { page: await context.newPage(), watch, close: () => context.close() };
}

async function expectNothing(watch: Watch, active: readonly string[], where: string): Promise<void> {
  expect({ where, ran: [...watch.hits], faults: watch.faults, active }).toEqual({ where, ran: [], faults: [], active: [] });
}

function markdownOf({ kind, text }: XssVector): string {
  return kind === 'markup' ? text : `[x](${text}) <${text}> ![x](<${text}>)`;
}

function clipboardOf({ kind, text }: XssVector): Record<string, string> {
  if (kind === 'markup') return { 'text/html': `<p>a</p>${text}<p>b</p>`, 'text/plain': text };
  const value = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return { 'text/html': `<a href="${value}">x</a><img src="${value}"><iframe src="${value}"></iframe>` };
}

/** In the page: pastes one clipboard after the other, as the system would. */
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

/** Without what PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll(String.raw`\u0000`, '').replaceAll('\u0000', '');
}
