import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Comment,
  createDiscussionWithComment,
  type Discussion,
  editComment,
  startTalkers,
  type Talkers,
  toggleReaction,
  updateCommentById,
} from './talkers.ts';
import { codeOf } from '../writers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers();
});
afterAll(() => at?.stop());

const delta = (text: string) => JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const count = async (table: string) => {
  const { rows } = await at.site.db.superuser.query<{ n: number }>(`select count(*)::int as n from app_public.${table}`);
  return rows[0]?.n;
};

describe('createDiscussionWithComment', () => {
  test('returns the comment and the discussion with its comments and their users @API-01 @DISC-09', async () => {
    const answer = await at.ask(at.learner, 'Why **not** `null`?', { discussion: { clipId: at.clipIds[0], timecodeStart: 12.5 } });
    expect(answer.errors).toBeUndefined();
    const created = answer.data?.createDiscussionWithComment;
    expect(created?.comment).toMatchObject({ bodyMarkdown: 'Why **not** `null`?', parentId: null, userId: at.learner.userId });
    expect(created?.comment.bodyHtml).toContain('<strong>not</strong>');
    expect(created?.discussion).toMatchObject({
      clipId: at.clipIds[0],
      lessonId: null,
      timecodeStart: 12.5,
      commentsCount: 1,
      isAnswered: false,
    });
    expect(created?.discussion.comments.nodes).toMatchObject([{ id: created?.comment.id, user: { username: at.learner.username } }]);
  });

  test('on a lesson can carry a second, or a quote with its position @DISC-09', async () => {
    await at.site.db.superuser.query(
      `select app_private.save_lesson_body($1, '{"type":"doc","attrs":{"version":1},"content":[{"type":"paragraph","attrs":{"id":"aaaaa"},"content":[{"type":"text","text":"Some words stand here."}]}]}', '{aaaaa}', '{<p>Some words stand here.</p>}', '{Some words stand here.}', '{Some words stand here.}', null)`,
      [at.lessonId],
    );
    const selection = { from: 6, to: 11, version: 1, text: 'words', node: 'paragraph', blockId: 'aaaaa', delta: delta('words') };
    const answer = await at.ask(at.learner, 'Here?', {
      discussion: { lessonId: at.lessonId, timecodeStart: 3, selection: { ...selection, prefix: 'Some ', suffix: ' stand here.' } },
    });
    expect(answer.errors).toBeUndefined();
    const created = answer.data?.createDiscussionWithComment?.discussion;
    expect(created?.timecodeStart).toBe(3);
    expect(created?.selection).toMatchObject({ from: 6, to: 11, text: 'words', node: 'paragraph', blockId: 'aaaaa' });
    expect(JSON.parse(String(created?.selection?.['delta']))).toMatchObject({ content: [{ content: [{ text: 'words' }] }] });
  });

  test('prefers bodyDelta to bodyMarkdown, which is derived from it; HTML is plain text @DISC-04', async () => {
    const answer = await at.ask(at.learner, 'From Markdown', { comment: { bodyDelta: delta('From the document') } });
    expect(answer.data?.createDiscussionWithComment?.comment.bodyMarkdown).toBe('From the document');
    const html = await at.ask(at.learner, '<img src=x onerror=alert(1)>');
    expect(html.data?.createDiscussionWithComment?.comment.bodyHtml).not.toContain('<img');
    const schema = await at.learner.browser.graphql(createDiscussionWithComment, {
      comment: { bodyHtml: '<b>x</b>' },
      discussion: { clipId: at.clipIds[0] },
    });
    expect(schema.errors?.[0]?.message).toContain('"bodyHtml" is not defined');
  });

  test.each([
    ['nothing', {}],
    ['null', { bodyMarkdown: null, bodyDelta: null }],
    ['spaces', { bodyMarkdown: ' \n\n ​' }],
    [
      'empty blocks',
      { bodyMarkdown: 'x', bodyDelta: JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }, { type: 'paragraph' }] }) },
    ],
  ])('with %s says Comment required and stores nothing @DISC-04', async (_what, comment) => {
    const before = [await count('discussions'), await count('comments')];
    const answer = await at.learner.browser.graphql(createDiscussionWithComment, { comment, discussion: { clipId: at.clipIds[0] } });
    expect(answer.errors?.[0]).toMatchObject({ message: 'Comment required', extensions: { code: 'BAD_INPUT' } });
    expect([await count('discussions'), await count('comments')]).toEqual(before);
  });

  test('refuses author-only blocks in a comment and names their position', async () => {
    const doc = JSON.stringify({ type: 'doc', content: [{ type: 'paywallThreshold' }] });
    const answer = await at.ask(at.learner, 'x', { comment: { bodyDelta: doc } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', field: 'bodyDelta' });
  });

  test('links URLs in the text, also in an edit; other schemes stay text, and links and code stay as they are @DISC-04', async () => {
    const bodyMarkdown = 'See https://example.com/a_b, `https://example.com/code`, [here](https://example.com/c) and javascript:alert(1).';
    const { data } = await at.ask(at.learner, bodyMarkdown);
    const { comment } = data?.createDiscussionWithComment ?? {};
    const html = comment?.bodyHtml ?? '';
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://example.com/a_b', 'https://example.com/c']);
    expect(html).toContain('<code dir="ltr" translate="no">https://example.com/code</code>');
    const edited = await at.learner.browser.graphql<{ editComment: { comment: Comment } }>(editComment, {
      id: comment?.id,
      bodyDelta: delta('Now https://example.com/d'),
    });
    expect(edited.data?.editComment.comment.bodyHtml).toContain('href="https://example.com/d"');
  });

  test('refuses an image that is still uploading, names its position and stores nothing; a finished one is accepted @EDIT-03', async () => {
    const before = [await count('discussions'), await count('comments')];
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'My screen:' }] };
    const placeholder = { type: 'imageUploadPlaceholder', attrs: { progressPercent: 7, totalSize: 1000, uploadedSize: 70 } };
    const inside = { type: 'blockquote', content: [placeholder] };
    for (const [content, faultPath] of [
      [[paragraph, placeholder], 'content[1]'],
      [[paragraph, inside], 'content[1].content[0]'],
    ] as const) {
      const answer = await at.ask(at.learner, 'x', { comment: { bodyDelta: JSON.stringify({ type: 'doc', content }) } });
      expect(answer.errors?.[0]).toMatchObject({
        message: `bodyDelta: ${faultPath}: expected a finished image, got imageUploadPlaceholder, an image that is still uploading.`,
        extensions: { code: 'BAD_INPUT', field: 'bodyDelta' },
      });
    }
    const asMarkdown = await at.ask(at.learner, 'x', { comment: { bodyMarkdown: 'My screen:\n\n::uploading' } });
    expect(codeOf(asMarkdown)).toBe('BAD_INPUT');
    expect([await count('discussions'), await count('comments')]).toEqual(before);
    const image = { type: 'image', attrs: { src: 'https://example.com/a.png' } };
    const accepted = await at.ask(at.learner, 'x', {
      comment: { bodyDelta: JSON.stringify({ type: 'doc', content: [paragraph, image] }) },
    });
    expect(accepted.errors).toBeUndefined();
  });

  test('needs a session, and a userId that is absent or the caller’s own @API-03', async () => {
    const before = await count('comments');
    const visitor = await at.site
      .newBrowser()
      .graphql(createDiscussionWithComment, { comment: { bodyMarkdown: 'x' }, discussion: { clipId: at.clipIds[0] } });
    expect(visitor.errors?.[0]).toMatchObject({ message: 'Please login to comment', extensions: { code: 'LOGIN_REQUIRED' } });
    const foreign = await at.ask(at.learner, 'x', { comment: { userId: at.other.userId } });
    expect(codeOf(foreign)).toBe('FORBIDDEN');
    expect(await count('comments')).toBe(before);
    const own = await at.ask(at.learner, 'x', { comment: { userId: at.learner.userId } });
    expect(own.data?.createDiscussionWithComment?.comment.id).toBeDefined();
  });

  test('attaches the comment to exactly one item that the user sees and can read in full @DISC-09', async () => {
    const { rows } = await at.site.db.superuser.query<{ id: string; name: string }>(
      `with draft as (insert into app_public.courses (title, slug, permalink) values ('Draft', 'draft', '/courses/draft') returning id)
       insert into app_public.lessons (course_id, title, slug) select id, 'Hidden', 'hidden' from draft union all select $1, 'Paid', 'paid' returning id, slug as name`,
      [at.courseId],
    );
    const idOf = (slug: string) => rows.find(({ name }) => name === slug)?.id;
    expect(codeOf(await at.ask(at.learner, 'x', { discussion: {} }))).toBe('BAD_INPUT');
    expect(codeOf(await at.ask(at.learner, 'x', { discussion: { clipId: at.clipIds[0], lessonId: at.lessonId } }))).toBe('BAD_INPUT');
    expect(codeOf(await at.ask(at.learner, 'x', { discussion: { clipId: randomUUID() } }))).toBe('NOT_FOUND');
    expect(codeOf(await at.ask(at.learner, 'x', { discussion: { lessonId: idOf('hidden') } }))).toBe('NOT_FOUND');
    expect(codeOf(await at.ask(at.learner, 'x', { discussion: { lessonId: idOf('paid') } }))).toBe('FORBIDDEN');
    expect(codeOf(await at.ask(at.author, 'x', { discussion: { lessonId: idOf('paid') } }))).toBeUndefined();
  });

  test('creates one comment for two requests with one key, and refuses the key for another text @API-01', async () => {
    const key = randomUUID();
    const before = await count('comments');
    const presses = await Promise.all(Array.from({ length: 8 }, () => at.ask(at.learner, 'Twice', { comment: { key } })));
    expect(presses.map(({ errors }) => errors)).toEqual(Array.from({ length: 8 }, () => undefined));
    expect(new Set(presses.map(({ data }) => data?.createDiscussionWithComment?.comment.id)).size).toBe(1);
    expect(new Set(presses.map(({ data }) => data?.createDiscussionWithComment?.discussion.id)).size).toBe(1);
    expect(await count('comments')).toBe((before ?? 0) + 1);
    expect(codeOf(await at.ask(at.learner, 'Another', { comment: { key } }))).toBe('CONFLICT');
    expect(codeOf(await at.ask(at.other, 'Another', { comment: { key } }))).toBeUndefined();
  });

  test('keeps both of two first comments that are sent at the same time, each with its discussion', async () => {
    const [clipId] = at.clipIds.slice(1);
    const [one, two] = await Promise.all([
      at.ask(at.learner, 'First', { discussion: { clipId } }),
      at.ask(at.other, 'First, too', { discussion: { clipId } }),
    ]);
    expect([one.errors, two.errors]).toEqual([undefined, undefined]);
    const { rows } = await at.site.db.superuser.query<{ comments: number; empty: number; counted: number }>(
      `select (select count(*)::int from app_public.comments c join app_public.discussions d on d.id = c.discussion_id where d.clip_id = $1) as comments,
         (select count(*)::int from app_public.discussions d where not exists (select from app_public.comments c where c.discussion_id = d.id)) as empty,
         (select comments_count from app_public.clips where id = $1) as counted`,
      [clipId],
    );
    expect(rows[0]).toEqual({ comments: 2, empty: 0, counted: 2 });
  });
});

describe('replyToComment', () => {
  test('returns the comment with its user, and counts it @API-01 @DISC-05', async () => {
    const { discussionId, commentId } = await at.begin(at.learner, 'Question');
    const { data, errors } = await at.reply(at.author, discussionId, 'Answer', { parentId: commentId });
    expect(errors).toBeUndefined();
    expect(data?.replyToComment).toMatchObject({
      comment: { bodyMarkdown: 'Answer', parentId: commentId, user: { id: at.author.userId } },
      discussion: { commentsCount: 2, isAnswered: true },
    });
    const nested = await at.answer(at.learner, discussionId, 'Thanks', data?.replyToComment?.comment.id);
    const read = await readThread(discussionId);
    expect(read.comments.nodes.map(({ bodyMarkdown, repliesCount }) => [bodyMarkdown, repliesCount])).toEqual([
      ['Question', 1],
      ['Answer', 1],
      ['Thanks', 0],
    ]);
    expect(read.comments.nodes[2]?.id).toBe(nested);
    expect(read.isAnswered).toBe(true);
    await at.answer(at.other, discussionId, 'And this?');
    expect((await readThread(discussionId)).isAnswered).toBe(false);
  });

  test.each([{ bodyMarkdown: null }, { bodyMarkdown: '' }, { bodyMarkdown: '  ' }, {}])(
    'a reply without bodyMarkdown is refused, even with a document: %o @DISC-04',
    async (input) => {
      const { discussionId, commentId } = await at.begin(at.learner, 'Question');
      const comment = { discussionId, parentId: commentId, bodyDelta: delta('Words'), ...input };
      const answer = await at.learner.browser.graphql(
        'mutation a($comment: NewReplyInput!) { replyToComment(input: { comment: $comment }) { comment { id } } }',
        { comment },
      );
      expect(answer.errors?.[0]).toMatchObject({ message: 'Comment required', extensions: { code: 'BAD_INPUT', field: 'bodyMarkdown' } });
      expect((await readThread(discussionId)).commentsCount).toBe(1);
    },
  );

  test('the parent must be an existing comment of the same discussion', async () => {
    const one = await at.begin(at.learner, 'One');
    const two = await at.begin(at.learner, 'Two');
    expect(codeOf(await at.reply(at.other, one.discussionId, 'x', { parentId: two.commentId }))).toBe('BAD_INPUT');
    expect(codeOf(await at.reply(at.other, randomUUID(), 'x'))).toBe('NOT_FOUND');
    await at.learner.browser.graphql(updateCommentById, { id: one.commentId, patch: { deleted: true } });
    expect(codeOf(await at.reply(at.other, one.discussionId, 'x', { parentId: one.commentId }))).toBe('CONFLICT');
    expect(codeOf(await at.reply(at.other, one.discussionId, 'x'))).toBeUndefined();
  });

  test('the author is the user of the session @API-03', async () => {
    const { discussionId } = await at.begin(at.learner, 'Question');
    expect(codeOf(await at.reply(at.other, discussionId, 'x', { userId: at.learner.userId }))).toBe('FORBIDDEN');
    const mine = await at.reply(at.other, discussionId, 'x', { userId: at.other.userId });
    expect(mine.data?.replyToComment?.comment.user?.id).toBe(at.other.userId);
  });
});

describe('editing and deleting', () => {
  test('only its author edits a comment @DISC-12', async () => {
    const { commentId: id } = await at.begin(at.learner, 'Befor');
    const edited = await at.learner.browser.graphql<{ editComment: { comment: Comment } }>(editComment, { id, bodyDelta: delta('Before') });
    expect(edited.data?.editComment.comment).toMatchObject({ bodyMarkdown: 'Before', edited: true });
    expect(Date.parse(edited.data?.editComment.comment.editedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    for (const { browser } of [at.other, at.admin])
      expect(codeOf(await browser.graphql(editComment, { id, bodyMarkdown: 'Mine' }))).toBe('FORBIDDEN');
    expect(codeOf(await at.site.newBrowser().graphql(editComment, { id, bodyMarkdown: 'Mine' }))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await at.learner.browser.graphql(editComment, { id, bodyMarkdown: ' ' }))).toBe('BAD_INPUT');
  });

  test('updateCommentById accepts only deleted and deletedAt; the server sets the time @DISC-07 @API-01', async () => {
    const { commentId: id, discussionId } = await at.begin(at.learner, 'Canary of the deleted');
    const reply = await at.answer(at.other, discussionId, 'A reply stays', id);
    expect(codeOf(await at.other.browser.graphql(updateCommentById, { id, patch: { deleted: true } }))).toBe('FORBIDDEN');
    expect(codeOf(await at.learner.browser.graphql(updateCommentById, { id, patch: { deleted: false } }))).toBe('BAD_INPUT');
    expect((await at.learner.browser.graphql(updateCommentById, { id, patch: { bodyMarkdown: 'x' } })).errors?.[0]?.message).toContain(
      '"bodyMarkdown" is not defined',
    );
    const deleted = await at.admin.browser.graphql<{ updateCommentById: { comment: Comment } }>(updateCommentById, {
      id,
      patch: { deleted: true, deletedAt: '2001-01-01T00:00:00Z' },
    });
    expect(deleted.data?.updateCommentById.comment).toMatchObject({
      id,
      deleted: true,
      bodyMarkdown: null,
      bodyDelta: null,
      bodyHtml: null,
    });
    expect(Date.parse(deleted.data?.updateCommentById.comment.deletedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const thread = await readThread(discussionId);
    expect(thread.commentsCount).toBe(1);
    expect(thread.comments.nodes.map((comment) => [comment.id, comment.deleted, comment.repliesCount])).toEqual([
      [id, true, 1],
      [reply, false, 0],
    ]);
    const withheld = 'query a($id: UUID!) { commentById(id: $id) { withheldBodyDelta } }';
    const seen = await Promise.all([at.admin, at.learner, at.other].map(({ browser }) => browser.graphql(withheld, { id })));
    expect(seen.map(({ data }) => JSON.stringify(data).includes('Canary'))).toEqual([true, false, false]);
    expect(codeOf(await at.learner.browser.graphql(editComment, { id, bodyMarkdown: 'Again' }))).toBe('CONFLICT');
  });

  test('a tombstone counts as long as it has a reply @DISC-05', async () => {
    const { commentId: top, discussionId } = await at.begin(at.learner, 'Top');
    const middle = await at.answer(at.other, discussionId, 'Middle', top);
    const leaf = await at.answer(at.author, discussionId, 'Leaf', middle);
    const remove = (id: string) => at.admin.browser.graphql(updateCommentById, { id, patch: { deleted: true } });
    const counts = async () => (await readThread(discussionId)).comments.nodes.map(({ repliesCount }) => repliesCount);
    await remove(middle);
    expect(await counts()).toEqual([1, 1, 0]);
    await remove(leaf);
    expect(await counts()).toEqual([0, 0, 0]);
  });
});

describe('toggleReaction', () => {
  test('toggles the user’s own reaction of a kind, counts all, and shows no one else who reacted @DISC-12 @API-01', async () => {
    const { commentId } = await at.begin(at.learner, 'Nice');
    const toggle = async ({ browser }: { browser: Talkers['learner']['browser'] }, kind: string) =>
      (await browser.graphql<{ toggleReaction: { comment: unknown } }>(toggleReaction, { commentId, kind })).data?.toggleReaction.comment;
    await toggle(at.other, 'THANKS');
    await toggle(at.author, 'THANKS');
    expect(await toggle(at.other, 'CONFUSED')).toMatchObject({
      reactionsCount: 3,
      positiveReactionsCount: 2,
      reactionCounts: [
        { kind: 'THANKS', count: 2 },
        { kind: 'CONFUSED', count: 1 },
      ],
      viewerReactions: ['CONFUSED', 'THANKS'],
    });
    expect(await toggle(at.other, 'CONFUSED')).toMatchObject({ reactionsCount: 2, viewerReactions: ['THANKS'] });
    expect(codeOf(await at.other.browser.graphql(toggleReaction, { commentId, kind: 'ANGRY' }))).toBe('BAD_INPUT');
    expect(codeOf(await at.other.browser.graphql(toggleReaction, { commentId, kind: 'LAUGH', userId: at.learner.userId }))).toBe(
      'FORBIDDEN',
    );
    expect(codeOf(await at.site.newBrowser().graphql(toggleReaction, { commentId, kind: 'LAUGH' }))).toBe('LOGIN_REQUIRED');
  });

  test('sets it to the requested state, so that the same click in two tabs counts once @DISC-12', async () => {
    const { commentId } = await at.begin(at.learner, 'Nice');
    const set = async (enabled: boolean) =>
      (
        await at.other.browser.graphql<{ toggleReaction: { comment: { reactionsCount: number } } }>(toggleReaction, {
          commentId,
          kind: 'AGREE',
          enabled,
        })
      ).data?.toggleReaction.comment.reactionsCount;
    expect(await set(false)).toBe(0);
    expect(await Promise.all([set(true), set(true), set(true)])).toEqual([1, 1, 1]);
    expect(await Promise.all([set(false), set(false)])).toEqual([0, 0]);
  });

  test('a hundred times at once by one user ends as an even number of clicks does', async () => {
    const { commentId } = await at.begin(at.learner, 'Nice');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => at.other.browser.graphql(toggleReaction, { commentId, kind: 'AGREE' })),
    );
    expect(answers.filter(({ errors }) => errors)).toEqual([]);
    const { rows } = await at.site.db.superuser.query(
      'select reactions_count as n, (select count(*)::int from app_public.comment_reactions r where r.comment_id = c.id) as rows from app_public.comments c where id = $1',
      [commentId],
    );
    expect(rows[0]).toEqual({ n: 0, rows: 0 });
  });
});

async function readThread(id: string): Promise<Discussion> {
  const { data } = await at.site
    .newBrowser()
    .graphql<{ discussionById: Discussion }>(
      `query a($id: UUID!) { discussionById(id: $id) { id commentsCount isAnswered isResolved acceptedCommentId comments { nodes { id bodyMarkdown deleted repliesCount } } } }`,
      { id },
    );
  if (!data) throw new Error('Expected a discussion, got none');
  return data.discussionById;
}
