import type { Locator, Page } from '@playwright/test';
import { tabTo } from './support/by-keyboard.ts';
import { panelOf as commentsOf } from './support/comment-journey.ts';
import { confirm } from './support/destructive-buttons.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, signIn, test } from './support/journey.ts';
import { bookOf, keep } from './support/offline-copy.ts';
import { suffix } from './support/people.ts';
import { selectWords } from './support/select-words.ts';
import type { SiteRows } from './support/site-rows.ts';

// Without a connection, requests fail: that is what these tests are about.
test.use({ expectedErrors: [/Failed to load resource|net::ERR_|Failed to fetch|We couldn’t|Error loading route module/] });

const outbox = (page: Page): Locator => page.getByRole('region', { name: 'Waiting to be sent' });
const entries = (page: Page): Locator => outbox(page).getByRole('listitem');
const noteOf = (page: Page): Locator => page.getByRole('dialog', { name: /^(?:New|Your) note$/ });
const isDone = (page: Page): Locator => page.getByRole('button', { name: 'Done', pressed: true });

/** Opens a chapter, and waits until the page reacts to selections. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Comment on a paragraph' })).toBeAttached();
}

async function writeNote(page: Page, words: string, text: string): Promise<void> {
  await selectWords(page, words);
  await page.keyboard.press('Control+Alt+n');
  await expect(noteOf(page).getByText(words)).toBeVisible();
  await noteOf(page).getByRole('textbox', { name: 'Note' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(noteOf(page)).toBeHidden();
}

async function writeComment(page: Page, words: string, text: string): Promise<void> {
  await selectWords(page, words);
  await page.keyboard.press('Control+Alt+m');
  const field = commentsOf(page).getByRole('textbox', { name: 'Add your comment' });
  await expect(field).toBeFocused();
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
}

/** Returns what the site has stored of a reader. */
async function storedOf(rows: SiteRows, userId: string): Promise<unknown> {
  const [row] = await rows.run(
    `select (select coalesce(json_agg(coalesce(body, quote) order by created_at, id), '[]') from app_public.notes where user_id = $1) as notes,
       (select coalesce(json_agg(body_markdown order by created_at, id), '[]') from app_public.comments where user_id = $1) as comments,
       (select coalesce(json_agg(reason), '[]') from app_public.user_progresses where user_id = $1) as done`,
    [userId],
  );
  return row;
}

test('what a reader does without a connection is sent later, once, and survives a reload @OFFLINE-02', { tag: '@desk' }, async ({
  page,
  people,
  context,
  rows,
}) => {
  test.slow();
  const mark = suffix();
  // Too long to be read to its end by opening it.
  const rest = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} is about something else, and there is more after it.`).join('\n\n');
  const book = await bookOf(people, [`A queue has a front. It has a back.\n\n${rest}`, 'Served.']);
  const path = book.lessons[0]?.path ?? '';
  const reader = await people.enter('pro');
  await keep(page, book.path);
  await context.setOffline(true);
  await open(page, path);

  await test.step('“Done”, a note, a highlight and a comment wait, by keyboard', async () => {
    await tabTo(page.getByRole('button', { name: 'Mark as done' }));
    await page.keyboard.press('Enter');
    await expect(isDone(page)).toBeVisible();
    await expect(page.getByRole('article').getByRole('status').filter({ hasText: 'Waiting to be sent' })).toBeVisible();
    await writeNote(page, 'A queue has a front.', `Note ${mark}`);
    await expect(page.getByRole('button', { name: 'Your note on “A queue has a front.”.' })).toBeVisible();
    await selectWords(page, 'It has a back.');
    await page.getByRole('button', { name: 'Highlight', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(entries(page)).toHaveCount(2);
    await writeComment(page, 'front', `Comment ${mark}`);
    await expect(
      commentsOf(page)
        .getByRole('paragraph')
        .filter({ hasText: `Comment ${mark}` }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(entries(page)).toHaveCount(3);
    await expectNoSidewaysScroll(page);
  });

  await test.step('a note that waits is changed, after the page was closed', async () => {
    await open(page, path);
    await expect(isDone(page)).toBeVisible();
    await expect(entries(page)).toHaveCount(3);
    await expectAccessibleInBothThemes(page);
    // Its control is a list, because the words of all three share a line.
    await entries(page).first().getByRole('button', { name: 'Copy text: Your note' }).focus();
    await page
      .getByRole('button', { name: /on this line\.$|^Your note on/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Your note on “A queue has a front.”.' }).last().click();
    const field = noteOf(page).getByRole('textbox', { name: 'Note' });
    await expect(field).toHaveValue(`Note ${mark}`);
    await field.fill(`Changed ${mark}`);
    await page.keyboard.press('Control+Enter');
    await expect(noteOf(page)).toBeHidden();
    await expect(entries(page).filter({ hasText: `Changed ${mark}` })).toHaveCount(1);
  });

  await test.step('the list of what is kept shows it, and offers no sign-in', async () => {
    await page.goto('/library/offline');
    await expect(page.getByText('No connection. You can read what’s listed here')).toBeVisible();
    await expect(entries(page)).toHaveCount(4);
    await expect(entries(page).first()).toContainText('Marked as done');
    await expect(page.getByRole('banner').getByRole('link', { name: /Sign/ })).toHaveCount(0);
    await expectAccessibleInBothThemes(page);
    await expectNoSidewaysScroll(page);
  });

  expect(await storedOf(rows, reader.id)).toEqual({ notes: [], comments: [], done: [] });
  const other = await context.newPage();
  await other.goto('/library/offline');
  await expect(entries(other)).toHaveCount(4);
  const sent: string[] = [];
  context.on('request', (request) => {
    const name = /"(?:addNote|createDiscussionWithComment|setLessonCompleted)"/.exec(request.postData() ?? '');
    if (name || request.headers()['newline-author'] !== undefined) sent.push(request.url());
  });
  await context.setOffline(false);

  await test.step('back online, two tabs send everything once', async () => {
    await expect(outbox(page)).toHaveCount(0);
    await expect(outbox(other)).toHaveCount(0);
    const wanted = { notes: [`Changed ${mark}`, 'It has a back.'], comments: [`Comment ${mark}`], done: ['BY_HAND'] };
    expect(await storedOf(rows, reader.id)).toEqual(wanted);
    expect(sent).toHaveLength(4);
    await other.close();
    await open(page, path);
    await expect(isDone(page)).toBeVisible();
    await expect(outbox(page)).toHaveCount(0);
    await expect(page.getByRole('article').getByText('Waiting to be sent')).toHaveCount(0);
    expect(await storedOf(rows, reader.id)).toEqual(wanted);
  });
});

test('a note and a comment whose responses are lost are stored once @OFFLINE-02', { tag: '@desk' }, async ({ page, people, rows }) => {
  const mark = suffix();
  const book = await bookOf(people, ['A queue has a front. It has a back.', 'Served.']);
  const reader = await people.enter('pro');
  await open(page, book.lessons[0]?.path ?? '');
  // The site stores it, and the connection breaks before its response.
  let lost = 0;
  await page.route('/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes(mark)) return route.continue();
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await writeNote(page, 'A queue has a front.', `Note ${mark}`);
  await expect(entries(page)).toHaveCount(1);
  await writeComment(page, 'back', `Comment ${mark}`);
  await expect(
    commentsOf(page)
      .getByRole('paragraph')
      .filter({ hasText: `Comment ${mark}` })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entries(page)).toHaveCount(2);
  expect(lost).toBeGreaterThanOrEqual(2);
  await page.unroute('/graphql');
  await page.reload();
  await expect(outbox(page)).toHaveCount(0);
  expect(await storedOf(rows, reader.id)).toMatchObject({ notes: [`Note ${mark}`], comments: [`Comment ${mark}`] });
});

test('a refusal keeps the text, in a window of 390 px @OFFLINE-02', { tag: '@desk' }, async ({ page, people, context, rows }) => {
  test.slow();
  const mark = suffix();
  const book = await bookOf(people, ['Free.', 'Only for subscribers. They read it.']);
  const path = book.lessons[1]?.path ?? '';
  await page.setViewportSize({ width: 390, height: 844 });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const reader = await people.enter('pro');
  await keep(page, book.path);
  await context.setOffline(true);
  await open(page, path);
  await writeNote(page, 'Only for subscribers.', `Note ${mark} ${'that is long '.repeat(20)}`);
  await writeComment(page, 'They read it.', `Comment ${mark}`);
  await page.keyboard.press('Escape');
  await expect(entries(page)).toHaveCount(2);
  await expectNoSidewaysScroll(page);

  await rows.run(`update app_public.entitlements set ends_at = now() where user_id = $1`, [reader.id]);
  await context.setOffline(false);
  await page.goto('/library/offline');
  await expect(entries(page).filter({ hasText: 'Not sent' })).toHaveCount(2);
  await expect(entries(page).first()).toContainText(`Note ${mark}`);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);

  await test.step('the text is copied', async () => {
    await tabTo(page.getByRole('button', { name: 'Copy text: Your comment' }));
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Comment ${mark}`);
  });

  await test.step('it is discarded, or sent again once that is possible', async () => {
    await page.getByRole('button', { name: 'Discard this comment' }).click();
    await confirm(page, 'Discard this comment?', 'Discard');
    await expect(entries(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Try again: Your note' }).click();
    await expect(entries(page).filter({ hasText: 'Not sent' })).toHaveCount(1);
    await rows.run(`update app_public.entitlements set ends_at = null where user_id = $1`, [reader.id]);
    await page.getByRole('button', { name: 'Try again: Your note' }).click();
    await expect(outbox(page)).toHaveCount(0);
    expect(await storedOf(rows, reader.id)).toMatchObject({ notes: [expect.stringContaining(mark)], comments: [] });
  });
});

test('signing out asks about what waits, and another user neither sees nor sends it @OFFLINE-02', { tag: '@desk' }, async ({
  page,
  people,
  context,
  rows,
}) => {
  test.slow();
  const mark = suffix();
  const book = await bookOf(people, ['A queue has a front.', 'Served.']);
  const path = book.lessons[0]?.path ?? '';
  const reader = await people.enter('pro');
  const other = await people.make('pro');
  const write = async () => {
    await keep(page, book.path);
    await context.setOffline(true);
    await open(page, path);
    await writeNote(page, 'A queue has a front.', `Secret ${mark}`);
    await expect(entries(page)).toHaveCount(1);
  };

  await test.step('the session ends elsewhere, and another user signs in', async () => {
    await write();
    await rows.run(`delete from auth."session" where "userId" = $1`, [reader.id]);
    await context.setOffline(false);
    await signIn(page, other);
    await open(page, path);
    await expect(outbox(page)).toHaveCount(0);
    await page.goto('/library/offline');
    await expect(page.getByRole('heading', { name: 'Nothing is available offline yet' })).toBeVisible();
    await expect(outbox(page)).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(mark);
    expect(await storedOf(rows, other.id)).toMatchObject({ notes: [] });
    expect(await storedOf(rows, reader.id)).toMatchObject({ notes: [] });
  });

  await test.step('signing out with something refused asks first', async () => {
    await signIn(page, reader);
    await write();
    await rows.run(`update app_public.books set is_published = false where id = $1`, [book.id]);
    await context.setOffline(false);
    await page.goto('/library/offline');
    await expect(entries(page).filter({ hasText: 'Not sent' })).toHaveCount(1);
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.click();
    await expect(page.getByRole('link', { name: 'Waiting to be sent: 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out and delete what’s waiting?' });
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(entries(page)).toHaveCount(1);
    await account.click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const left = page.waitForURL('/');
    await question.getByRole('button', { name: 'Sign out' }).click();
    await left;
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(mark);
  });
});
