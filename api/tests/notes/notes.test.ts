import { createPool } from '@newline/db/create-pool';
import { moveNotes } from '@newline/api/features/notes/move-notes';
import { createLog } from '@newline/api/log';
import { noteLimits } from '@newline/api/rules/limits/note';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { codeOf, publishArticle, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

type Block = { id: string; text: string; type?: string };
type Mark = {
  id: string;
  blockId: string | null;
  occurrence: number | null;
  words: string | null;
  isOrphaned: boolean;
  excerpt: string | null;
};
type Entry = { id: string; quote: string | null; body: string | null; isOrphaned: boolean; version: number };

function documentOf(...blocks: readonly Block[]): string {
  const content = blocks.map(({ id, text, type = 'paragraph' }) => ({
    type,
    attrs: { id },
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  }));
  return JSON.stringify({ type: 'doc', content });
}

const first = { id: 'aaaaa', text: 'It is so. And yet. It is so.' };
const threshold = { id: 'ttttt', text: '', type: 'paywallThreshold' };

/** Creates a published article, and returns its ID and a function that publishes another text of it. */
async function makeArticle(...blocks: readonly Block[]) {
  const { id, version } = await writers.makeArticle();
  let base = version;
  const publish = async (texts: readonly Block[]) => {
    const saved = await writers.save(writers.author, id, base, '', { bodyDelta: documentOf(...texts) });
    if (!saved.data) throw new Error(JSON.stringify(saved.errors));
    base = saved.data.saveArticle.version;
    const { errors } = await writers.author.graphql(publishArticle, { input: { id, version: base } });
    if (errors) throw new Error(JSON.stringify(errors));
  };
  await publish(blocks);
  return { id, publish };
}

function add(browser: Browser, input: object) {
  return browser.graphql<{ addNote: { note: Entry & { itemTitle: string } } }>(
    /* GraphQL */ `mutation ($input: AddNoteInput!) { addNote(input: $input) { note { id quote body isOrphaned version itemTitle } } }`,
    { input },
  );
}

async function added(browser: Browser, input: object): Promise<string> {
  const { data, errors } = await add(browser, input);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.addNote.note.id;
}

async function marksOf(browser: Browser, articleId: string): Promise<Mark[] | undefined> {
  const { data } = await browser.graphql<{ noteMarks: { nodes: Mark[] } }>(
    'query ($articleId: UUID!) { noteMarks(articleId: $articleId) { nodes { id blockId occurrence words isOrphaned excerpt } } }',
    { articleId },
  );
  return data?.noteMarks.nodes;
}

async function listOf(
  browser: Browser,
  variables: Record<string, unknown> = {},
): Promise<{ entries: Entry[]; endCursor: string | null } | null | undefined> {
  const { data } = await browser.graphql<{ ownNotes: { entries: Entry[]; endCursor: string | null } | null }>(
    /* GraphQL */ `query ($search: String, $after: String, $first: Int) { ownNotes(search: $search, after: $after, first: $first) {
      endCursor entries { id quote body isOrphaned version }
    } }`,
    variables,
  );
  return data?.ownNotes;
}

/** Moves notes to changed texts, unless the job was faster. */
async function move(): Promise<void> {
  const pool = createPool(writers.site.db.connections.worker, { max: 1, applicationName: 'test worker', onError: () => undefined });
  await moveNotes({ pool, log: createLog('silent') });
  await pool.end();
}

const words = (text: string, from: number, blockId = 'aaaaa') => ({ selection: { from, to: from + text.length, text, blockId } });

describe('a note', () => {
  test('is attached to the words that the server finds in what the user can read @PRACTICE-03', async () => {
    const { id } = await makeArticle(first, threshold, { id: 'zzzzz', text: 'Only for some.' });
    await writers.site.db.superuser.query('update app_public.articles set subscription_required = true where id = $1', [id]);
    await added(writers.learner, { articleId: id, ...words('It is so.', 20), body: 'Twice' });
    expect(await marksOf(writers.learner, id)).toMatchObject([
      { blockId: 'aaaaa', occurrence: 1, words: 'It is so.', isOrphaned: false, excerpt: 'Twice' },
    ]);
    // What the request says isn't stored.
    expect(codeOf(await add(writers.learner, { articleId: id, ...words('Made up.', 1) }))).toBe('CONFLICT');
    for (const blockId of ['zzzzz', 'aaaaa', 'nnnnn', ''])
      expect(codeOf(await add(writers.learner, { articleId: id, ...words('Only for some.', 33, blockId) }))).toBe('CONFLICT');
    expect(codeOf(await add(writers.learner, { articleId: id, ...words('', 1, 'zzzzz') }))).toBe('CONFLICT');
    expect((await add(writers.author, { articleId: id, ...words('Only for some.', 33, 'zzzzz') })).data?.addNote.note).toMatchObject({
      quote: 'Only for some.',
      body: null,
    });
    expect(await marksOf(writers.learner, id)).toHaveLength(1);
    expect(await marksOf(writers.admin, id)).toEqual([]);
  });

  test('needs a session, and a text that the user can see', async () => {
    const visitor = writers.site.newBrowser();
    const { id } = await makeArticle(first);
    expect(codeOf(await add(visitor, { articleId: id, ...words('It is so.', 1) }))).toBe('LOGIN_REQUIRED');
    expect(await listOf(visitor)).toBeNull();
    const { id: draft } = await writers.makeArticle();
    // The words of a draft can't be found, and it can't be found either.
    expect(codeOf(await add(writers.learner, { articleId: draft, ...words('First words.', 1) }))).toBe('CONFLICT');
    expect(codeOf(await add(writers.learner, { articleId: draft, second: 1, body: 'x' }))).toBe('NOT_FOUND');
    expect(codeOf(await add(writers.learner, { articleId: randomUUID(), second: 1, body: 'x' }))).toBe('NOT_FOUND');
    expect(codeOf(await add(writers.learner, { articleId: id, lessonId: id, ...words('It is so.', 1) }))).toBe('BAD_INPUT');
  });

  test('keeps hostile text as text, and refuses what is too long or no text @PRACTICE-03', async () => {
    const { id } = await makeArticle(first);
    const hostile = '<script>alert(1)</script> [x](javascript:alert(1)) \u202Ereversed\u202C "quoted" \'; drop table app_public.notes; --';
    const noteId = await added(writers.learner, { articleId: id, ...words('It is so.', 1), body: hostile });
    expect((await listOf(writers.learner))?.entries.find((entry) => entry.id === noteId)?.body).toBe(hostile);
    const long = await add(writers.learner, { articleId: id, ...words('It is so.', 1), body: 'x'.repeat(100_000) });
    expect(long.errors?.[0]).toMatchObject({ message: 'body: expected at most 5,000 characters, got 100,000.' });
    expect(codeOf(await add(writers.learner, { articleId: id, ...words('x'.repeat(1001), 1), body: 'x' }))).toBe('BAD_INPUT');
    for (const body of ['a\0b', '\uD800']) {
      const answer = await add(writers.learner, { articleId: id, ...words('It is so.', 1), body });
      expect(codeOf(answer) ?? answer.data?.addNote.note.body).toBe(body === '\uD800' ? '\uFFFD' : 'BAD_INPUT');
    }
    const odd = { from: -1, to: 5, text: 'It is', blockId: 'aaaaa' };
    expect(codeOf(await add(writers.learner, { articleId: id, selection: odd }))).toBe('BAD_INPUT');
    expect(
      codeOf(await add(writers.learner, { articleId: id, selection: { ...odd, from: 2_000_000_000, to: 2_000_000_001, text: ' ' } })),
    ).toBe('CONFLICT');
    expect((await listOf(writers.learner, { search: '\0' }))?.entries ?? []).toEqual([]);
    // The page of the Markdown file.
    expect(await listOf(writers.learner, { first: noteLimits.page })).toBeTruthy();
    // Any text is a cursor.
    expect(await listOf(writers.learner, { after: '\u202E\'"' })).toBeTruthy();
  });

  test('that is on the current text isn’t moved again and again by a change that is recorded with it', async () => {
    const { id } = await makeArticle(first);
    await added(writers.learner, { articleId: id, ...words('It is so.', 20), body: 'Here' });
    const { superuser } = writers.site.db;
    await superuser.query(
      `insert into app_private.moved_note_texts (article_id, text_version, body_delta)
       select article_id, text_version, body_delta from app_private.article_bodies where article_id = $1`,
      [id],
    );
    await move();
    expect((await superuser.query('select from app_private.moved_note_texts where article_id = $1', [id])).rowCount).toBe(0);
    expect(await marksOf(writers.learner, id)).toMatchObject([{ words: 'It is so.', isOrphaned: false }]);
  });

  test('follows its words through edits, says when they’re gone, and finds them again @PRACTICE-03', async () => {
    const { id, publish } = await makeArticle(first);
    await added(writers.learner, { articleId: id, ...words('It is so.', 20), body: 'Second' });
    await publish([
      { id: 'nnnnn', text: 'New. It is so.' },
      { ...first, text: `Mind: it is so. ${first.text}` },
    ]);
    await move();
    expect(await marksOf(writers.learner, id)).toMatchObject([{ blockId: 'aaaaa', occurrence: 1, words: 'It is so.', isOrphaned: false }]);
    // Two changes before the job: added in between is a note on the second text.
    await publish([{ ...first, text: 'Something else.' }]);
    await added(writers.learner, { articleId: id, ...words('else', 11), body: 'Between' });
    await publish([{ ...first, text: 'Something or else.' }]);
    await move();
    expect(await marksOf(writers.learner, id)).toMatchObject([
      { blockId: null, words: null, isOrphaned: true, excerpt: 'Second' },
      { blockId: 'aaaaa', words: 'else', isOrphaned: false, excerpt: 'Between' },
    ]);
    const { entries = [] } = (await listOf(writers.learner)) ?? {};
    expect(entries.find(({ body }) => body === 'Second')).toMatchObject({ quote: 'It is so.', isOrphaned: true });
    await publish([{ ...first, text: `Mind: it is so. ${first.text}` }]);
    await move();
    expect((await marksOf(writers.learner, id))?.[0]).toMatchObject({ blockId: 'aaaaa', isOrphaned: false, excerpt: 'Second' });
    const { rows } = await writers.site.db.superuser.query('select from app_private.moved_note_texts');
    expect(rows).toHaveLength(0);
  });

  test('moves with many others in batches, also if the text changes in the meantime', async () => {
    const { id, publish } = await makeArticle(first);
    const { superuser } = writers.site.db;
    await added(writers.learner, { articleId: id, ...words('And yet.', 11) });
    const { rows: users } = await superuser.query<{ count: number }>(`
      with one as (select n.*, a.* from app_public.notes n join app_private.note_anchors a on a.note_id = n.id where n.article_id = '${id}'),
        more as (insert into app_public.notes (user_id, key, article_id, item_id, item_title, quote)
          select u.id, gen_random_uuid(), '${id}', '${id}', 'Article', 'And yet.' from generate_series(1, 180), app_public.users u returning id),
        anchors as (insert into app_private.note_anchors (note_id, range_from, range_to, text_version, block_id, end_block_id, prefix, suffix, quoted_letters, kept_letters)
          select m.id, o.range_from, o.range_to, o.text_version, o.block_id, o.end_block_id, o.prefix, o.suffix, o.quoted_letters, o.kept_letters from more m, one o returning 1)
      select count(*)::int as count from anchors`);
    expect(users[0]?.count).toBeGreaterThan(500);
    await publish([{ ...first, text: `Before. ${first.text}` }]);
    await publish([{ ...first, text: `Before that. ${first.text}` }]);
    await move();
    const { rows } = await superuser.query<{ from: number; count: number }>(
      `select a.range_from as "from", count(*)::int as count from app_private.note_anchors a join app_public.notes n on n.id = a.note_id where n.article_id = $1 group by 1`,
      [id],
    );
    expect(rows).toEqual([{ from: 24, count: (users[0]?.count ?? 0) + 1 }]);
  });
});
