import { fileURLToPath } from 'node:url';
import { signInAt } from './support/api-client.ts';
import { answer, begin, clipByTitle, commentWith, openPanel, panelOf, write } from './support/comment-journey.ts';
import { expect, expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll, test } from './support/journey.ts';
import { failOperations, openTalkSite, type TalkSite, watchOperations } from './support/talk-site.ts';

const picture = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

// One site for the file: what is written in one test is read by nobody else.
test.describe.configure({ mode: 'default' });

/** A second, and what two browsers take to draw on a busy machine. */
const liveMs = 2500;

let talk: TalkSite;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  talk = await openTalkSite();
});
test.afterAll(() => talk.close());
// Nobody may write more than 30 in ten minutes: what earlier tests wrote is not of these.
test.beforeEach(async () => {
  await talk.rows.run(
    `update app_public.comments set created_at = created_at - interval '15 minutes' where created_at > now() - interval '15 minutes'`,
  );
});

test('asker and author talk: newest first, in order, replies under what they answer, with their badges @DISC-05 @DISC-06 @DISC-12', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'One component, line by line');
  await talk.rows.run(
    `insert into app_public.contributions (course_id, book_id, user_id, title) select course_id, book_id, $2, 'AUTHOR' from app_public.clips where id = $1`,
    [clip.id, talk.site.person('author').id],
  );
  const { commentId: older } = await begin(talk.asker, clip.id, 'An older question.');
  const one = await talk.enter(browser, 'learner');
  const two = await talk.enter(browser, 'author');
  const listening = [one.page, two.page].map((page) => page.waitForResponse((response) => response.url().includes('/events?clip=')));
  const here = await openPanel(one.page, clip.id);
  const there = await openPanel(two.page, clip.id);
  await expect(commentWith(there, 'An older question.')).toBeVisible();
  await Promise.all(listening);

  await write(here, 'Add your comment', 'Why a ref and not a reactive?');
  await one.page.keyboard.press('Control+Enter');
  const mine = commentWith(here, 'Why a ref and not a reactive?');
  await expect(mine).toBeVisible();
  // It arrives within a second, first of all, and nobody asked for it.
  const arrived = commentWith(there, 'Why a ref and not a reactive?');
  await expect(arrived).toBeVisible({ timeout: liveMs });
  await expect(there.getByRole('article').first()).toContainText('Why a ref and not a reactive?');
  await expect(there.getByRole('article').last()).toContainText('An older question.');

  await arrived.getByRole('button', { name: 'Reply' }).click();
  await write(there, 'Add your reply', 'A ref can be replaced whole.');
  await two.page.keyboard.press('Control+Enter');
  await expect(commentWith(there, 'A ref can be replaced whole.')).toBeVisible();
  await expect(here.getByRole('button', { name: '1 reply', exact: true })).toBeVisible({ timeout: liveMs });
  await expect(commentWith(here, 'A ref can be replaced whole.')).toBeHidden();
  await here.getByRole('button', { name: '1 reply', exact: true }).click();
  const theirs = commentWith(here, 'A ref can be replaced whole.');
  await expect(theirs).toBeVisible();
  await mine.getByRole('button', { name: 'Reply' }).click();
  await expect(mine.getByRole('button', { name: 'Reply' })).toHaveAttribute('aria-expanded', 'true');
  await mine.getByRole('button', { name: 'Reply' }).click();
  await expect(here.getByRole('textbox', { name: 'Add your reply' })).toBeHidden();
  await mine.getByRole('button', { name: 'Reply' }).click();
  await write(here, 'Add your reply', 'Thank you.');
  await one.page.keyboard.press('Control+Enter');
  await expect(here.getByRole('button', { name: '2 replies', exact: true })).toBeVisible();
  // Newest discussion first; within it the order in which things were said.
  const said = here.getByRole('article');
  await expect(said.nth(0)).toContainText('Why a ref and not a reactive?');
  await expect(said.nth(1)).toContainText('A ref can be replaced whole.');
  await expect(said.nth(2)).toContainText('Thank you.');
  await here.getByRole('button', { name: '2 replies', exact: true }).click();
  await expect(theirs).toBeHidden();
  await here.getByRole('button', { name: '2 replies', exact: true }).click();

  // Badges: the author of the course, staff, and who began the discussion, but not on what began it.
  await expect(theirs.getByText('Course Author', { exact: true })).toBeVisible();
  await expect(commentWith(here, 'Thank you.').getByText('Discussion Author', { exact: true })).toBeVisible();
  await expect(mine.getByText('Discussion Author', { exact: true })).toHaveCount(0);
  await expect(mine.getByText('Course Author', { exact: true })).toHaveCount(0);
  const admin = await signInAt(talk.site.origin, talk.site.person('admin'));
  const discussionId = (await mine.locator('a[href^="/discussions/"]').getAttribute('href'))?.split(/[/#]/)[2] ?? '';
  await answer(admin, discussionId, (await mine.getAttribute('id')) ?? '', 'Moved to the right clip.');
  await expect(commentWith(here, 'Moved to the right clip.').getByText('Admin', { exact: true })).toBeVisible();
  const avatar = await mine.locator('[data-initials], img').first().boundingBox();
  expect(avatar).toMatchObject({ width: 32, height: 32 });
  expect(older).not.toBe('');
  expect([...one.said, ...two.said]).toEqual([]);
  await one.context.close();
  await two.context.close();
});

test('pictures in comments are thumbnails that open full size @DISC-06', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'Dark without glare');
  const { context, page } = await talk.enter(browser, 'learner');
  const panel = await openPanel(page, clip.id);
  await write(panel, 'Add your comment', 'My screen:');
  await page.keyboard.press('Enter');
  // The menus are loaded after the text.
  await panel.locator('input[type=file]').waitFor({ state: 'attached' });
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.type('/image');
  await page.getByRole('option', { name: 'Image' }).first().click();
  await (await chooser).setFiles(picture);
  await expect(panel.locator('.ProseMirror figure img[src^="/media/a/"]')).toBeVisible();
  await panel.getByRole('button', { name: 'Send' }).click();
  const shownPicture = commentWith(panel, 'My screen:').locator('figure img');
  await expect(shownPicture).toBeVisible();
  await expect
    .poll(async () => shownPicture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThanOrEqual(200);
  const shown = await shownPicture.boundingBox();
  expect(Math.max(shown?.width ?? 0, shown?.height ?? 0)).toBe(200);
  const opened = context.waitForEvent('page');
  await commentWith(panel, 'My screen:')
    .getByRole('link', { name: /^Open the picture/ })
    .click();
  const whole = await opened;
  await whole.waitForLoadState();
  expect(new URL(whole.url()).pathname).toMatch(/^\/media\/a\/[a-z0-9]+\/(?:full|1600)\.webp$/);
  await context.close();
});

test('an admin deletes by the menu; the words are gone, the replies stay; a failure says nothing @DISC-07 @DISC-11', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'Errors you can carry');
  const { discussionId, commentId } = await begin(talk.asker, clip.id, 'Buy canaries-4711 here.');
  await answer(talk.author, discussionId, commentId, 'Please do not.');
  const learner = await talk.enter(browser, 'anotherLearner');
  const plain = await openPanel(learner.page, clip.id);
  await commentWith(plain, 'canaries-4711').getByRole('button', { name: 'More about this comment' }).click();
  await expect(learner.page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
  await expect(learner.page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await learner.context.close();

  const { context, page, said } = await talk.enter(browser, 'admin');
  const panel = await openPanel(page, clip.id);
  const comment = commentWith(panel, 'canaries-4711');
  const ask = async () => {
    await comment.getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete this comment?' });
    await expect(dialog.getByText('Are you sure you want to delete this comment?', { exact: true })).toBeVisible();
    await expectAccessible(page);
    return dialog;
  };
  let dialog = await ask();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(comment).toBeVisible();

  await failOperations(page, 'deleting');
  dialog = await ask();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(comment).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  expect(said.join('\n')).toContain('The comment could not be deleted.');
  await page.unroute('**/graphql');

  const sent = watchOperations(page, 'deleting');
  dialog = await ask();
  const refetched = page.waitForResponse(
    (response) => response.url().endsWith('/graphql') && (response.request().postData() ?? '').includes(`"id":"${commentId}"}`),
  );
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await refetched;
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({
    variables: { id: commentId, patch: { deleted: true, deletedAt: expect.any(String) } },
  });
  await expect(panel).not.toContainText('canaries-4711');
  await expect(panel.getByText('This comment was deleted.')).toBeVisible();
  await panel.getByRole('button', { name: '1 reply', exact: true }).click();
  await expect(commentWith(panel, 'Please do not.')).toBeVisible();
  // No answer of the server has the words.
  for (const path of [`/discussions/${discussionId}`, `/discussions?clip=${clip.id}`, `/clips/${clip.id}`])
    expect(await (await fetch(`${talk.site.origin}${path}`)).text(), path).not.toContain('canaries-4711');
  const { data } = await talk.author.run(
    `{ commentById(id: "${commentId}") { deleted bodyDelta bodyMarkdown bodyHtml withheldBodyDelta } }`,
  );
  expect(data).toEqual({ commentById: { deleted: true, bodyDelta: null, bodyMarkdown: null, bodyHtml: null, withheldBodyDelta: null } });
  await context.close();
});

test('the time leads to the comment, marked also far down, and can be read without JavaScript @DISC-08 @DISC-05', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'Pipes, at length');
  const { discussionId, commentId } = await begin(talk.asker, clip.id, 'How long may a pipe be?');
  await talk.rows.run(
    `insert into app_public.comments (discussion_id, user_id, parent_id, body_delta, body_markdown, body_html, created_at)
      select $1, $2, case when n % 3 = 0 then $3::uuid end, jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph',
        'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Pipe number ' || n || ' of many.'))))), 'Pipe number ' || n || ' of many.',
        '<p>x</p>', now() + n * interval '1 second' from generate_series(1, 260) n`,
    [discussionId, talk.site.person('author').id, commentId],
  );
  const { context, page, said } = await talk.enter(browser, null);
  const panel = await openPanel(page, clip.id);
  const time = commentWith(panel, 'How long may a pipe be?').locator('a', { has: page.locator('time') });
  await expect(time).toHaveAttribute('href', `/discussions/${discussionId}#${commentId}`);
  await time.click();
  await expect(page).toHaveURL(`/discussions/${discussionId}#${commentId}`);
  await expect(page.locator(`article[id="${commentId}"]`)).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('article[aria-current]')).toHaveCount(1);
  const ground = (id: string) => page.locator(`article[id="${id}"]`).evaluate((element) => getComputedStyle(element).backgroundColor);
  const [last] = await talk.rows.run(`select id from app_public.comments where discussion_id = $1 order by created_at desc limit 1`, [
    discussionId,
  ]);
  const lastId = String(last?.['id']);
  await expect.poll(() => ground(commentId)).not.toBe('rgba(0, 0, 0, 0)');
  await expect(page.locator(`article[id="${lastId}"]`)).toHaveCount(0);

  await page.goto('about:blank');
  await page.goto(`/discussions/${discussionId}#${lastId}`);
  const marked = page.locator(`article[id="${lastId}"]`);
  await expect(marked).toHaveAttribute('aria-current', 'true');
  await expect(marked).toBeInViewport();
  await expect(marked).toContainText('Pipe number 260 of many.');
  await expect.poll(() => ground(lastId)).not.toBe('rgba(0, 0, 0, 0)');
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'More comments' }).click();
  await expect(commentWith(page, /Pipe number 150 of many/)).toBeVisible();
  expect(said).toEqual([]);
  await context.close();

  const still = await talk.enter(browser, null, { javaScriptEnabled: false });
  await still.page.goto(`/clips/${clip.id}`);
  await still.page.getByRole('link', { name: 'Comments', exact: true }).click();
  await expect(commentWith(still.page, 'How long may a pipe be?')).toBeVisible();
  await still.page
    .getByRole('link', { name: /^The whole discussion/ })
    .first()
    .click();
  await expect(commentWith(still.page, 'Pipe number 3 of many.')).toBeVisible();
  // What comes near by scrolling gets its true height, and the link its place.
  const more = still.page.getByRole('link', { name: 'More comments' });
  await more.scrollIntoViewIfNeeded();
  await more.click();
  await expect(commentWith(still.page, 'Pipe number 150 of many.')).toBeVisible();
  await still.context.close();
});

test('a comment on a second carries it, and its link plays the video from there @DISC-09', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'The night train');
  const { context, page } = await talk.enter(browser, 'learner');
  await page.goto(`/clips/${clip.id}`);
  await page.getByRole('button', { name: /^Play / }).click();
  const second = () => page.locator('aside video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(second).toBeGreaterThan(2.2);
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  const panel = panelOf(page);
  await write(panel, 'Add your comment', 'What happens here?');
  await page.keyboard.press('Control+Enter');
  await expect(commentWith(panel, 'What happens here?')).toBeVisible();
  const [stored] = await talk.rows.run(
    `select d.timecode_start from app_public.discussions d join app_public.comments c on c.discussion_id = d.id where c.body_markdown = 'What happens here?'`,
  );
  expect(Number(stored?.['timecode_start'])).toBeGreaterThanOrEqual(2);

  await talk.rows.run(`update app_public.discussions set timecode_start = 7 where clip_id = $1`, [clip.id]);
  await page.goto(`/clips/${clip.id}`);
  await expect(page.getByRole('button', { name: /^Play / })).toBeEnabled();
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  await panelOf(page).getByRole('button', { name: 'Go to 0:07 of the video' }).click();
  await expect(panelOf(page)).toBeHidden();
  await expect.poll(second).toBeGreaterThanOrEqual(7);
  // On the seek bar it is a mark, which goes there and opens it.
  const mark = page.getByRole('group', { name: 'Comments on the video' }).getByRole('button', { name: '1 comment at 0:07' });
  await page.locator('aside video').evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 1;
  });
  await expect.poll(second).toBeLessThan(2);
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect.poll(second).toBeGreaterThanOrEqual(7);
  await expect(commentWith(panelOf(page), 'What happens here?')).toBeVisible();
  await page.keyboard.press('Escape');
  // The page of the discussion leads there, too.
  await page.goto(`/discussions?clip=${clip.id}`);
  await page.getByRole('link', { name: 'Go to 0:07 of the video' }).click();
  await expect(page).toHaveURL(`/clips/${clip.id}?t=7`);
  await page.getByRole('button', { name: /^Play / }).click();
  await expect.poll(second).toBeGreaterThanOrEqual(7);
  await context.close();
});

test('what fails says nothing, is logged, and loses not a word @DISC-11', async ({ browser }) => {
  const clip = await clipByTitle(talk.asker, 'Motion, with reason');
  await begin(talk.author, clip.id, 'Which reason is yours?');
  const { context, page, said } = await talk.enter(browser, 'learner');
  const panel = await openPanel(page, clip.id);
  await failOperations(page, 'writing');
  await write(panel, 'Add your comment', 'A reason of many words.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => said.join('\n')).toContain('The comment could not be sent.');
  const form = panel.getByRole('form', { name: 'Add your comment' });
  await expect(form.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expect(form.getByRole('textbox')).toHaveText('A reason of many words.');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await expect(panel.getByRole('article')).toHaveCount(1);

  await failOperations(page, 'reacting');
  await panel.getByRole('button', { name: 'React' }).click();
  await page.getByRole('menuitem', { name: 'Thanks' }).click();
  await expect.poll(() => said.join('\n')).toContain('The reaction could not be saved.');
  await expect(panel.getByRole('button', { name: /^Thanks, / })).toHaveCount(0);

  // Not even by leaving.
  await page.unroute('**/graphql');
  await page.reload();
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  await expect(panelOf(page).getByRole('textbox', { name: 'Add your comment' })).toHaveText('A reason of many words.');
  await panelOf(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(commentWith(panelOf(page), 'A reason of many words.')).toBeVisible();
  await page.reload();
  await page.getByRole('group', { name: 'What to do with this clip' }).getByRole('link', { name: 'Comments' }).click();
  await expect(panelOf(page).getByRole('button', { name: 'Add your comment' })).toBeVisible();
  await context.close();
});

test('one edits and deletes what is one’s own, reacts, and sees others do so at once, also after a lost connection @DISC-12', async ({
  browser,
}) => {
  const clip = await clipByTitle(talk.asker, 'Ownership on a whiteboard');
  const { discussionId, commentId } = await begin(talk.asker, clip.id, 'Who owns teh box?');
  const one = await talk.enter(browser, 'learner');
  const two = await talk.enter(browser, 'anotherLearner');
  const here = await openPanel(one.page, clip.id);
  const listening = two.page.waitForResponse((response) => response.url().includes('/events?clip='));
  const there = await openPanel(two.page, clip.id);
  expect((await listening).headers()['content-type']).toContain('text/event-stream');
  const theirs = commentWith(there, /Who owns t/);
  await expect(theirs).toBeVisible();

  const mine = commentWith(here, /Who owns t/);
  await mine.getByRole('button', { name: 'More about this comment' }).click();
  await one.page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = here.getByRole('textbox', { name: 'Edit your comment' });
  await expect(field).toBeFocused();
  await one.page.keyboard.press('Control+a');
  await one.page.keyboard.type('Who owns the box?');
  await here.getByRole('button', { name: 'Save' }).click();
  await expect(commentWith(here, 'Who owns the box?')).toContainText('edited');
  await expect(commentWith(there, 'Who owns the box?')).toContainText('edited', { timeout: liveMs });
  const { data } = await talk.asker.run(`{ commentById(id: "${commentId}") { edited editedAt } }`);
  expect(data).toEqual({ commentById: { edited: true, editedAt: expect.any(String) } });

  await theirs.getByRole('button', { name: 'React' }).click();
  await two.page.getByRole('menuitem', { name: 'Thanks' }).click();
  await expect(theirs.getByRole('button', { name: 'Thanks, 1' })).toHaveAttribute('aria-pressed', 'true');
  await expect(mine.getByRole('button', { name: 'Thanks, 1' })).toHaveAttribute('aria-pressed', 'false', { timeout: liveMs });
  await theirs.getByRole('button', { name: 'Thanks, 1' }).click();
  await expect(theirs.getByRole('button', { name: /^Thanks/ })).toHaveCount(0);

  // Somebody else's words are not one's own.
  await theirs.getByRole('button', { name: 'More about this comment' }).click();
  await expect(two.page.getByRole('menuitem')).toHaveText(['Follow or mute', 'Report']);
  await two.page.getByRole('menuitem', { name: 'Report' }).click();
  await two.page.getByRole('dialog', { name: 'Report comment' }).getByLabel('Spam or advertising').check();
  await two.page.getByRole('dialog', { name: 'Report comment' }).getByRole('button', { name: 'Report' }).click();
  await expect(two.page.getByRole('dialog', { name: 'Report comment' })).toBeHidden();
  await expect
    .poll(async () => (await talk.rows.run('select reason from app_public.comment_reports where comment_id = $1', [commentId]))[0])
    .toEqual({ reason: 'SPAM' });

  // What was missed while the connection was away is asked for when it stands again.
  await two.context.setOffline(true);
  await answer(talk.author, discussionId, commentId, 'You do, for now.');
  await begin(talk.author, clip.id, 'And who holds the pen?');
  await two.context.setOffline(false);
  await expect(commentWith(there, 'And who holds the pen?')).toBeVisible({ timeout: 15_000 });
  await expect(there.getByRole('button', { name: '1 reply', exact: true })).toBeVisible();

  // What arrives pushes down what is below: pressed meanwhile, it would be missed.
  await expect(commentWith(here, 'And who holds the pen?')).toBeVisible();
  await mine.getByRole('button', { name: 'More about this comment' }).click();
  await one.page.getByRole('menuitem', { name: 'Delete' }).click();
  await one.page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(here.getByText('This comment was deleted.')).toBeVisible();
  await expect(there.getByText('This comment was deleted.')).toBeVisible({ timeout: liveMs });
  await one.context.close();
  await two.context.close();
});
