import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import {
  type Article,
  type Revision,
  createArticle,
  publishArticle,
  updateArticle,
  restoreRevision,
  codeOf,
  startWriters,
  type Writers,
} from '../writers.ts';

let writers: Writers;
let site: Writers['site'];
let author: Writers['author'];
let authorId: Writers['authorId'];
let editor: Writers['editor'];
let learner: Writers['learner'];
let admin: Writers['admin'];
let makeArticle: Writers['makeArticle'];
let save: Writers['save'];
let read: Writers['read'];

beforeAll(async () => {
  writers = await startWriters();
  ({ site, author, authorId, editor, learner, admin, makeArticle, save, read } = writers);
});
afterAll(() => writers.stop());

describe('creating an article', () => {
  test('gives an author a draft with its own URL, whose text only its writers can read @EDIT-12', async () => {
    const answer = await author.graphql<{ createArticle: { article: Article } }>(createArticle, {
      input: { title: '  Größe &  “Maß” ', bodyMarkdown: 'Two words' },
    });
    const article = answer.data?.createArticle.article;
    expect(article).toMatchObject({
      slug: 'grosse-mass',
      title: 'Größe & “Maß”',
      status: 'DRAFT',
      mayPublish: true,
      permalink: '/articles/grosse-mass',
      bodyMarkdown: 'Two words',
      latestRevision: { version: 1, numWords: 2, user: { id: authorId } },
    });
    const second = await author.graphql<{ createArticle: { article: Article } }>(createArticle, { input: { title: 'Größe, Maß' } });
    expect(second.data?.createArticle.article.slug).toBe('grosse-mass-2');
    for (const stranger of [learner, editor, site.newBrowser()]) expect(await read(stranger, article?.id ?? '')).toBeNull();
    expect((await read(admin, article?.id ?? '')).latestRevision?.bodyMarkdown).toBe('Two words');
  });

  test('is for authors only: a visitor must sign in first, and a learner is told who can @EDIT-12', async () => {
    const begin = (browser: Browser) => browser.graphql(createArticle, { input: { title: 'Mine' } });
    expect(codeOf(await begin(site.newBrowser()))).toBe('LOGIN_REQUIRED');
    const refusal = await begin(learner);
    expect(codeOf(refusal)).toBe('FORBIDDEN');
    const beginBroken = (browser: Browser) => browser.graphql(createArticle, { input: { title: 'Mine', bodyDelta: 'no JSON' } });
    expect(codeOf(await beginBroken(learner))).toBe('FORBIDDEN');
    expect(codeOf(await beginBroken(admin))).toBe('BAD_INPUT');
    expect(refusal.errors?.[0]?.message).toBe('Only authors can create articles. Ask an administrator to make you one.');
    expect(
      (await admin.graphql<{ createArticle: object }>(createArticle, { input: { title: 'Of the staff' } })).data?.createArticle,
    ).toBeDefined();
  });
});

describe('a text that is submitted', () => {
  test('as Markdown and as JSON becomes the same document @DOC-02', async () => {
    const markdown = '# One\n\n- a\n- b\n\n```ts\nlet x = 1;\n```';
    const { id } = await makeArticle(markdown);
    const first = await read(author, id);
    const answer = await author.graphql<{ createArticle: { article: Article } }>(createArticle, {
      input: { title: 'Copy', bodyDelta: first.latestRevision?.bodyDelta, bodyMarkdown: 'loses against bodyDelta' },
    });
    expect(answer.data?.createArticle.article.latestRevision?.bodyDelta).toBe(first.latestRevision?.bodyDelta);
    expect(answer.data?.createArticle.article.bodyMarkdown).toBe(first.bodyMarkdown);
    expect(first.bodyMarkdown).toContain('let x = 1;');
  });

  test('with mistakes is refused with the position and what was expected, and nothing changes @DOC-02', async () => {
    const { id, version } = await makeArticle();
    const faults: [object, string | RegExp][] = [
      [
        { bodyDelta: JSON.stringify({ type: 'doc', content: [{ type: 'script' }] }) },
        'bodyDelta: content[0]: expected a node of an article, got unknown node "script".',
      ],
      [
        { bodyDelta: JSON.stringify({ type: 'doc', content: [{ type: 'imageUploadPlaceholder', attrs: { progressPercent: 40 } }] }) },
        'bodyDelta: content[0]: expected a finished image, got imageUploadPlaceholder, an image that is still uploading.',
      ],
      [{ bodyDelta: '<p>HTML</p>' }, /^bodyDelta: expected a document as JSON of at most 8000000 characters, got "<p>HTML<\/p>"\.$/],
      [{ bodyDelta: null, bodyMarkdown: null }, 'bodyDelta: expected a document as a JSON string, or bodyMarkdown, got neither.'],
      [{ title: '   ' }, 'title: expected 1 to 200 characters, got 0.'],
      [{ title: 'a'.repeat(201) }, 'title: expected 1 to 200 characters, got 201.'],
    ];
    for (const [input, message] of faults) {
      const answer = await save(author, id, version, 'x', input);
      expect(codeOf(answer)).toBe('BAD_INPUT');
      expect(answer.errors?.[0]?.message).toMatch(message);
    }
    const answer = await save(author, id, version, 'x', {
      bodyDelta: JSON.stringify({ type: 'doc', content: Array.from({ length: 5 }, () => ({ type: 'heading', attrs: { level: 9 } })) }),
    });
    expect(answer.errors?.[0]?.extensions?.['errors']).toHaveLength(5);
    expect(answer.errors?.[0]?.message).toMatch(/and 2 more\.$/);
    expect((await read(author, id)).revisions.totalCount).toBe(1);
  });

  test('can be as long as the limits say for signed-in users, and 100 kB for visitors', async () => {
    const { id, version } = await makeArticle();
    const long = `${'Some words that are not few, and more of them. '.repeat(7)}\n\n`.repeat(8_700);
    const saved = await save(author, id, version, long);
    expect(saved.errors).toBeUndefined();
    expect(saved.data?.saveArticle.revision.numWords).toBe(609_000);
    expect((await save(site.newBrowser(), id, version, long)).status).toBe(413);
    expect((await author.post('/graphql', { query: `{ clipTotals { shorts } } ${' '.repeat(100_000)}` })).status).toBe(413);
  });

  test('has more time to be written than other statements', async () => {
    await site.db.superuser.query(
      `create function app_private.tell_limit() returns trigger language plpgsql as $$ begin
         if tg_table_name = 'articles' then new.summary := current_setting('statement_timeout');
         else new.title := current_setting('statement_timeout'); end if;
         return new;
       end $$;
       create trigger tell_limit before insert or update on app_public.article_revisions for each row execute function app_private.tell_limit();
       create trigger tell_limit before update of summary on app_public.articles for each row execute function app_private.tell_limit()`,
    );
    try {
      const { id, version } = await makeArticle();
      expect((await save(author, id, version, 'Other words.')).data?.saveArticle.revision.title).toBe('20s');
      const other = await author.graphql<{ updateArticle: { article: { summary: string } } }>(updateArticle, {
        input: { id, patch: { summary: 'A summary' } },
      });
      expect(other.data?.updateArticle.article.summary).toBe('3s');
    } finally {
      await site.db.superuser.query('drop function app_private.tell_limit() cascade');
    }
  });
});

describe('history', () => {
  test('restores an old revision as a new one, with its title @EDIT-12', async () => {
    const { id } = await makeArticle('The first text.', 'The first title');
    await save(editor, id, 1, 'Another text.');
    const [newest, first] = (await read(author, id)).revisions.nodes;
    const restore = (browser: Browser, revisionId = first?.id, baseVersion = newest?.version) =>
      browser.graphql<{ restoreArticleRevision: { version: number; revision: Revision } }>(restoreRevision, {
        input: { revisionId, baseVersion },
      });
    expect(codeOf(await restore(site.newBrowser()))).toBe('LOGIN_REQUIRED');
    expect(codeOf(await restore(learner))).toBe('NOT_FOUND');
    expect(codeOf(await restore(author, first?.id, 1))).toBe('CONFLICT');
    const restored = await restore(editor);
    expect(restored.data?.restoreArticleRevision).toEqual({
      version: 3,
      revision: { title: 'The first title', restoredVersion: 1, bodyMarkdown: 'The first text.' },
    });
    expect((await read(author, id)).revisions.nodes.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test('keeps the newest hundred revisions, and of the older ones those that were published @EDIT-12', async () => {
    const { id } = await makeArticle();
    await author.graphql(publishArticle, { input: { id, version: 1 } });
    await site.db.superuser.query(
      `select app_private.add_revision($1, 'Title', t.body_delta, '{a}', null, null, null, null)
       from generate_series(1, 130) n, app_private.article_revision_texts t join app_public.article_revisions r on r.id = t.revision_id
       where r.article_id = $1`,
      [id],
    );
    const { rows } = await site.db.superuser.query<{ version: number }>(
      'select version from app_public.article_revisions where article_id = $1 order by 1',
      [id],
    );
    expect(rows.map(({ version }) => version)).toEqual([1, ...Array.from({ length: 100 }, (_, n) => n + 32)]);
  });

  test('says how much of a text would be free', async () => {
    const { id } = await makeArticle('Open.\n\n::paywall\n\nPaid.');
    expect((await read(author, id)).latestRevision?.openBlocks).toBeNull();
    await author.graphql(updateArticle, { input: { id, patch: { subscriptionRequired: true, previewPercent: 50 } } });
    const { latestRevision } = await read(author, id);
    expect(latestRevision?.openBlocks).toBe(1);
    const plain = await makeArticle('Four\n\nFive\n\nNine');
    await author.graphql(updateArticle, { input: { id: plain.id, patch: { subscriptionRequired: true, previewPercent: 70 } } });
    expect((await read(author, plain.id)).latestRevision?.openBlocks).toBe(2);
  });
});

test('writers find their articles, including drafts, last saved first; others find none @EDIT-12', async () => {
  const mine = /* GraphQL */ `
    query mine($search: String, $status: ArticleStatus, $isEveryones: Boolean) {
      isAuthor
      myArticles(first: 100, search: $search, status: $status, isEveryones: $isEveryones) { totalCount nodes { id status } }
    }
  `;
  const older = await makeArticle('x', 'Needles, older');
  const newer = await makeArticle('x', 'Needles, newer');
  await save(author, older.id, 1, 'x y', { title: 'needles again' });
  type Mine = { isAuthor: boolean; myArticles: { totalCount: number; nodes: { id: string; status: string }[] } };
  const ask = async (browser: Browser, variables: object = {}) => {
    const { data } = await browser.graphql<Mine>(mine, { search: 'needles', ...variables });
    return { isAuthor: data?.isAuthor, ids: data?.myArticles.nodes.map(({ id }) => id) };
  };
  expect(await ask(author)).toEqual({ isAuthor: true, ids: [older.id, newer.id] });
  expect(await ask(author, { status: 'PUBLISHED' })).toMatchObject({ ids: [] });
  expect(await ask(editor)).toEqual({ isAuthor: false, ids: [older.id, newer.id] });
  for (const isEveryones of [false, true]) {
    expect(await ask(learner, { isEveryones })).toEqual({ isAuthor: false, ids: [] });
    expect(await ask(site.newBrowser(), { isEveryones })).toEqual({ isAuthor: false, ids: [] });
  }
  expect(await ask(admin)).toEqual({ isAuthor: true, ids: [] });
  expect(await ask(admin, { isEveryones: true })).toEqual({ isAuthor: true, ids: [older.id, newer.id] });
});
