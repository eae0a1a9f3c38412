import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from './event-stream.ts';
import { startTalkers, type Talker, type Talkers, toggleReaction, updateCommentById } from './talkers.ts';
import { signIn, password } from '../people.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());

const text = 'bodyMarkdown bodyDelta bodyHtml bodyDrawings markdownCharacterCount withheldBodyDelta';
/** All ways to read a comment, and what they return. */
const doors: Record<string, string> = {
  commentById: `commentById(id: $comment) { ${text} }`,
  node: `node(nodeId: $node) { ... on Comment { ${text} } }`,
  commentByDiscussionIdAndId: `commentByDiscussionIdAndId(discussionId: $discussion, id: $comment) { ${text} }`,
  discussionById: `discussionById(id: $discussion) { comments(first: 20) { nodes { ${text} replies(first: 5) { nodes { ${text} parent { ${text} } ancestors(first: 5) { nodes { ${text} } } } } } } acceptedComment { ${text} } }`,
  'the page of a thread': `discussionById(id: $discussion) { comments(first: 20, condition: { parentId: null }) { nodes { ${text} } } }`,
  clip: `clipById(id: $clip) { discussions(first: 20) { nodes { comments(first: 20) { nodes { ${text} } } } } }`,
  'comments of a person': `userByUsername(username: $username) { comments(first: 20) { nodes { ${text} } } publicComments(first: 20) { nodes { ${text} } } }`,
  search: `search(words: "canarywords") { nodes { title excerpt path } }`,
  notifications: `ownNotices(first: 20) { nodes { comment { ${text} } discussion { comments(first: 5) { nodes { ${text} } } } } }`,
  inbox: `inbox(first: 20) { nodes { comments(first: 20) { nodes { ${text} } } } }`,
  'the moderation queue': `moderationQueue(first: 20) { nodes { ${text} } }`,
  reactions: `ownReactions(discussionIds: [$discussion], first: 20) { nodes { comment { ${text} } } }`,
};

type World = { discussionId: string; commentId: string; replyId: string };

async function showsComment(world: World, door: string, { browser }: Pick<Talker, 'browser'>): Promise<boolean> {
  const { rows } = await at.site.db.superuser.query<{ username: string }>('select username from app_public.users where id = $1', [
    at.learner.userId,
  ]);
  const selection = doors[door] ?? '';
  const types: Record<string, string> = { comment: 'UUID!', node: 'ID!', discussion: 'UUID!', clip: 'UUID!', username: 'String!' };
  const variables: Record<string, string> = {
    comment: world.commentId,
    node: Buffer.from(JSON.stringify(['Comment', world.commentId])).toString('base64'),
    discussion: world.discussionId,
    clip: at.clipIds[0] ?? '',
    username: rows[0]?.username ?? '',
  };
  const used = Object.keys(types).filter((name) => selection.includes(`$${name}`));
  const head = used.length === 0 ? '' : `(${used.map((name) => `$${name}: ${types[name]}`).join(', ')})`;
  const answer = await browser.graphql<Record<string, unknown>>(
    `query door${head} { ${selection} }`,
    Object.fromEntries(used.map((name) => [name, variables[name]])),
  );
  expect(answer.errors, door).toBeUndefined();
  return /canarywords/i.test(JSON.stringify(answer.data));
}

test('the text of a deleted or hidden comment can’t be read in any way @DISC-07', async () => {
  const audience: Record<string, Pick<Talker, 'browser'>> = {
    visitor: { browser: at.site.newBrowser() },
    learner: at.learner,
    other: at.other,
    author: at.author,
  };
  const read = async (world: World) => {
    const open: string[] = [];
    for (const [who, talker] of Object.entries(audience))
      for (const door of Object.keys(doors)) if (await showsComment(world, door, talker)) open.push(`${who}: ${door}`);
    return open;
  };
  const stream = await openStream(`${at.site.url}/events?clip=${at.clipIds[0]}`);
  const make = async (): Promise<World> => {
    const { discussionId } = await at.begin(at.other, `A question, @${at.other.username}`);
    const commentId = await at.answer(
      at.learner,
      discussionId,
      `Canarywords for @${at.author.username} \`\`\`js\nlet canarywords;\n\`\`\``,
    );
    const replyId = await at.answer(at.other, discussionId, 'A reply', commentId);
    await at.other.browser.graphql(toggleReaction, { commentId, kind: 'THANKS' });
    await at.other.browser.graphql('mutation a($id: UUID!) { acceptAnswer(input: { commentId: $id }) { discussion { id } } }', {
      id: commentId,
    });
    return { discussionId, commentId, replyId };
  };

  // Control: while it exists, its text is in all public ones of these.
  const deleted = await make();
  const before = await read(deleted);
  for (const door of Object.keys(doors).filter((name) => name !== 'the moderation queue'))
    expect(
      before.some((line) => line.endsWith(`: ${door}`)),
      door,
    ).toBe(true);
  await at.learner.browser.graphql(updateCommentById, { id: deleted.commentId, patch: { deleted: true } });
  expect(await read(deleted)).toEqual([]);
  // Staff still see it, and its reply stays.
  expect(await showsComment(deleted, 'commentById', at.admin)).toBe(true);

  const hidden = await make();
  expect((await read(hidden)).length).toBeGreaterThan(10);
  await at.site.db.superuser.query('update app_public.comments set hidden_at = now() where id = $1', [hidden.commentId]);
  const ownDoors = (await read(hidden)).filter((line) => !line.startsWith('learner: '));
  expect(ownDoors).toEqual([]);
  expect(await showsComment(hidden, 'the moderation queue', at.admin)).toBe(true);
  expect(await showsComment(hidden, 'commentById', at.learner)).toBe(true);
  expect(stream.text()).toContain(hidden.commentId);
  expect(stream.text()).not.toMatch(/canarywords/i);
  stream.close();
}, 60_000);

test('a quote that isn’t in the text is deleted with its comment, and so is what its highlight says @DISC-07 @DISC-10', async () => {
  const created = await at.ask(at.learner, 'Canarywords of a comment', {
    discussion: { lessonId: at.lessonId, selection: { from: 1, to: 9, version: 1, text: 'Canarywords of nobody' } },
  });
  const { discussion, comment } = created.data?.createDiscussionWithComment ?? {};
  if (!discussion || !comment) throw new Error(`Expected a discussion, got ${JSON.stringify(created)}`);
  const quoted = 'selection { text delta node currentText }';
  const locations = [
    `discussionById(id: $discussion) { ${quoted} }`,
    `lessonById(id: $lesson) { discussions(first: 20) { nodes { ${quoted} comments(first: 5) { nodes { ${text} } } } } }`,
    `lessonById(id: $lesson) { orphanedDiscussions(first: 20) { nodes { ${quoted} } } }`,
    `discussionMarks(lessonId: $lesson, first: 20) { nodes { words excerpt authorName } }`,
    `inbox(first: 20) { nodes { ${quoted} } }`,
  ];
  const read = async (talker: Pick<Talker, 'browser'>) => {
    const open: string[] = [];
    for (const location of locations) {
      const variables = { discussion: discussion.id, lesson: at.lessonId };
      const used = (['discussion', 'lesson'] as const).filter((name) => location.includes(`$${name}`));
      const head = used.length === 0 ? '' : `(${used.map((name) => `$${name}: UUID!`).join(', ')})`;
      const answer = await talker.browser.graphql(
        `query place${head} { ${location} }`,
        Object.fromEntries(used.map((name) => [name, variables[name]])),
      );
      expect(answer.errors, location).toBeUndefined();
      if (/canarywords/i.test(JSON.stringify(answer.data))) open.push(location);
    }
    return open;
  };
  // Control: the author sees it everywhere while it exists.
  expect(await read(at.author)).toEqual(locations);
  expect(await read({ browser: at.site.newBrowser() })).toHaveLength(4);
  await at.learner.browser.graphql(updateCommentById, { id: comment.id, patch: { deleted: true } });
  for (const talker of [{ browser: at.site.newBrowser() }, at.learner, at.other, at.author]) expect(await read(talker)).toEqual([]);
  expect(await read(at.admin)).toContain(locations[0]);
});

test('the export contains all of a user’s own data and nothing of anyone else @AUTH-04', async () => {
  const { discussionId, commentId } = await at.begin(at.learner, 'Exported words');
  await at.answer(at.other, discussionId, 'Words of another', commentId);
  await at.learner.browser.graphql(toggleReaction, { commentId, kind: 'THANKS' });
  await at.site.db.superuser.query(
    `insert into app_public.testimonials (user_id, course_id, rating, quote_md) values ($1, $2, 5, 'Exported review')`,
    [at.learner.userId, at.courseId],
  );
  const answer = await at.learner.browser.get('/api/own-data');
  expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
    200,
    'attachment; filename="my-data.json"',
    'private, no-store',
  ]);
  const data = answer.json() as Record<string, Record<string, unknown>[]>;
  // No other user's export contains the text, neither of existing nor of deleted comments.
  const deletedComment = await at.begin(at.learner, `Exported and deleted, @${at.other.username}`);
  await at.learner.browser.graphql(updateCommentById, { id: deletedComment.commentId, patch: { deleted: true } });
  expect((await at.other.browser.get('/api/own-data')).text).not.toMatch(/Exported (?:words|and deleted)/);
  expect(data['email']).toBe('learner@example.com');
  expect(data['users']).toMatchObject([{ id: at.learner.userId }]);
  expect(data['comments']?.map((row) => row['body_markdown'])).toContain('Exported words');
  expect(data['comment_reactions']).toContainEqual(expect.objectContaining({ comment_id: commentId, kind: 'THANKS' }));
  expect(data['notices']).toContainEqual(expect.objectContaining({ kind: 'REPLY', discussion_id: discussionId }));
  expect(data['testimonials']).toMatchObject([{ quote_md: 'Exported review' }]);
  expect(answer.text).not.toContain('Words of another');
  const ids = Object.values(data).flatMap((rows) => (Array.isArray(rows) ? rows.map((row) => row['user_id'] ?? row['id']) : []));
  expect(ids).not.toContain(at.other.userId);
  expect((await at.site.newBrowser().get('/api/own-data')).status).toBe(303);
});

test('a profile lists its user’s public comments, newest first, without deleted or unlisted ones @AUTH-04', async () => {
  const ask = async () =>
    (
      await at.site
        .newBrowser()
        .graphql<{ userByUsername: { publicComments: { nodes: { bodyMarkdown: string }[] } } }>(
          'query a($name: String!) { userByUsername(username: $name) { publicComments(first: 3) { nodes { bodyMarkdown createdAt discussion { id } } } } }',
          { name: at.admin.username },
        )
    ).data?.userByUsername.publicComments.nodes.map(({ bodyMarkdown }) => bodyMarkdown);
  await at.begin(at.admin, 'First');
  const { commentId } = await at.begin(at.admin, 'Second');
  await at.begin(at.admin, 'Third');
  expect(await ask()).toEqual(['Third', 'Second', 'First']);
  await at.admin.browser.graphql(updateCommentById, { id: commentId, patch: { deleted: true } });
  expect(await ask()).toEqual(['Third', 'First']);
  await at.site.db.superuser.query('update app_public.courses set is_shown_publicly = false where id = $1', [at.courseId]);
  expect(await ask()).toEqual([]);
  await at.site.db.superuser.query('update app_public.courses set is_shown_publicly = true where id = $1', [at.courseId]);
});

test('deleting an account leaves tombstones: no name, no text anywhere, and the replies of others @AUTH-04', async () => {
  const leaver = await at.begin(at.other, 'Canary of the leaver');
  const reply = await at.answer(at.learner, leaver.discussionId, 'A reply stays', leaver.commentId);
  const browser = await signIn(at.site, 'other@example.com');
  expect((await browser.post('/api/auth/delete-user', { password })).status).toBe(200);
  const { data } = await at.admin.browser.graphql<{ discussionById: { commentsCount: number; comments: { nodes: object[] } } }>(
    'query a($id: UUID!) { discussionById(id: $id) { commentsCount comments { nodes { id deleted bodyMarkdown withheldBodyDelta user { id } } } } }',
    { id: leaver.discussionId },
  );
  expect(data?.discussionById.commentsCount).toBe(1);
  expect(data?.discussionById.comments.nodes).toMatchObject([
    { id: leaver.commentId, deleted: true, bodyMarkdown: null, withheldBodyDelta: null, user: null },
    { id: reply, deleted: false, bodyMarkdown: 'A reply stays' },
  ]);
  const { rows } = await at.site.db.superuser.query(
    `select 1 from app_private.deleted_comment_bodies where body_markdown like '%leaver%' union all select 1 from app_private.search_entries where words like '%leaver%'`,
  );
  expect(rows).toEqual([]);
});
