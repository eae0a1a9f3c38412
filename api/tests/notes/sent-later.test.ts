import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { createDiscussionWithComment, replyToComment } from '../discussions/talkers.ts';
import { signUp } from '../people.ts';
import { makeCourse } from '../rows.ts';
import { codeOf, publishArticle, startWriters, type Writers } from '../writers.ts';

// What a browser sends again, because it doesn't know whether the first request arrived.

let writers: Writers;
let articleId: string;
let lessonId: string;
/** The users who can write, by role. */
let users: Record<'learner' | 'author' | 'other author' | 'administrator', Browser>;
const sql = async (text: string, values: readonly unknown[] = []) =>
  (await writers.site.db.superuser.query<{ id: string; count: number }>(text, [...values])).rows;

beforeAll(async () => {
  writers = await startWriters();
  const { browser: other, userId: otherId } = await signUp(writers.site, 'other@example.com', 'Otto Other');
  const courseId = await makeCourse(writers.site.db, { slug: 'queues', title: 'Queues', authorId: otherId });
  const { id, version } = await writers.makeArticle('It is so. And yet.');
  articleId = id;
  await writers.author.graphql(publishArticle, { input: { id, version } });
  const [lesson] = await sql(
    `with lesson as (
       insert into app_public.lessons (title, slug, course_id, is_free) values ('Free', 'free', $1, true) returning id
     ), line as (insert into app_public.course_lessons (course_id, lesson_id, position) select $1, id, 1 from lesson)
     select id from lesson`,
    [courseId],
  );
  lessonId = lesson?.id ?? '';
  users = { learner: writers.learner, author: writers.author, 'other author': other, administrator: writers.admin };
});
afterAll(() => writers.stop());

const noteInput = (key: string, body = 'Mine.') => ({
  key,
  articleId,
  body,
  selection: { from: 0, to: 0, text: 'And yet.', blockId: null },
});
const addNote = async (browser: Browser, input: object) =>
  browser.graphql<{ addNote: { note: { id: string; body: string } } }>(
    'mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id body } } }',
    { input },
  );
const begin = (browser: Browser, key: string, bodyMarkdown: string) =>
  browser.graphql<{ createDiscussionWithComment: { comment: { id: string; bodyMarkdown: string }; discussion: { id: string } } }>(
    createDiscussionWithComment,
    { comment: { key, bodyMarkdown }, discussion: { articleId } },
  );
const reply = (browser: Browser, key: string, bodyMarkdown: string, to: { discussionId: string; parentId: string }) =>
  browser.graphql<{ replyToComment: { comment: { id: string } } }>(replyToComment, { comment: { key, bodyMarkdown, ...to } });

/** Returns the block of the article, whose words the notes are about. */
async function blockId(): Promise<string> {
  const { rows } = await writers.site.db.superuser.query<{ id: string }>(
    'select block_ids[1] as id from app_private.article_bodies where article_id = $1',
    [articleId],
  );
  return rows[0]?.id ?? '';
}

describe('what is sent twice', () => {
  test.each(['learner', 'author', 'other author', 'administrator'] as const)('is stored once: by %s @OFFLINE-02', async (role) => {
    const browser = users[role];
    const key = randomUUID();
    const input = { ...noteInput(key), selection: { from: 0, to: 0, text: 'And yet.', blockId: await blockId() } };

    const notes = await Promise.all([addNote(browser, input), addNote(browser, input)]);
    notes.push(await addNote(browser, input));
    const noteIds = new Set(notes.map(({ data }) => data?.addNote.note.id));
    expect([...noteIds]).toEqual([expect.any(String)]);
    expect(await sql('select id from app_public.notes where key = $1', [key])).toHaveLength(1);

    const comments = await Promise.all([begin(browser, key, 'Why?'), begin(browser, key, 'Why?')]);
    const again = await begin(browser, key, 'Why?');
    const stored = [...comments, again].flatMap(({ data }) => data?.createDiscussionWithComment ?? []);
    expect(new Set(stored.map(({ comment }) => comment.id)).size).toBe(1);
    expect(new Set(stored.map(({ discussion }) => discussion.id)).size).toBe(1);
    expect(await sql('select id from app_public.comments where client_key = $1', [key])).toHaveLength(1);

    const [first] = stored;
    if (!first) throw new Error('Expected a comment');
    const replyKey = randomUUID();
    const to = { discussionId: first.discussion.id, parentId: first.comment.id };
    const replies = [await reply(browser, replyKey, 'Because.', to), await reply(browser, replyKey, 'Because.', to)];
    expect(new Set(replies.map(({ data }) => data?.replyToComment.comment.id)).size).toBe(1);
    expect(await sql('select id from app_public.comments where client_key = $1', [replyKey])).toHaveLength(1);

    const mark = () =>
      browser.graphql('mutation ($id: UUID!) { setLessonCompleted(input: { lessonId: $id, isCompleted: true }) { clientMutationId } }', {
        id: lessonId,
      });
    for (const { errors } of [await mark(), await mark()]) expect(errors).toBeUndefined();
  });

  test('is refused for a visitor @OFFLINE-02', async () => {
    const visitor = writers.site.newBrowser();
    expect(codeOf(await addNote(visitor, noteInput(randomUUID())))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await begin(visitor, randomUUID(), 'Why?'))).toBe('LOGIN_REQUIRED');
  });

  test('gives nobody another user’s row: the same key is another one for each user @OFFLINE-02', async () => {
    const key = randomUUID();
    const selection = { from: 0, to: 0, text: 'It is so.', blockId: await blockId() };
    const ids = new Set<string | undefined>();
    for (const [role, browser] of Object.entries(users)) {
      const note = await addNote(browser, { key, articleId, selection, body: `Secret of ${role}` });
      expect(note.data?.addNote.note.body).toBe(`Secret of ${role}`);
      ids.add(note.data?.addNote.note.id);
      const comment = await begin(browser, key, `From ${role}`);
      expect(comment.data?.createDiscussionWithComment.comment.bodyMarkdown).toBe(`From ${role}`);
      ids.add(comment.data?.createDiscussionWithComment.comment.id);
    }
    expect(ids.size).toBe(8);
    // Another text under a key that was used changes nothing.
    expect(codeOf(await begin(writers.learner, key, 'Overwritten'))).toBe('CONFLICT');
    const overwriting = await addNote(writers.learner, { key, articleId, selection, body: 'Overwritten' });
    expect(overwriting.data?.addNote.note.body).toBe('Secret of learner');
  });

  test('is found although its text is gone or the access has ended @OFFLINE-02', async () => {
    const input = { ...noteInput(randomUUID()), selection: { from: 0, to: 0, text: 'And yet.', blockId: await blockId() } };
    const before = (await addNote(writers.learner, input)).data?.addNote.note.id;
    await sql('update app_public.articles set is_published = false where id = $1', [articleId]);
    expect((await addNote(writers.learner, input)).data?.addNote.note.id).toBe(before);
    // The control: a new one is refused.
    expect(codeOf(await addNote(writers.learner, { ...input, key: randomUUID() }))).toBe('CONFLICT');
    await sql('update app_public.articles set is_published = true where id = $1', [articleId]);
  });
});

test('a request that names its author is refused in another user’s session, and without one @OFFLINE-02', async () => {
  const selection = { from: 0, to: 0, text: 'It is so.', blockId: await blockId() };
  const key = randomUUID();
  const body = {
    query: 'mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id } } }',
    variables: { input: { key, articleId, selection, body: 'Ada’s.' } },
  };
  const headers = { 'newline-author': writers.authorId, accept: 'application/graphql-response+json' };
  for (const browser of [writers.learner, users['other author'], writers.admin, writers.site.newBrowser()]) {
    const answer = await browser.post('/graphql', body, headers);
    expect(answer.text).toContain('"code":"LOGIN_REQUIRED"');
  }
  expect(await sql('select id from app_public.notes where key = $1', [key])).toEqual([]);
  // The control: its author's own session.
  expect((await writers.author.post('/graphql', body, headers)).text).not.toContain('errors');
  expect(await sql('select id from app_public.notes where key = $1', [key])).toHaveLength(1);
});
