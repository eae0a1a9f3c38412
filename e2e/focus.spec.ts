import { begin, commentWith, openPanel, write } from './support/comment-journey.ts';
import { expect, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

test('sent text is in view, focused and announced; edited or deleted comments get the focus, too @DISC-03 @DISC-07', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const learner = await people.enter('learner');
  const clip = await makeClip(rows);
  const api = await people.at(learner);
  let discussionId = '';
  for (let index = 1; index <= 8; index += 1) {
    const lines = Array.from({ length: 8 }, (_, line) => `Line ${line} of question ${index}.`).join('\n\n');
    ({ discussionId } = await begin(api, clip.id, lines));
  }
  const panel = await openPanel(page, clip.id);

  await test.step('a new comment appears first, far above the scroll position', async () => {
    await panel.getByRole('article').last().scrollIntoViewIfNeeded();
    await write(panel, 'Add your comment', 'And this one?');
    await page.keyboard.press('Control+Enter');
    const mine = commentWith(panel, 'And this one?');
    await expect(mine).toBeInViewport();
    await expect(mine).toBeFocused();
    await expect(page.locator('body > [aria-live=polite]').filter({ hasText: /^Sent$/ })).toHaveCount(1);
  });

  await test.step('a reply as well', async () => {
    await commentWith(panel, 'And this one?').getByRole('button', { name: 'Reply' }).click();
    await write(panel, 'Add your reply', 'Answered.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Answered.')).toBeFocused();
  });

  await test.step('an edited comment has the focus once it is saved', async () => {
    const mine = commentWith(panel, 'Answered.');
    await mine.getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(panel.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused();
    await page.keyboard.type(' Twice.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(panel, 'Twice.')).toBeFocused();
  });

  await test.step('deleting leaves the focus on what is left of the comment', async () => {
    const mine = commentWith(panel, 'Twice.');
    const id = await mine.getAttribute('id');
    await mine.getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete comment' });
    // Enter must not delete anything.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(panel.locator(`[id="${id}"]`)).toContainText('This comment was deleted.');
    await expect(panel.locator(`[id="${id}"]`)).toBeFocused();
  });

  await test.step('on the page of a discussion', async () => {
    await page.goto(`/discussions/${discussionId}`);
    await page.getByRole('main').getByRole('button', { name: 'Reply' }).first().click();
    await write(page.getByRole('main'), 'Add your reply', 'Here, too.');
    await page.keyboard.press('Control+Enter');
    await expect(commentWith(page, 'Here, too.')).toBeFocused();
    await expect(page.locator('body > [aria-live=polite]').filter({ hasText: /^Sent$/ })).toHaveCount(1);
  });
});
