import { charactersOf, viewOfDocument } from '@newline/document/annotations/anchor-view';
import { createAnchor } from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, GraphQLAnswer } from '../browser.ts';
import { codeOf, startWriters, type Revision, type Writers } from '../writers.ts';

// What lessons share with articles is also tested there (article-saves, article-publishing): both use the same plans and functions.
let writers: Writers;
let site: Writers['site'];
let author: Browser;
let editor: Browser;
let learner: Browser;
let admin: Browser;

beforeAll(async () => {
  writers = await startWriters();
  ({ site, author, editor, learner, admin } = writers);
});
afterAll(() => writers.stop());

type Lesson = {
  title: string;
  mayWrite: boolean;
  mayPublish: boolean;
  bodyMarkdown: string | null;
  latestRevision: (Revision & { proBlocks: number | null }) | null;
  revisions: { totalCount: number; nodes: Revision[] };
  workingAnchors: { discussionId: string; from: number | null; text: string }[] | null;
};
type Saved = { saveLesson: { version: number; savedAt: string } };

const revision = 'id version title bodyMarkdown bodyDelta openBlocks proBlocks publishedAt restoredVersion numWords user { displayName }';
const readLesson = `query r($id: UUID!) { lessonById(id: $id) {
  title mayWrite mayPublish bodyMarkdown latestRevision { ${revision} } revisions { totalCount nodes { ${revision} } }
  workingAnchors { discussionId from text } } }`;
const saveLesson = 'mutation s($input: SaveLessonInput!) { saveLesson(input: $input) { version savedAt } }';
const publishLesson =
  'mutation p($input: PublishLessonInput!) { publishLesson(input: $input) { lesson { title bodyMarkdown latestRevision { publishedAt } } } }';
const restoreRevision =
  'mutation r($input: RestoreLessonRevisionInput!) { restoreLessonRevision(input: $input) { version revision { title restoredVersion bodyMarkdown } } }';

let count = 0;

/** Creates a lesson without a text in a course of Ada's (or a chapter in a book), with Ed as its editor. */
async function makeLesson(
  course: Record<string, unknown> = {},
  kind: 'course' | 'book' = 'course',
): Promise<{ id: string; itemId: string }> {
  count += 1;
  const values = { is_published: true, published_at: '2025-01-01', ...course };
  const columns = Object.keys(values);
  const { rows } = await site.db.superuser.query<{ id: string; itemId: string }>(
    `with i as (insert into app_public.${kind}s (title, slug, permalink, ${columns.join(', ')})
         values ($1, $2, $3, ${columns.map((_, at) => `$${at + 6}`).join(', ')}) returning id),
       c as (insert into app_public.contributions (title, user_id, ${kind}_id) select v.title::app_public.contribution_title, v.person::uuid, i.id
         from i, (values ('AUTHOR', $4), ('EDITOR', $5)) as v (title, person))
     insert into app_public.lessons (title, slug, ${kind}_id) select 'Lesson', 'lesson', i.id from i returning id, ${kind}_id as "itemId"`,
    [`Item ${count}`, `item-${count}`, `/${kind}s/item-${count}`, writers.authorId, writers.editorId, ...Object.values(values)],
  );
  const [created] = rows;
  if (!created) throw new Error('makeLesson: expected a lesson, got none');
  return created;
}

function save(browser: Browser, id: string, baseVersion: number, body: string, more: object = {}): Promise<GraphQLAnswer<Saved>> {
  return browser.graphql<Saved>(saveLesson, { input: { id, baseVersion, title: 'Lesson', bodyMarkdown: body, ...more } });
}

function publish(browser: Browser, id: string, version: number): Promise<GraphQLAnswer<{ publishLesson: { lesson: Lesson } }>> {
  return browser.graphql(publishLesson, { input: { id, version } });
}

async function read(browser: Browser, id: string): Promise<Lesson | null> {
  const { data, errors } = await browser.graphql<{ lessonById: Lesson | null }>(readLesson, { id });
  if (!data) throw new Error(JSON.stringify(errors));
  return data.lessonById;
}

describe('a lesson of a published course', () => {
  test('is saved separately from the public text, and published when its author decides @EDIT-12 @STUDIO-01', async () => {
    const { id } = await makeLesson({ is_free: true });
    expect(await read(author, id)).toMatchObject({ mayWrite: true, mayPublish: true, latestRevision: null, bodyMarkdown: null });
    const first = await save(author, id, 0, 'For readers.');
    expect(first.data?.saveLesson.version).toBe(1);
    // A save whose response was lost can be sent again without creating anything.
    expect((await save(author, id, 0, 'For readers.')).data?.saveLesson.version).toBe(1);
    expect((await read(learner, id))?.bodyMarkdown).toBeNull();
    const published = await publish(author, id, 1);
    expect(published.data?.publishLesson.lesson).toMatchObject({ bodyMarkdown: 'For readers.' });
    expect(published.data?.publishLesson.lesson.latestRevision?.publishedAt).not.toBeNull();
    expect(await read(learner, id)).toMatchObject({ title: 'Lesson', bodyMarkdown: 'For readers.' });

    await save(editor, id, 1, 'Half a sen', { title: 'Half a tit' });
    expect(await read(learner, id)).toMatchObject({ title: 'Lesson', bodyMarkdown: 'For readers.' });
    const working = await read(editor, id);
    expect(working).toMatchObject({ mayWrite: true, mayPublish: false, latestRevision: { version: 2, publishedAt: null, numWords: 3 } });
    expect(working?.revisions.nodes.map(({ version, user }) => [version, user?.displayName])).toEqual([
      [2, 'Ed Editor'],
      [1, 'Ada Author'],
    ]);
    expect((await publish(admin, id, 2)).errors).toBeUndefined();
    expect(await read(learner, id)).toMatchObject({ title: 'Half a tit', bodyMarkdown: 'Half a sen' });
  });

  test('can’t be written, published, or have its history read by anyone else @EDIT-12 @AUTH-03 @API-03', async () => {
    const { id } = await makeLesson({ is_free: true });
    await save(author, id, 0, 'For readers.');
    await publish(author, id, 1);
    await save(author, id, 1, 'Canary words of a draft.');
    const visitor = site.newBrowser();
    expect(codeOf(await save(visitor, id, 2, 'Mine now.'))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await save(learner, id, 2, 'Mine now.'))).toBe('FORBIDDEN');
    expect(codeOf(await publish(learner, id, 2))).toBe('FORBIDDEN');
    const refused = await publish(editor, id, 2);
    expect(codeOf(refused)).toBe('FORBIDDEN');
    expect(refused.errors?.[0]?.message).toBe('You can edit this. Only its authors can publish it or change its settings.');
    const draft = (await read(author, id))?.latestRevision?.id;
    const byId = 'query r($id: UUID!) { lessonRevisionById(id: $id) { title bodyMarkdown bodyDelta bodyDrawings } }';
    for (const browser of [visitor, learner]) {
      expect(await read(browser, id)).toMatchObject({
        mayWrite: false,
        mayPublish: false,
        bodyMarkdown: 'For readers.',
        latestRevision: null,
        revisions: { totalCount: 0, nodes: [] },
        workingAnchors: null,
      });
      expect((await browser.graphql<{ lessonRevisionById: null }>(byId, { id: draft })).data?.lessonRevisionById).toBeNull();
      const restored = await browser.graphql(restoreRevision, { input: { revisionId: draft, baseVersion: 2 } });
      expect(codeOf(restored)).toBe(browser === visitor ? 'LOGIN_REQUIRED' : 'NOT_FOUND');
    }
    // Control: its writers do find the text.
    expect(JSON.stringify((await editor.graphql(byId, { id: draft })).data)).toContain('Canary words');
    // For other users, a hidden course has no lessons.
    const hidden = await makeLesson({ is_published: false, published_at: null });
    expect(codeOf(await save(learner, hidden.id, 0, 'Mine now.'))).toBe('NOT_FOUND');
    expect(codeOf(await save(author, 'ffffffff-ffff-4fff-8fff-ffffffffffff', 0, 'Mine now.'))).toBe('NOT_FOUND');
  });

  test('that someone else saved meanwhile is a conflict that names the newer version; of two simultaneous saves one is written @EDIT-12', async () => {
    const { id } = await makeLesson();
    await save(author, id, 0, 'Both began here.');
    await save(editor, id, 1, 'The editor was quicker.', { title: 'Theirs' });
    const mine = await save(author, id, 1, 'The author was not.');
    expect(codeOf(mine)).toBe('CONFLICT');
    expect(mine.errors?.[0]?.message).toBe('Ed Editor saved version 2 after version 1, which this is based on. Nothing was written.');
    expect(mine.errors?.[0]?.extensions?.['current']).toMatchObject({
      version: 2,
      title: 'Theirs',
      savedBy: 'Ed Editor',
      bodyDelta: expect.stringContaining('The editor was quicker.') as string,
    });
    const both = await Promise.all([save(author, id, 2, 'One.'), save(editor, id, 2, 'The other.'), save(admin, id, 2, 'A third.')]);
    expect(both.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect(both.filter((answer) => codeOf(answer) === 'CONFLICT')).toHaveLength(2);
    expect((await read(author, id))?.latestRevision?.version).toBe(3);
  });

  test('can be restored, as a new version @EDIT-12', async () => {
    const { id } = await makeLesson();
    await save(author, id, 0, 'First.', { title: 'One' });
    await save(editor, id, 1, 'Second.', { title: 'Two' });
    const old = (await read(author, id))?.revisions.nodes.find(({ version }) => version === 1)?.id;
    expect(codeOf(await author.graphql(restoreRevision, { input: { revisionId: old, baseVersion: 1 } }))).toBe('CONFLICT');
    const restored = await author.graphql<{ restoreLessonRevision: object }>(restoreRevision, {
      input: { revisionId: old, baseVersion: 2 },
    });
    expect(restored.data?.restoreLessonRevision).toEqual({
      version: 3,
      revision: { title: 'One', restoredVersion: 1, bodyMarkdown: 'First.' },
    });
    expect((await read(author, id))?.revisions.totalCount).toBe(3);
  });

  test('refuses an invalid text or an empty title, with the position @API-01', async () => {
    const { id } = await makeLesson();
    const wrong = await save(author, id, 0, '', { bodyDelta: '{"type":"doc","content":[{"type":"script"}]}' });
    expect(codeOf(wrong)).toBe('BAD_INPUT');
    expect(wrong.errors?.[0]?.extensions?.['field']).toBe('bodyDelta');
    expect(codeOf(await save(author, id, 0, 'Words.', { title: ' ' }))).toBe('BAD_INPUT');
    expect(codeOf(await publish(author, id, 1))).toBe('BAD_INPUT');
    expect((await read(author, id))?.latestRevision).toBeNull();
  });
});

describe('who can read how much', () => {
  test.each([
    { name: 'a paid lesson with a mark', course: {}, lesson: '', open: 1, pro: null },
    { name: 'a percentage without a mark', course: { preview_percent: 50 }, lesson: '', body: 'aaaa\n\nbbbb\n\ncccc', open: 1, pro: null },
    { name: 'neither', course: {}, lesson: '', body: 'aaaa\n\nbbbb', open: 0, pro: null },
    { name: 'a free course', course: { is_free: true }, lesson: '', open: null, pro: null },
    { name: 'a free lesson', course: {}, lesson: 'is_free = true', open: null, pro: null },
    { name: 'a masterclass', course: { is_masterclass: true }, lesson: '', open: 1, pro: 1 },
    { name: 'early access', course: { is_early_access: true }, lesson: '', open: 0, pro: null },
  ])('$name: announced before publication, and true afterwards @EDIT-12 @DOC-04', async ({ course, lesson, body, open, pro }) => {
    const { id } = await makeLesson(course);
    if (lesson !== '') await site.db.superuser.query(`update app_public.lessons set ${lesson} where id = $1`, [id]);
    await save(author, id, 0, body ?? 'Open words.\n\n::paywall\n\nPaid words.');
    expect((await read(author, id))?.latestRevision).toMatchObject({ openBlocks: open, proBlocks: pro });
    await publish(author, id, 1);
    const blocks = async (browser: Browser) => {
      const { data } = await browser.graphql<{ lessonById: { bodyDelta: string } }>(
        'query b($id: UUID!) { lessonById(id: $id) { bodyDelta } }',
        { id },
      );
      return (JSON.parse(data?.lessonById.bodyDelta ?? '{}') as DocumentNode).content?.length;
    };
    const whole = await blocks(author);
    expect(await blocks(learner)).toBe(open ?? whole);
    const { rows } = await site.db.superuser.query<{ id: string }>(
      `insert into app_public.entitlements (user_id, kind, source) select u.id, 'PRO', 'grant' from auth."user" u where u.email = 'learner@example.com' returning id`,
    );
    expect(await blocks(learner)).toBe(pro ?? whole);
    await site.db.superuser.query('delete from app_public.entitlements where id = $1', [rows[0]?.id]);
  });
});

describe('related parts', () => {
  test('in an unpublished book the public text and title follow every save, and publishing the book makes them public @EDIT-12 @STUDIO-01', async () => {
    const { id, itemId } = await makeLesson({ is_published: false, published_at: null, is_for_sale: false }, 'book');
    await save(author, id, 0, 'One.');
    await save(editor, id, 1, 'One, two.', { title: 'Chapter two' });
    expect(await read(author, id)).toMatchObject({
      title: 'Chapter two',
      bodyMarkdown: 'One, two.',
      latestRevision: { publishedAt: null },
    });
    await site.db.superuser.query('update app_public.books set is_published = true, published_at = now() where id = $1', [itemId]);
    expect(await read(learner, id)).toMatchObject({ title: 'Chapter two', bodyMarkdown: 'One, two.' });
    expect((await read(author, id))?.latestRevision?.publishedAt).not.toBeNull();
    await save(author, id, 2, 'Three.');
    expect((await read(learner, id))?.bodyMarkdown).toBe('One, two.');
  });

  test('a title that is changed elsewhere reaches an open editor like any other change @EDIT-12', async () => {
    const { id } = await makeLesson();
    await save(author, id, 0, 'Words.');
    await publish(author, id, 1);
    await site.db.superuser.query(`update app_public.lessons set title = 'Renamed' where id = $1`, [id]);
    expect((await read(author, id))?.latestRevision).toMatchObject({ version: 2, title: 'Renamed', bodyMarkdown: 'Words.' });
    expect((await read(author, id))?.latestRevision?.publishedAt).not.toBeNull();
    expect(codeOf(await save(author, id, 1, 'More words.'))).toBe('CONFLICT');
    expect((await save(author, id, 2, 'More words.', { title: 'Renamed' })).errors).toBeUndefined();
  });

  test('annotations follow on publication, and the editor gets their positions until then @EDIT-12 @DISC-10', async () => {
    const { id } = await makeLesson({ is_free: true });
    await save(author, id, 0, 'It is so. And yet.');
    await publish(author, id, 1);
    const discussion = await annotate(id, 'And yet.');
    const selection = async () => {
      const { data } = await learner.graphql<{
        discussionById: { selection: { from: number; isOrphaned: boolean; currentText: string | null } };
      }>('query d($id: UUID!) { discussionById(id: $id) { selection { from isOrphaned currentText } } }', { id: discussion });
      return data?.discussionById.selection;
    };
    const before = await selection();
    await save(author, id, 1, 'Mind: it is so. And yet.');
    expect(await selection()).toEqual(before);
    expect((await read(author, id))?.workingAnchors).toEqual([
      { discussionId: discussion, from: (before?.from ?? 0) + 'Mind: '.length, text: 'And yet.' },
    ]);
    await publish(author, id, 2);
    expect(await selection()).toMatchObject({ from: (before?.from ?? 0) + 'Mind: '.length, isOrphaned: false });
    await save(author, id, 2, 'Nothing of it.');
    expect((await read(author, id))?.workingAnchors).toMatchObject([{ discussionId: discussion, from: null }]);
    await publish(author, id, 3);
    expect(await selection()).toMatchObject({ isOrphaned: true });
  });

  test('search finds what is published and nothing of a draft; cached pages are renewed; images stay with it @EDIT-12 @DOC-04', async () => {
    const { id, itemId } = await makeLesson({ is_free: true });
    const find = async (passage: string) => {
      const { data } = await learner.graphql<{ search: { nodes: unknown[] } }>(
        'query s($words: String!) { search(words: $words) { nodes { path } } }',
        { words: passage },
      );
      return data?.search.nodes.length;
    };
    const tags: string[] = [];
    const stop = site.api.onTagsChanged((changed) => tags.push(...(changed ?? [])));
    const { rows } = await site.db.superuser.query<{ id: string }>(
      `insert into app_public.attachments (owner_id, file, name, image_url, kind, content_type, width, height, byte_count, content_hash, loose_since)
       values ($1, 'a/lessonpicture', 'p.png', '/media/a/lessonpicture/1600.webp', 'IMAGE', 'image/png', 10, 10, 10, repeat('a', 64), now()) returning id`,
      [writers.authorId],
    );
    const paragraph = { type: 'paragraph', attrs: { id: 'aaaaa' }, content: [{ type: 'text', text: 'Some zyxolotl.' }] };
    const image = {
      type: 'image',
      attrs: { uniqueId: 'bbbbb', src: '/media/a/lessonpicture/1600.webp', alt: '', attachmentId: rows[0]?.id },
    };
    await save(author, id, 0, '', { bodyDelta: JSON.stringify({ type: 'doc', content: [paragraph, image] }) });
    expect(await find('zyxolotl')).toBe(0);
    expect(
      (await site.db.superuser.query('select lesson_id from app_private.attachment_uses where attachment_id = $1', [rows[0]?.id])).rows,
    ).toEqual([{ lesson_id: id }]);
    await publish(author, id, 1);
    await expect.poll(() => tags).toContain(`course:${itemId}`);
    stop();
    expect(await find('zyxolotl')).toBe(1);
  });

  test('an answer that is saved as a note is public immediately, and unpublished changes stay unpublished, with the answer below them @EDIT-12', async () => {
    const { id } = await makeLesson({ is_free: true });
    await save(author, id, 0, 'Published.');
    await publish(author, id, 1);
    await save(editor, id, 1, 'Published. Half a sen');
    const { rows } = await site.db.superuser.query<{ id: string }>(
      `with d as (insert into app_public.discussions (lesson_id) values ($1) returning id)
       insert into app_public.comments (discussion_id, user_id, body_delta, body_markdown, body_html)
       select d.id, $2, '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Use indexes."}]}]}', 'Use indexes.', '<p>Use indexes.</p>' from d returning id`,
      [id, writers.authorId],
    );
    const added = await author.graphql('mutation a($id: UUID!) { addAnswerToLesson(input: { commentId: $id }) { lesson { id } } }', {
      id: rows[0]?.id,
    });
    expect(added.errors).toBeUndefined();
    expect((await read(learner, id))?.bodyMarkdown).toMatch(/^Published\.\n\n:::panel[^\n]*\nUse indexes\./);
    const working = await read(author, id);
    expect(working?.latestRevision?.bodyMarkdown).toMatch(/^Published\. Half a sen\n\n:::panel[^\n]*\nUse indexes\./);
    expect(working?.latestRevision?.publishedAt).toBeNull();
  });
});

/** Starts a discussion on a passage of the published text. */
async function annotate(lessonId: string, passage: string): Promise<string> {
  const { superuser } = site.db;
  const text = await superuser.query<{ body: DocumentNode }>(
    'select body_delta as body from app_private.lesson_bodies where lesson_id = $1',
    [lessonId],
  );
  const view = viewOfDocument(text.rows[0]?.body);
  const start = view.characters.indexOf(charactersOf(passage));
  const anchor = createAnchor(view, { start, end: start + charactersOf(passage).length });
  const created = await superuser.query<{ id: string }>('insert into app_public.discussions (lesson_id) values ($1) returning id', [
    lessonId,
  ]);
  const id = created.rows[0]?.id ?? '';
  await superuser.query('select app_private.add_selection($1, $2)', [
    id,
    JSON.stringify({ ...anchor, delta: null, quoted: charactersOf(passage).length, isOrphaned: false }),
  ]);
  await superuser.query(
    `insert into app_public.comments (discussion_id, body_delta, body_markdown, body_html) values ($1, '{"type":"doc","content":[]}', 'Why so?', '<p>Why so?</p>')`,
    [id],
  );
  return id;
}
