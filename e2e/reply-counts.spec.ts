import { answer, begin, commentWith, openPanel, write } from './support/comment-journey.ts';
import { expect, test } from './support/journey.ts';
import { makeClip } from './support/things.ts';

test('the number of replies counts all below a comment, loaded or not, without deleted and hidden ones @DISC-05', {
  tag: '@desk',
}, async ({ page, people, rows }) => {
  const asker = await people.enter('learner');
  const api = await people.at(asker);
  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(api, clip.id, 'How many are below?');
  const reply = (parentId: string, text: string) => answer(api, discussionId, parentId, text);
  // Five direct replies and nine below them, none of which the page loads before the discussion is opened.
  const direct: string[] = [];
  for (let index = 1; index <= 5; index += 1) direct.push(await reply(commentId, `Direct reply ${index}.`));
  const [first = '', second = '', third = ''] = direct;
  for (let index = 1; index <= 4; index += 1) await reply(first, `Below the first ${index}.`);
  let chain = second;
  for (let index = 1; index <= 5; index += 1) chain = await reply(chain, `Down the chain ${index}.`);
  // Three more that don't count: a deleted one with a reply, one without, and a hidden one.
  const tombstone = await reply(third, 'Deleted, with a reply.');
  await reply(tombstone, 'Below the deleted one.');
  const gone = await reply(third, 'Deleted, without a reply.');
  const hidden = await reply(third, 'Waits for a moderator.');
  await rows.run('update app_public.comments set deleted = true, deleted_at = now() where id = any ($1)', [[tombstone, gone]]);
  await rows.run('update app_public.comments set hidden_at = now() where id = $1', [hidden]);

  const panel = await openPanel(page, clip.id);
  const root = panel.getByRole('button', { name: /^\d+\+? repl/ }).first();

  await test.step('before it is opened', async () => {
    await expect(root).toHaveText('15 replies');
    await expect(commentWith(panel, 'Direct reply 1.')).toHaveCount(0);
  });

  await test.step('opening it shows the same number, and each reply has its own', async () => {
    await root.click();
    await expect(commentWith(panel, 'Down the chain 5.')).toBeVisible();
    await expect(root).toHaveText('15 replies');
    // Deleted and hidden ones keep their positions and aren't counted.
    await expect(panel.getByRole('article')).toHaveCount(19);
    const numbers = await panel.getByRole('button', { name: /^\d+\+? repl/ }).allTextContents();
    expect(numbers).toEqual([
      '15 replies',
      '4 replies',
      '5 replies',
      '4 replies',
      '3 replies',
      '2 replies',
      '1 reply',
      '1 reply',
      '1 reply',
    ]);
  });

  await test.step('a new reply counts at once, a deleted one no longer', async () => {
    await commentWith(panel, 'Down the chain 5.').getByRole('button', { name: 'Reply' }).click();
    await write(panel, 'Add your reply', 'One more.');
    await page.keyboard.press('Control+Enter');
    await expect(root).toHaveText('16 replies');
    const one = commentWith(panel, 'One more.');
    await one.getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete' }).click();
    await expect(root).toHaveText('15 replies');
    await page.reload();
    await openPanel(page, clip.id);
    await expect(root).toHaveText('15 replies');
  });
});

test('in a discussion that is too long to be loaded completely, a number that may be too low says so @DISC-05', { tag: '@desk' }, async ({
  page,
  people,
  rows,
}) => {
  const asker = await people.enter('learner');
  const api = await people.at(asker);
  const clip = await makeClip(rows);
  const { discussionId, commentId } = await begin(api, clip.id, 'And of a hundred?');
  const direct = await answer(api, discussionId, commentId, 'A direct reply.');
  const below = await answer(api, discussionId, direct, 'Below it.');
  await answer(api, discussionId, await answer(api, discussionId, commentId, 'Another direct reply.'), 'Below the other.');
  await rows.run(
    `insert into app_public.comments (discussion_id, parent_id, user_id, body_delta, body_markdown, body_html)
     select discussion_id, $1, user_id, body_delta, body_markdown, body_html from app_public.comments, generate_series(1, 100) where id = $1`,
    [below],
  );
  const panel = await openPanel(page, clip.id);
  const numbers = panel.getByRole('button', { name: /^\d+\+? repl/ });
  await expect(numbers).toHaveText(['104 replies']);
  await numbers.click();
  await expect(numbers).toHaveText(['104 replies', '1+ replies', '1+ replies']);
  await numbers.nth(1).click();
  // Now all are known, loaded or not.
  await expect(numbers).toHaveText(['104 replies', '101 replies', '100 replies', '1 reply']);
});
