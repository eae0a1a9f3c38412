import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { answer, begin, commentWith, openPanel, panelOf, watchOperations, write } from './support/comment-journey.ts';
import { expect, expectAccessible, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

const image = fileURLToPath(new URL('../db/demo/media/videos/effect-2x7k/poster.webp', import.meta.url));

/** Holds every upload of the page until the test lets it continue or fail. */
async function holdUploads(page: Page): Promise<{ finish: () => Promise<void>; fail: () => Promise<void> }> {
  let held: { go: () => Promise<void>; fail: () => Promise<void> }[] = [];
  await page.route('**/graphql', async (route) => {
    if (!(route.request().headers()['content-type'] ?? '').startsWith('multipart/')) return route.fallback();
    held.push({ go: () => route.continue(), fail: () => route.abort('connectionreset') });
  });
  const each = async (what: 'go' | 'fail') => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const now = held;
    held = [];
    for (const upload of now) await upload[what]();
  };
  return { finish: () => each('go'), fail: () => each('fail') };
}

/** Adds an image at the caret of an open editor, with its menu. */
async function addImage(page: Page, scope: Locator): Promise<void> {
  await scope.locator('input[type=file]').waitFor({ state: 'attached' });
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.type('/image');
  await page.getByRole('option', { name: 'Image' }).first().click();
  await (await chooser).setFiles(image);
  await expect(scope.getByRole('progressbar', { name: /^Uploading / })).toBeVisible();
}

/** Answers the browser's next dialog and returns its message. */
async function answerQuestion(page: Page, isAgreed: boolean, work: () => Promise<unknown>): Promise<string> {
  const event = page.waitForEvent('dialog');
  const done = work();
  const dialog = await event;
  if (isAgreed) await dialog.accept();
  else await dialog.dismiss();
  await done;
  return dialog.type() === 'beforeunload' ? dialog.type() : dialog.message();
}

test('a comment waits for its images, or is sent without them if the user says so; leaving meanwhile asks first @EDIT-03 @DISC-04', async ({
  page,
  people,
  rows,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_CONNECTION_RESET/, /image upload/);
  const learner = await people.enter('learner');
  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(await people.at(learner), clip.id, '# Where is it?\n\nNot at https://example.com/a.');
  const uploads = await holdUploads(page);
  const panel = await openPanel(page, clip.id);
  const sent = watchOperations(page, 'writing');
  const send = panel.getByRole('button', { name: /^Send/ }).last();

  await test.step('an uploading image counts as content, and Send waits for it', async () => {
    await write(panel, 'Add your comment', '');
    await addImage(page, panel);
    await expect(panel.getByText('Comment required')).toHaveCount(0);
    await send.click();
    await expect(panel.getByText('Sends as soon as the image is uploaded.')).toBeVisible();
    await expect(panel.getByText('Comment required')).toHaveCount(0);
    // There is nothing else that could be sent.
    await expect(panel.getByRole('button', { name: 'Send without the image' })).toHaveCount(0);
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Keep editing' }).click();
    await expect(panel.getByText('Sends as soon as the image is uploaded.')).toHaveCount(0);
    await panel.getByRole('textbox', { name: 'Add your comment' }).locator('p').last().click();
    await page.keyboard.type('My screen:');
    await send.click();
    await expect(panel.getByRole('button', { name: 'Send without the image' })).toBeVisible();
    expect(sent).toEqual([]);
  });

  await test.step('closing the panel and closing the page ask first, and change nothing if the answer is no', async () => {
    const question = 'An upload is still running. Stop it?';
    expect(await answerQuestion(page, false, () => page.keyboard.press('Escape'))).toBe(question);
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('progressbar', { name: /^Uploading / })).toBeVisible();
    expect(await answerQuestion(page, false, () => page.close({ runBeforeUnload: true }))).toBe('beforeunload');
  });

  await test.step('once its image has arrived, it is sent with it', async () => {
    await uploads.finish();
    await expect(commentWith(panel, 'My screen:').locator('figure img')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain('imageUploadPlaceholder');
  });

  await test.step('nothing is asked once no upload is running', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('a reply waits, too: one with a failed image says so, and is sent without it on request', async () => {
    await page.goto(`/discussions/${discussionId}`);
    await page.getByRole('link', { name: 'All discussions' }).click();
    await expect(page).toHaveURL(/\/discussions\?clip=/);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/discussions/${discussionId}`));
    const thread = page.getByRole('main');
    // The URL changes first; until the page follows, the list has a comment with the same words.
    await expect(thread.getByRole('link', { name: 'All discussions' })).toBeVisible();
    const question = commentWith(thread, 'Where is it?');
    await expect(question.getByRole('link', { name: 'https://example.com/a', exact: true })).toHaveAttribute(
      'href',
      'https://example.com/a',
    );
    await expect(question.getByRole('heading')).toHaveCSS('margin-top', '0px');
    await question.getByRole('button', { name: 'Reply' }).click();
    await write(thread, 'Add your reply', 'Here it is.');
    await page.keyboard.press('Enter');
    await addImage(page, thread);
    expect(await answerQuestion(page, false, () => thread.getByRole('link', { name: 'All discussions' }).click())).toBe(
      'An upload is still running. Stop it?',
    );
    expect(await answerQuestion(page, false, () => page.evaluate(() => history.forward()))).toBe('An upload is still running. Stop it?');
    await expect(page).toHaveURL(new RegExp(`/discussions/${discussionId}`));
    await expect(thread.getByRole('progressbar', { name: /^Uploading / })).toBeVisible();
    await thread.getByRole('textbox', { name: 'Add your reply' }).press('Control+Enter');
    await uploads.fail();
    await expect(thread.getByText("An image couldn't be uploaded. Try again or remove it.")).toBeVisible();
    await thread.getByRole('button', { name: 'Send without the image' }).click();
    await expect(commentWith(thread, 'Here it is.')).toBeVisible();
    await expect(commentWith(thread, 'Here it is.').locator('figure')).toHaveCount(0);
    expect(await answer(await people.at(learner), discussionId, commentId, 'And more.')).not.toBe('');
    await thread.getByRole('link', { name: 'All discussions' }).click();
    await expect(page).toHaveURL(/\/discussions\?clip=/);
    await expect(panelOf(page)).toHaveCount(0);
  });
});
