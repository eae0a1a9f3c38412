import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTalkers, type Talkers } from './talkers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());

/** Inserts replies to a comment, each to the previous one, bypassing the API; returns their ids in order. */
async function writeChain(discussionId: string, commentId: string, length: number): Promise<string[]> {
  const { rows } = await at.site.db.superuser.query<{ id: string }>(
    `with made as materialized (select n, app_public.new_id() as id from generate_series(1, $4::int) n)
     insert into app_public.comments (id, discussion_id, parent_id, user_id, body_delta, body_markdown, body_html, created_at)
     select id, $1, coalesce(lag(id) over (order by n), $2), $3, '{"type":"doc","attrs":{"version":1},"content":[{"type":"paragraph"}]}', 'Words', '<p>Words</p>', now() - interval '2 days' + n * interval '1 second'
     from made order by n returning id`,
    [discussionId, commentId, at.learner.userId, length],
  );
  return rows.map(({ id }) => id);
}

test('a chain of replies ends at a hundred comments, whoever writes them; replies higher up are still accepted @DISC-05', async () => {
  const { discussionId, commentId } = await at.begin(at.learner, 'Question');
  const chain = await writeChain(discussionId, commentId, 98);
  const hundredth = await at.answer(at.other, discussionId, 'The hundredth', chain.at(-1));
  const { data, errors } = await at.reply(at.learner, discussionId, 'One too many', { parentId: hundredth });
  expect(data?.replyToComment).toBeNull();
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining('Reply to a comment further up'),
    extensions: { code: 'CONFLICT' },
  });
  await expect(writeChain(discussionId, hundredth, 1)).rejects.toThrow('REPLY_TOO_DEEP');
  await expect(at.answer(at.learner, discussionId, 'Beside the last', chain.at(-1))).resolves.toEqual(expect.any(String));
  await expect(at.answer(at.learner, discussionId, 'At the top')).resolves.toEqual(expect.any(String));
});

test('the parents of a comment come in one query, the nearest first @DISC-08', async () => {
  const { discussionId, commentId } = await at.begin(at.learner, 'Question');
  const chain = await writeChain(discussionId, commentId, 99);
  const { data, errors } = await at.site
    .newBrowser()
    .graphql<{ commentById: { ancestors: { nodes: { id: string }[] } } }>(
      'query a($id: UUID!) { commentById(id: $id) { ancestors(first: 100) { nodes { id } } } }',
      { id: chain.at(-1) },
    );
  expect(errors).toBeUndefined();
  expect(data?.commentById.ancestors.nodes.map(({ id }) => id)).toEqual([commentId, ...chain].toReversed().slice(1));
});
