import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishArticle, codeOf, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
let site: Writers['site'];
let author: Writers['author'];
let editor: Writers['editor'];
let editorId: Writers['editorId'];
let learner: Writers['learner'];
let admin: Writers['admin'];
let makeArticle: Writers['makeArticle'];
let save: Writers['save'];
let read: Writers['read'];

beforeAll(async () => {
  writers = await startWriters();
  ({ site, author, editor, editorId, learner, admin, makeArticle, save, read } = writers);
});
afterAll(() => writers.stop());

/** Makes the newest revision old enough that the next save doesn't replace it. */
async function age(id: string): Promise<void> {
  await site.db.superuser.query(
    `update app_public.article_revisions set created_at = created_at - interval '6 minutes' where article_id = $1`,
    [id],
  );
}

describe('saving', () => {
  test('creates a revision; revisions by one author within five minutes are merged unless one was read in between @EDIT-12', async () => {
    const { id } = await makeArticle();
    const versions = async () => (await read(editor, id)).revisions.nodes.map(({ version, numWords }) => [version, numWords]);
    await save(author, id, 1, 'one');
    await save(author, id, 2, 'one two');
    await save(author, id, 3, 'one two three');
    expect(await versions()).toEqual([
      [4, 3],
      [1, 2],
    ]);
    // Versions that the editor has just read stay, and so do those older than five minutes.
    await save(author, id, 4, 'one two three four');
    await age(id);
    await save(author, id, 5, 'a b c d e');
    await save(editor, id, 6, 'a b c d e f');
    await save(author, id, 7, 'a b c d e f g');
    expect(await versions()).toEqual([
      [8, 7],
      [7, 6],
      [6, 5],
      [5, 4],
      [4, 3],
      [1, 2],
    ]);
  });

  test('creates none for the same title and text', async () => {
    const { id } = await makeArticle();
    const first = await save(author, id, 1, 'same');
    const again = await save(author, id, 1, 'same');
    expect(again.errors).toBeUndefined();
    const { latestRevision } = await read(author, id);
    const third = await save(editor, id, 1, '', { bodyDelta: latestRevision?.bodyDelta });
    expect([first, again, third].map(({ data }) => data?.saveArticle.version)).toEqual([2, 2, 2]);
  });

  test('an older version is a conflict that names the newer version, its author and its time; nothing is lost or overwritten @EDIT-12', async () => {
    const { id } = await makeArticle();
    const theirs = await save(editor, id, 1, 'The editor was quicker.', { title: 'Theirs' });
    const mine = await save(author, id, 1, 'The author was not.', { title: 'Mine' });
    expect(codeOf(mine)).toBe('CONFLICT');
    expect(mine.errors?.[0]?.message).toBe('Ed Editor saved version 2 after version 1, which this is based on. Nothing was written.');
    const current = mine.errors?.[0]?.extensions?.['current'] as Record<string, string>;
    expect(current).toMatchObject({
      version: 2,
      title: 'Theirs',
      savedBy: 'Ed Editor',
      userId: editorId,
      revisionId: theirs.data?.saveArticle.revision.id,
      savedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    });
    expect(current['bodyDelta']).toContain('The editor was quicker.');
    expect((await read(author, id)).latestRevision).toMatchObject({ version: 2, bodyMarkdown: 'The editor was quicker.' });
    // The author's decision is a separate version: the editor's stays in the history, also when the editor continues.
    expect((await save(author, id, 2, 'Both.')).data?.saveArticle.version).toBe(3);
    expect((await read(author, id)).revisions.nodes.map(({ title }) => title)).toEqual([
      'Title',
      'Theirs',
      expect.stringMatching(/^Article/),
    ]);
  });

  test('from two browsers of the same user is a conflict too, and the reported version isn’t overwritten @EDIT-12', async () => {
    const { id } = await makeArticle();
    await save(author, id, 1, 'in the first browser');
    const second = await save(author, id, 1, 'in the second browser');
    expect(codeOf(second)).toBe('CONFLICT');
    await save(author, id, 2, 'in the second browser');
    const { revisions } = await read(author, id);
    expect(revisions.nodes.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test('twenty times at once writes once; the others get a conflict, and every saved version is in the history @EDIT-12', async () => {
    const { id } = await makeArticle();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => save(n % 2 === 0 ? author : editor, id, 1, `The text of number ${n}.`)),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    // Each of them waited for the winner, and so gets its text.
    const conflicts = answers.filter((answer) => codeOf(answer) === 'CONFLICT').map(({ errors }) => errors?.[0]?.extensions?.['current']);
    expect(conflicts).toEqual(Array.from({ length: 19 }, () => expect.objectContaining({ version: 2, title: 'Title' }) as unknown));
    const { latestRevision, revisions } = await read(author, id);
    expect(revisions.nodes.map(({ version }) => version)).toEqual([2, 1]);
    const winner = answers.findIndex(({ errors }) => errors === undefined);
    expect(latestRevision?.bodyMarkdown).toBe(`The text of number ${winner}.`);
  });

  test('again after a lost response is no conflict for the same page, and a late request doesn’t undo a later one @EDIT-12', async () => {
    const { id } = await makeArticle();
    const sessionId = '3f0e2c7a-5d0c-4a9e-9d51-7c1b8f1f9a01';
    const send = (body: string, sequence: number, baseVersion = 1) => save(author, id, baseVersion, body, { sessionId, sequence });
    expect((await send('a', 1)).data?.saveArticle.version).toBe(2);
    expect((await send('a b c', 3)).data?.saveArticle.version).toBe(3);
    expect((await send('a b', 2)).data?.saveArticle.version).toBe(3);
    expect((await read(author, id)).latestRevision?.bodyMarkdown).toBe('a b c');
    await save(editor, id, 3, 'the editor goes on');
    expect(codeOf(await send('a b c d', 4, 3))).toBe('CONFLICT');
    expect((await send('a b c d', 5, 4)).data?.saveArticle.version).toBe(5);
  });

  test('is for its writers and administrators only @EDIT-12 @API-01', async () => {
    const { id } = await makeArticle();
    expect(codeOf(await save(site.newBrowser(), id, 1, 'x'))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await save(learner, id, 1, 'x'))).toBe('NOT_FOUND');
    expect(codeOf(await save(author, '00000000-0000-7000-8000-000000000000', 1, 'x'))).toBe('NOT_FOUND');
    // A text isn't even parsed for users who can't save it.
    const broken = { bodyMarkdown: undefined, bodyDelta: 'no JSON' };
    expect(codeOf(await save(site.newBrowser(), id, 1, '', broken))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await save(learner, id, 1, '', broken))).toBe('NOT_FOUND');
    expect(codeOf(await save(author, id, 1, '', broken))).toBe('BAD_INPUT');
    expect((await save(editor, id, 1, 'of the editor')).data?.saveArticle.version).toBe(2);
    expect((await save(admin, id, 2, 'of the staff')).data?.saveArticle.version).toBe(3);
    await author.graphql(publishArticle, { input: { id, version: 3 } });
    expect(codeOf(await save(learner, id, 3, 'x'))).toBe('FORBIDDEN');
    const { latestRevision, revisions, title } = await read(learner, id);
    expect({ latestRevision, count: revisions.totalCount, title }).toEqual({ latestRevision: null, count: 0, title: 'Title' });
  });

  test('that is cut off halfway leaves nothing behind, and the article can be saved again', async () => {
    const { id } = await makeArticle();
    const blocker = await site.db.superuser.connect();
    await blocker.query('begin');
    // The save waits at its last step: the published text.
    await blocker.query('select 1 from app_private.article_bodies where article_id = $1 for update', [id]);
    const cut = save(author, id, 1, 'never written');
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%save_article%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await site.db.superuser.query(waiting)).rowCount, { timeout: 2_500 }).toBe(1);
    await site.db.superuser.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
    expect(codeOf(await cut)).toBe('UNAVAILABLE');
    await blocker.query('rollback');
    blocker.release();
    // The pool may return the dead connection once more before it notices.
    await expect.poll(() => read(author, id).catch(() => null)).not.toBeNull();
    const { latestRevision, revisions, bodyMarkdown } = await read(author, id);
    expect([latestRevision?.version, revisions.totalCount, bodyMarkdown]).toEqual([1, 1, 'First words.']);
    expect((await save(author, id, 1, 'written')).data?.saveArticle.version).toBe(2);
    const { rows } = await site.db.superuser.query<{ n: number }>(
      `select count(*)::int as n from app_public.article_revisions r where not exists (select from app_private.article_revision_texts t where t.revision_id = r.id)`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});
