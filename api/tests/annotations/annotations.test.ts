import { createPool } from '@newline/db/create-pool';
import { charactersOf, charactersWithin, viewOfDocument } from '@newline/document/annotations/anchor-view';
import { createAnchor } from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveLeftAnchors } from '@newline/api/features/annotations/move-anchors';
import { createLog } from '@newline/api/log';
import type { Browser } from '../browser.ts';
import { signUp } from '../people.ts';
import { publishArticle, startWriters, type Writers } from '../writers.ts';

let writers: Writers;
beforeAll(async () => {
  writers = await startWriters();
});
afterAll(() => writers.stop());

type Selection = {
  from: number;
  to: number;
  version: number;
  text: string;
  currentText: string | null;
  blockId: string;
  occurrence: number;
  isOrphaned: boolean;
};
type Block = { id: string; text: string; type?: string };

/** Returns a document of paragraphs, or of other blocks, with their own ids. */
function documentOf(...blocks: readonly Block[]): string {
  const content = blocks.map(({ id, text, type = 'paragraph' }) => {
    const attrs = type === 'codeBlock' ? { uniqueId: id } : { id };
    return { type, attrs, ...(text !== '' && { content: [{ type: 'text', text }] }) };
  });
  return JSON.stringify({ type: 'doc', content });
}

const first = { id: 'aaaaa', text: 'It is so. And yet. It is so.' };
const code: Block = { id: 'ccccc', text: 'const a = 1;\nconst b = 1;', type: 'codeBlock' };

async function makeArticle(
  ...blocks: readonly Block[]
): Promise<{ id: string; save(blocks: readonly Block[], more?: object): Promise<void> }> {
  const { id, version } = await writers.makeArticle();
  let base = version;
  const save = async (texts: readonly Block[], more: object = {}) => {
    const answer = await writers.save(writers.author, id, base, '', { bodyDelta: documentOf(...texts), ...more });
    if (!answer.data) throw new Error(JSON.stringify(answer.errors));
    base = answer.data.saveArticle.version;
  };
  await save(blocks);
  return { id, save };
}

/** Starts a discussion on the nth occurrence of a passage in the published text. */
async function annotate(articleId: string, passage: string, nth = 1): Promise<string> {
  const { rows } = await writers.site.db.superuser.query<{ body: DocumentNode }>(
    'select body_delta as body from app_private.article_bodies where article_id = $1',
    [articleId],
  );
  const view = viewOfDocument(rows[0]?.body);
  let start = -1;
  for (let count = 0; count < nth; count += 1) start = view.characters.indexOf(charactersOf(passage), start + 1);
  const anchor = createAnchor(view, { start, end: start + charactersOf(passage).length });
  if (!anchor) throw new Error(`annotate: expected ${passage} ${nth} times`);
  const inserted = await writers.site.db.superuser.query<{ id: string }>(
    'insert into app_public.discussions (article_id) values ($1) returning id',
    [articleId],
  );
  const id = inserted.rows[0]?.id ?? '';
  await writers.site.db.superuser.query('select app_private.add_selection($1, $2)', [
    id,
    JSON.stringify({ ...anchor, delta: null, quoted: charactersOf(passage).length, isOrphaned: false }),
  ]);
  await writers.site.db.superuser.query(
    `insert into app_public.comments (discussion_id, body_delta, body_markdown, body_html) values ($1, '{"type":"doc","content":[]}', 'Why so?', '<p>Why so?</p>')`,
    [id],
  );
  return id;
}

async function selectionOf(id: string, browser: Browser = writers.author): Promise<Selection | null> {
  const { data, errors } = await browser.graphql<{ discussionById: { selection: Selection | null } | null }>(
    /* GraphQL */ `query ($id: UUID!) { discussionById(id: $id) {
      selection { from to version text currentText blockId occurrence isOrphaned }
    } }`,
    { id },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data?.discussionById?.selection ?? null;
}

/** Returns the text at a selection's positions in the published text. */
async function wordsAt(articleId: string, { from, to }: Selection): Promise<{ words: string; before: string }> {
  const { rows } = await writers.site.db.superuser.query<{ body: DocumentNode }>(
    'select body_delta as body from app_private.article_bodies where article_id = $1',
    [articleId],
  );
  const view = viewOfDocument(rows[0]?.body);
  const { start, end } = charactersWithin(view, from, to);
  return { words: view.textBetween(start, end), before: view.characters.slice(0, start) };
}

async function publish(id: string): Promise<void> {
  const { latestRevision } = await writers.read(writers.author, id);
  const answer = await writers.author.graphql(publishArticle, { input: { id, version: latestRevision?.version } });
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
}

describe('saving a text', () => {
  test('moves annotations with it: the second of two identical sentences and a line of code keep theirs @DISC-09 @DISC-10', async () => {
    const { id, save } = await makeArticle(first, code);
    const [sentence, line] = [await annotate(id, 'It is so.', 2), await annotate(id, 'const b = 1;')];
    expect(await selectionOf(sentence)).toMatchObject({ blockId: 'aaaaa', occurrence: 1, text: 'It is so.', isOrphaned: false });
    await save([
      { id: 'nnnnn', text: 'It is so. New.' },
      { ...first, text: `Mind: it is so. ${first.text}` },
      { ...code, text: `let c;\n${code.text}` },
    ]);
    const [movedSentence, movedLine] = [await selectionOf(sentence), await selectionOf(line)];
    if (!movedSentence || !movedLine) throw new Error('Expected two selections');
    expect(movedSentence).toMatchObject({ blockId: 'aaaaa', occurrence: 1, text: 'It is so.', currentText: null, isOrphaned: false });
    expect(await wordsAt(id, movedSentence)).toEqual({ words: 'It is so.', before: 'Itisso.New.Mind:itisso.Itisso.Andyet.' });
    expect(movedLine).toMatchObject({ blockId: 'ccccc', isOrphaned: false });
    expect((await wordsAt(id, movedLine)).words).toBe('const b = 1;');
    expect(movedSentence.version).toBeGreaterThan(1);
  });

  test('without the quoted text orphans the annotation, which keeps its quote and is listed; it comes back with the text @DISC-10', async () => {
    const { id, save } = await makeArticle(first);
    const sentence = await annotate(id, 'It is so.', 2);
    await save([{ ...first, text: 'It is so. And yet.' }]);
    expect(await selectionOf(sentence)).toMatchObject({ text: 'It is so.', isOrphaned: true });
    const orphans = async () => {
      const { data } = await writers.author.graphql<{
        articleById: { orphanedDiscussions: { nodes: { id: string; selection: { text: string } }[] } };
      }>('query ($id: UUID!) { articleById(id: $id) { orphanedDiscussions { nodes { id selection { text } } } } }', { id });
      return data?.articleById.orphanedDiscussions.nodes;
    };
    expect(await orphans()).toEqual([{ id: sentence, selection: { text: 'It is so.' } }]);
    await save([{ ...first, text: 'Before. It is so. And yet.' }]);
    expect(await selectionOf(sentence)).toMatchObject({ isOrphaned: true });
    await save([first]);
    expect(await selectionOf(sentence)).toMatchObject({ isOrphaned: false, occurrence: 1 });
    expect(await orphans()).toEqual([]);
  });

  test('trusts the editor only where two sentences are identical, and checks what it reports', async () => {
    for (const [hint, isOrphaned] of [
      [{ from: null, to: null }, true],
      [{ from: 1, to: 10 }, false],
      [{ from: 3, to: 8 }, true],
    ] as const) {
      const { id, save } = await makeArticle({ ...first, text: 'It is so. It is so.' });
      const sentence = await annotate(id, 'It is so.', 2);
      await save([{ ...first, text: 'It is so.' }], { anchors: [{ discussionId: sentence, ...hint }] });
      expect(await selectionOf(sentence), JSON.stringify(hint)).toMatchObject({ isOrphaned });
    }
  });

  test('keeps annotations on edited text as long as half of the quote is left, however slowly it changes', async () => {
    const passage = 'the quick brown fox jumps';
    const { id, save } = await makeArticle({ id: 'aaaaa', text: `Say: ${passage}. End.` });
    const discussion = await annotate(id, passage);
    await save([{ id: 'aaaaa', text: 'Say: the quick brown cat jumps. End.' }]);
    expect(await selectionOf(discussion)).toMatchObject({ text: passage, currentText: 'the quick brown cat jumps', isOrphaned: false });
    await save([{ id: 'aaaaa', text: 'Say: the quick old cat jumps. End.' }]);
    await save([{ id: 'aaaaa', text: 'Say: the lazy old cat jumps. End.' }]);
    expect(await selectionOf(discussion)).toMatchObject({ text: passage, isOrphaned: true });
  });
});

describe('a published article', () => {
  test('updates its annotations when it is published, with what the editor reported in between @DISC-10', async () => {
    const { id, save } = await makeArticle({ ...first, text: 'It is so. It is so.' }, code);
    await publish(id);
    const [sentence, line] = [await annotate(id, 'It is so.', 2), await annotate(id, 'const b = 1;')];
    const old = await selectionOf(sentence);
    // Only the editor knows that the first of the two was deleted.
    await save(
      [
        { ...first, text: 'It is so.' },
        { ...code, text: `// New\n${code.text}` },
      ],
      {
        anchors: [{ discussionId: sentence, from: 1, to: 10 }],
      },
    );
    expect(await selectionOf(sentence)).toEqual(old);
    const { data } = await writers.editor.graphql<{ articleById: { workingAnchors: object[] } }>(
      'query ($id: UUID!) { articleById(id: $id) { workingAnchors { discussionId from to text } } }',
      { id },
    );
    expect(data?.articleById.workingAnchors).toEqual([
      { discussionId: sentence, from: 1, to: 10, text: 'It is so.' },
      { discussionId: line, from: 32, to: 44, text: 'const b = 1;' },
    ]);
    await publish(id);
    expect(await selectionOf(sentence)).toMatchObject({ from: 1, to: 10, occurrence: 0, isOrphaned: false });
    expect(await selectionOf(line)).toMatchObject({ from: 32, to: 44, isOrphaned: false });
  });

  test('reveals annotations in its working text to no one else, and takes no hints from others', async () => {
    const { id } = await makeArticle(first);
    await publish(id);
    const sentence = await annotate(id, 'It is so.', 2);
    const { data } = await writers.learner.graphql<{ articleById: { workingAnchors: unknown } }>(
      'query ($id: UUID!) { articleById(id: $id) { workingAnchors { from } } }',
      { id },
    );
    expect(data?.articleById.workingAnchors).toBeNull();
    const pool = writers.site.db.superuser;
    await pool.query(
      `do $$ begin perform set_config('role', 'newline_learner', true); perform app_private.store_my_anchors(null, '${id}', '[{"discussionId": "${sentence}", "from": 0, "to": 1}]'); end $$`,
    );
    expect(await selectionOf(sentence)).toMatchObject({ isOrphaned: false, occurrence: 1 });
  });
});

test('updates its annotations in a job if its text was changed without the API', async () => {
  const { id } = await makeArticle(first, code);
  const sentence = await annotate(id, 'It is so.', 2);
  await writers.site.db.superuser.query(
    `update app_private.article_bodies set body_delta = jsonb_set(body_delta, '{content,0,content,0,text}', '"Now. It is so. And yet. It is so."') where article_id = $1`,
    [id],
  );
  const { worker } = writers.site.db.connections;
  const pool = createPool(worker, { max: 1, applicationName: 'test worker', onError: () => undefined });
  const log = createLog('silent');
  // Unless the job was faster.
  await moveLeftAnchors({ pool, log });
  const moved = await selectionOf(sentence);
  expect(moved && (await wordsAt(id, moved))).toEqual({ words: 'It is so.', before: 'Now.Itisso.Andyet.' });
  expect(await moveLeftAnchors({ pool, log })).toBe(0);
  await pool.end();
});

describe('a new discussion', () => {
  const begin = async (browser: Browser, articleId: string, selection: object) => {
    const { data, errors } = await browser.graphql<{
      createDiscussionWithComment: { discussion: { id: string; selection: object | null } };
    }>(
      /* GraphQL */ `mutation ($input: CreateDiscussionWithCommentInput!) { createDiscussionWithComment(input: $input) {
        discussion { id selection { text from to blockId endBlockId occurrence isOrphaned delta node } }
      } }`,
      { input: { comment: { bodyMarkdown: 'Why so?' }, discussion: { articleId, selection } } },
    );
    return { message: errors?.[0]?.message, ...data?.createDiscussionWithComment?.discussion };
  };

  test('is attached to the text that the server finds, by position, surrounding text or block @DISC-09 @API-01', async () => {
    const { id } = await makeArticle(first, code, { id: 'eeeee', text: '' });
    await publish(id);
    const ambiguous = { from: 0, to: 0, text: 'It is so.', blockId: 'aaaaa' };
    const second = { text: 'It is so.', from: 20, to: 29, blockId: 'aaaaa', occurrence: 1, isOrphaned: false, node: 'paragraph' };
    expect((await begin(writers.learner, id, { ...ambiguous, from: 20, to: 29 })).selection).toMatchObject(second);
    expect((await begin(writers.learner, id, { ...ambiguous, prefix: 'It is so. And yet. ', suffix: '' })).selection).toMatchObject(second);
    // The passage is ambiguous, so the server doesn't guess.
    expect((await begin(writers.learner, id, ambiguous)).selection).toMatchObject({ text: 'It is so.', isOrphaned: true, blockId: null });
    const line = await begin(writers.learner, id, { ...ambiguous, text: 'const b = 1;', blockId: 'ccccc' });
    expect(line.selection).toMatchObject({ text: 'const b = 1;', blockId: 'ccccc', endBlockId: 'ccccc', isOrphaned: false });
    expect(JSON.parse((line.selection as { delta: string }).delta)).toMatchObject({
      type: 'doc',
      content: [{ type: 'codeBlock', content: [{ type: 'text', text: 'const b = 1;' }] }],
    });
    expect((await begin(writers.learner, id, { ...ambiguous, text: '', blockId: 'eeeee' })).selection).toMatchObject({
      text: '',
      blockId: 'eeeee',
    });
  });

  test('on text that was deleted meanwhile keeps the quote; an empty selection is no selection', async () => {
    const { id } = await makeArticle(first);
    await publish(id);
    const missing = { from: 1, to: 9, text: 'Old words.', blockId: 'aaaaa' };
    expect((await begin(writers.learner, id, missing)).selection).toMatchObject({ text: 'Old words.', isOrphaned: true, blockId: null });
    expect((await begin(writers.learner, id, { ...missing, text: ' ', blockId: 'zzzzz' })).message).toBe(
      'selection: text: expected text or the id of a block, got neither.',
    );
    expect((await begin(writers.learner, id, { ...missing, from: 9, to: 1 })).message).toBe(
      'selection: from, to: expected a range, got 9 to 1.',
    );
  });
});

describe('highlights', () => {
  const marksOf = async (browser: Browser, articleId: string) => {
    const { data, errors } = await browser.graphql<{ discussionMarks: { nodes: { words: string | null }[] } }>(
      /* GraphQL */ `query ($articleId: UUID!) { discussionMarks(articleId: $articleId) {
        nodes { discussionId timecodeStart blockId occurrence words isOrphaned commentsCount excerpt }
      } }`,
      { articleId },
    );
    if (errors) throw new Error(JSON.stringify(errors));
    return data?.discussionMarks.nodes;
  };

  test('show where a discussion is attached, and never quote text that the reader may not read @DISC-09', async () => {
    const threshold = { id: '', text: '', type: 'paywallThreshold' };
    const { id, save } = await makeArticle(first);
    const content = [
      { type: 'paragraph', attrs: { id: 'aaaaa' }, content: [{ type: 'text', text: 'Open words.' }] },
      { type: threshold.type },
      { type: 'paragraph', attrs: { id: 'bbbbb' }, content: [{ type: 'text', text: 'Canary words.' }] },
    ];
    await save([], { bodyDelta: JSON.stringify({ type: 'doc', content }) });
    await writers.site.db.superuser.query('update app_public.articles set subscription_required = true where id = $1', [id]);
    await publish(id);
    const [open] = [await annotate(id, 'Open words.'), await annotate(id, 'Canary words.'), await annotate(id, 'words. Canary')];
    const { browser: pro, userId } = await signUp(writers.site, 'pro@example.com', 'Pat Pro');
    await writers.site.db.superuser.query(`insert into app_public.entitlements (user_id, kind, source) values ($1, 'PRO', 'grant')`, [
      userId,
    ]);
    const all = await marksOf(pro, id);
    expect(all?.map(({ words: passage }) => passage).toSorted()).toEqual(['Canary words.', 'Open words.', 'words.\n\nCanary']);
    for (const browser of [writers.site.newBrowser(), writers.learner]) {
      expect(await marksOf(browser, id)).toEqual([
        {
          discussionId: open,
          timecodeStart: null,
          blockId: 'aaaaa',
          occurrence: 0,
          words: 'Open words.',
          isOrphaned: false,
          commentsCount: 1,
          excerpt: 'Why so?',
        },
      ]);
    }
  });
});
