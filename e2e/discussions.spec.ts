import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { answer, begin, commentWith, failOperations, openPanel, watchOperations, write } from './support/comment-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { suffix } from './support/people.ts';
import type { SiteRows } from './support/site-rows.ts';
import { makeClip } from './support/things.ts';

const imageFile = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

/** Makes a user an author of a clip's course. */
const makeAuthorOf = (rows: SiteRows, clipId: string, userId: string) =>
  rows.run(
    `insert into app_public.contributions (course_id, book_id, user_id, title) select course_id, book_id, $2, 'AUTHOR' from app_public.clips where id = $1`,
    [clipId, userId],
  );
const isListening = (page: Page) => page.waitForResponse((response) => response.url().includes('/events?clip='));
const moreAbout = { name: 'More about this comment' };

test('two users talk: in order, with badges and images; they edit, react, report and delete, and see each other’s changes @DISC-05 @DISC-06 @DISC-12', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  // Errors of the interrupted connection.
  expectedErrors.push(/Failed to load resource/, /net::ERR/, /couldn’t (?:be )?(?:re)?load/);
  const asker = await people.enter('learner', 'Ada');
  const author = await people.make('author', 'Otto');
  const clip = await makeClip(rows);
  await makeAuthorOf(rows, clip.id, author.id);
  const [asking, authoring] = [await people.at(asker), await people.at(author)];
  const { commentId: older } = await begin(asking, clip.id, 'Who owns teh box?');
  const other = await people.open(author);
  const listening = [page, other].map(isListening);
  const here = await openPanel(page, clip.id);
  const there = await openPanel(other, clip.id);
  await expect(commentWith(there, 'Who owns teh box?')).toBeVisible();
  for (const stream of await Promise.all(listening)) expect(stream.headers()['content-type']).toContain('text/event-stream');

  const mine = commentWith(here, 'Why a ref and not a reactive?');
  const theirs = commentWith(here, 'A ref can be replaced whole.');
  await test.step('a new comment appears first for the other user, who didn’t reload', async () => {
    await write(here, 'Add your comment', 'Why a ref and not a reactive?');
    await page.keyboard.press('Control+Enter');
    await expect(mine).toBeVisible();
    await expect(there.getByRole('article').first()).toContainText('Why a ref and not a reactive?');
    await expect(there.getByRole('article').last()).toContainText('Who owns teh box?');
  });

  await test.step('replies are collapsed, oldest first; the form of each comment opens and closes', async () => {
    await commentWith(there, 'Why a ref and not a reactive?').getByRole('button', { name: 'Reply' }).click();
    await write(there, 'Add your reply', 'A ref can be replaced whole.');
    await other.keyboard.press('Control+Enter');
    await expect(commentWith(there, 'A ref can be replaced whole.')).toBeVisible();
    const folded = here.getByRole('button', { name: '1 reply', exact: true });
    await expect(folded).toBeVisible();
    await expect(theirs).toBeHidden();
    await folded.click();
    await expect(theirs).toBeVisible();
    const reply = mine.getByRole('button', { name: 'Reply' });
    await reply.click();
    await expect(reply).toHaveAttribute('aria-expanded', 'true');
    await reply.click();
    await expect(here.getByRole('textbox', { name: 'Add your reply' })).toBeHidden();
    await reply.click();
    await write(here, 'Add your reply', 'Thank you.');
    await page.keyboard.press('Control+Enter');
    const unfolded = here.getByRole('button', { name: '2 replies', exact: true });
    await expect(unfolded).toBeVisible();
    const said = here.getByRole('article');
    await expect(said.nth(0)).toContainText('Why a ref and not a reactive?');
    await expect(said.nth(1)).toContainText('A ref can be replaced whole.');
    await expect(said.nth(2)).toContainText('Thank you.');
    await unfolded.click();
    await expect(theirs).toBeHidden();
    await unfolded.click();
  });

  await test.step('badges mark the course’s author, administrators, and the discussion’s author, except on the first comment', async () => {
    await expect(theirs.getByText('Course Author', { exact: true })).toBeVisible();
    await expect(commentWith(here, 'Thank you.').getByText('Discussion Author', { exact: true })).toBeVisible();
    await expect(mine.getByText(/^(?:Discussion|Course) Author$/)).toHaveCount(0);
    const admin = await people.at(await people.make('admin'));
    const discussionId = (await mine.locator('a[href^="/discussions/"]').getAttribute('href'))?.split(/[/#]/)[2] ?? '';
    await answer(admin, discussionId, (await mine.getAttribute('id')) ?? '', 'Moved to the right clip.');
    await expect(commentWith(here, 'Moved to the right clip.').getByText('Admin', { exact: true })).toBeVisible();
    expect(await mine.locator('[data-initials], img').first().boundingBox()).toMatchObject({ width: 32, height: 32 });
  });

  await test.step('an image is a thumbnail that opens full size', async () => {
    await write(here, 'Add your comment', 'My screen:');
    await page.keyboard.press('Enter');
    // The menus are loaded after the text.
    await here.locator('input[type=file]').waitFor({ state: 'attached' });
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.type('/image');
    await page.getByRole('option', { name: 'Image' }).first().click();
    await (await chooser).setFiles(imageFile);
    await expect(here.locator('.ProseMirror figure img[src^="/media/a/"]')).toBeVisible();
    await here.getByRole('button', { name: 'Send' }).click();
    const shown = commentWith(here, 'My screen:').locator('figure img');
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeGreaterThanOrEqual(200);
    const box = await shown.boundingBox();
    expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeCloseTo(200, 0);
    const opened = page.context().waitForEvent('page');
    await commentWith(here, 'My screen:')
      .getByRole('link', { name: /^Open the image/ })
      .click();
    const whole = await opened;
    await whole.waitForLoadState();
    expect(new URL(whole.url()).pathname).toMatch(/^\/media\/a\/[a-z0-9]+\/(?:full|1600)\.webp$/);
    await whole.close();
  });

  const owned = commentWith(here, /Who owns t/);
  const seen = commentWith(there, /Who owns t/);
  await test.step('users edit their own comments', async () => {
    await owned.getByRole('button', moreAbout).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(here.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Who owns the box?');
    await here.getByRole('button', { name: 'Save' }).click();
    await expect(commentWith(here, 'Who owns the box?')).toContainText('edited');
    await expect(commentWith(there, 'Who owns the box?')).toContainText('edited');
    const { data } = await asking.run(`{ commentById(id: "${older}") { edited editedAt } }`);
    expect(data).toEqual({ commentById: { edited: true, editedAt: expect.any(String) } });
  });

  await test.step('a reaction is added and removed', async () => {
    await seen.getByRole('button', { name: 'React' }).click();
    await other.getByRole('menuitem', { name: 'Thanks' }).click();
    await expect(seen.getByRole('button', { name: 'Thanks, 1' })).toHaveAttribute('aria-pressed', 'true');
    await expect(owned.getByRole('button', { name: 'Thanks, 1' })).toHaveAttribute('aria-pressed', 'false');
    await seen.getByRole('button', { name: 'Thanks, 1' }).click();
    await expect(seen.getByRole('button', { name: /^Thanks/ })).toHaveCount(0);
  });

  await test.step('events missed while disconnected are loaded after reconnecting', async () => {
    await other.context().setOffline(true);
    await answer(authoring, (await discussionOf(rows, older)).id, older, 'You do, for now.');
    await begin(authoring, clip.id, 'And who holds the pen?');
    await other.context().setOffline(false);
    await expect(commentWith(there, 'And who holds the pen?')).toBeVisible();
    await expect(there.getByRole('button', { name: '1 reply', exact: true })).toBeVisible();
  });

  await test.step('users delete their own comments', async () => {
    // New content pushes down what is below: a click in the meantime would miss it.
    await expect(commentWith(here, 'And who holds the pen?')).toBeVisible();
    await owned.getByRole('button', moreAbout).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(here.getByText('This comment was deleted.')).toBeVisible();
    await expect(there.getByText('This comment was deleted.')).toBeVisible();
  });

  await test.step('others’ comments can’t be changed, but reported', async () => {
    await mine.getByRole('button', moreAbout).click();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    // The key belongs to the menu, even if nothing has the focus and the panel has been rendered again.
    await begin(authoring, clip.id, 'Who else is here?');
    await expect(commentWith(here, 'Who else is here?')).toBeVisible();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await theirs.getByRole('button', moreAbout).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Accept as answer', 'Report']);
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report comment' });
    await dialog.getByLabel('Spam or advertising').check();
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(() => rows.run('select reason from app_public.comment_reports where user_id = $1', [asker.id]))
      .toEqual([{ reason: 'SPAM' }]);
  });
});

async function discussionOf(rows: SiteRows, commentId: string): Promise<{ id: string }> {
  const [comment] = await rows.run('select discussion_id as id from app_public.comments where id = $1', [commentId]);
  return { id: String(comment?.['id']) };
}

test('failures show no message, are logged and lose no text; an administrator deletes a comment, its text is gone everywhere, and the replies stay @DISC-07 @DISC-11', async ({
  page,
  people,
  rows,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /couldn’t (?:send|save|delete)/);
  const logged = (words: string) => page.waitForEvent('console', (message) => message.text().includes(words));
  const [asker, author, mentioned] = [await people.make('learner'), await people.make('author'), await people.make('learner')];
  const [asking, authoring] = [await people.at(asker), await people.at(author)];
  const clip = await makeClip(rows);
  await makeAuthorOf(rows, clip.id, author.id);
  const [canary, sought] = [`canary${suffix()}`, `feather${suffix()}`];
  const { discussionId, commentId } = await begin(asking, clip.id, `Buy ${canary} and a ${sought}, @${mentioned.username}`);
  await answer(authoring, discussionId, commentId, 'Please do not.');

  const paths = [
    ...[`/discussions/${discussionId}`, `/discussions/${discussionId}.data`],
    ...[`/discussions?clip=${clip.id}`, `/discussions.data?clip=${clip.id}`, `/clips/${clip.id}`, `/clips/${clip.id}.data`],
    ...[`/@${asker.username}`, `/@${asker.username}.data`, `/search?q=${sought}`, '/notifications', '/notifications.data'],
    ...['/studio/inbox', '/studio/inbox.data', '/admin/comments', '/feeds/clips.atom', '/llms.txt', '/sitemap.xml', '/api/own-data'],
  ];
  const cookies = { visitor: '', author: authoring.cookie, mentioned: (await people.at(mentioned)).cookie };
  /** Returns what the live regions announce, and where. */
  const pathsWithCanary = async (): Promise<string[]> => {
    const open: string[] = [];
    for (const [who, cookie] of Object.entries(cookies))
      for (const path of paths) {
        const answered = await fetch(`${baseURL}${path}`, { redirect: 'manual', headers: { cookie } });
        if ((await answered.text()).includes(canary)) open.push(`${who} ${path}`);
      }
    return open;
  };
  await test.step('before, the text can be read everywhere (control)', async () => {
    const before = await pathsWithCanary();
    for (const door of [...paths.slice(0, 3).map((path) => `visitor ${path}`), 'mentioned /notifications', 'author /studio/inbox'])
      expect(before).toContain(door);
  });

  await people.enter('admin');
  let panel = await openPanel(page, clip.id);
  const comment = commentWith(panel, canary);
  const noAlert = () => expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await test.step('a comment that isn’t sent stays in its form', async () => {
    await failOperations(page, 'writing');
    await write(panel, 'Add your comment', 'A reason of many words.');
    const failed = logged('We couldn’t send your comment.');
    await page.keyboard.press('Control+Enter');
    await failed;
    const form = panel.getByRole('form', { name: 'Add your comment' });
    await expect(form.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
    await expect(form.getByRole('textbox')).toHaveText('A reason of many words.');
    await noAlert();
    await expect(panel.getByRole('article')).toHaveCount(1);
  });

  await test.step('a reaction that isn’t saved is undone', async () => {
    await failOperations(page, 'reacting');
    const failed = logged('We couldn’t save your reaction.');
    await comment.getByRole('button', { name: 'React' }).click();
    await page.getByRole('menuitem', { name: 'Thanks' }).click();
    await failed;
    await expect(panel.getByRole('button', { name: /^Thanks, / })).toHaveCount(0);
  });

  const ask = async () => {
    await comment.getByRole('button', moreAbout).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to delete this comment?' });
    await expect(dialog.getByText('Are you sure you want to delete this comment?', { exact: true })).toBeVisible();
    return dialog;
  };
  await test.step('deleting a comment asks first, and it stays if that fails', async () => {
    let dialog = await ask();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(comment).toBeVisible();
    await failOperations(page, 'deleting');
    dialog = await ask();
    const failed = logged('We couldn’t delete the comment.');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await failed;
    await expect(dialog).toBeHidden();
    await expect(comment).toBeVisible();
    await noAlert();
  });

  await test.step('even leaving loses no text; a sent comment isn’t restored', async () => {
    await page.unroute('**/graphql');
    panel = await openPanel(page, clip.id);
    await expect(panel.getByRole('textbox', { name: 'Add your comment' })).toHaveText('A reason of many words.');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(commentWith(panel, 'A reason of many words.')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
    panel = await openPanel(page, clip.id);
    await expect(panel.getByRole('button', { name: 'Add your comment' })).toBeVisible();
  });

  await test.step('deleted: one operation, the page’s data reloaded, the reply stays', async () => {
    const sent = watchOperations(page, 'deleting');
    const dialog = await ask();
    const refetched = page.waitForResponse(
      (response) =>
        response.url().endsWith('/graphql') && (response.request().postData() ?? '').includes(`"id":"${commentId}","hasAncestors"`),
    );
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await refetched;
    await expect(dialog).toBeHidden();
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({
      variables: { id: commentId, patch: { deleted: true, deletedAt: expect.any(String) } },
    });
    await expect(panel).not.toContainText(canary);
    await expect(panel.getByText('This comment was deleted.')).toBeVisible();
    await panel.getByRole('button', { name: '1 reply', exact: true }).click();
    await expect(commentWith(panel, 'Please do not.')).toBeVisible();
  });

  await test.step('no response of the server contains the text', async () => {
    expect(await pathsWithCanary()).toEqual([]);
    expect(await (await fetch(`${baseURL}/discussions/${discussionId}`)).text()).toContain('Please do not.');
    const { data } = await authoring.run(
      `{ commentById(id: "${commentId}") { deleted bodyDelta bodyMarkdown bodyHtml withheldBodyDelta } }`,
    );
    expect(data).toEqual({ commentById: { deleted: true, bodyDelta: null, bodyMarkdown: null, bodyHtml: null, withheldBodyDelta: null } });
  });
});
