import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createCodeCutter } from '@newline/api/features/remote-code/code-cutter';
import { createCodeHost } from '@newline/api/features/remote-code/code-host';
import { createGitHubApi } from '@newline/api/features/remote-code/github-api';
import { recheckRemoteCode } from '@newline/api/features/remote-code/recheck-remote-code';
import { createLog } from '@newline/api/log';
import { createOutbound } from '@newline/api/outbound';
import { createPool } from '@newline/db/create-pool';
import { withDemo } from '@newline/db/testing';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../browser.ts';
import { type FakeGitHubCode, type FakeRepository, oid, startFakeGitHubCode } from './fake-github-code.ts';
import { signUp } from '../people.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const farm = readFileSync(new URL('./code-files/farm.js.txt', import.meta.url), 'utf8');
const area = 'calcArea() {\n  return this.height * this.width;\n}';

type Source = {
  id: string;
  state: string;
  reason: string | null;
  oid: string;
  text: string;
  newOid: string | null;
  newText: string | null;
  newStartLine: number | null;
  diff: { kind: string; text: string }[] | null;
};

let gitHub: FakeGitHubCode;
let api: TestApi;
let worker: Pool;
let author: Browser;
let stranger: Browser;
let repository: FakeRepository;
beforeAll(async () => {
  gitHub = await startFakeGitHubCode();
  api = await startTestApi({ env: { fetchTestMap: new Map([['api.github.com', gitHub.target]]) } });
  worker = createPool(api.db.connections.worker, { max: 2 });
  const person = await signUp(api, 'ada@example.com', 'Ada Author');
  author = person.browser;
  stranger = (await signUp(api, 'eve@example.com', 'Eve Example')).browser;
  // Existing authors may create articles.
  await api.db.superuser.query(
    `with a as (insert into app_public.articles (title, slug) values ('First', 'first') returning id)
     insert into app_public.contributions (title, user_id, article_id) select 'AUTHOR', $1, id from a`,
    [person.userId],
  );
});
afterAll(async () => {
  await worker.end();
  await api.stop();
  await gitHub.stop();
});
beforeEach(() => {
  repository = { branches: { main: oid('a') }, commits: { [oid('a')]: { 'src/farm.js': farm } } };
  gitHub.repositories.set('acme/farm', repository);
  gitHub.questions.length = 0;
});
afterEach(async () => {
  gitHub.trouble = null;
  await api.db.superuser.query('delete from app_public.remote_code_sources');
});

/** Changes the file on main, in a new commit. */
function push(digit: string, change: (text: string) => string | null): void {
  const before = String(repository.commits[repository.branches['main'] ?? '']?.['src/farm.js'] ?? '');
  const text = change(before);
  repository.commits[oid(digit)] = text === null ? {} : { 'src/farm.js': text };
  repository.branches['main'] = oid(digit);
}

/** Makes everything due, and runs the job. */
async function recheck(): Promise<void> {
  await api.db.superuser.query('update app_private.remote_code_checks set check_at = now()');
  const env = { fetchTestMap: new Map([['api.github.com', gitHub.target]]), publicUrl: api.url };
  const outbound = createOutbound({ env, log: createLog('silent') });
  const host = createCodeHost(createGitHubApi({ apiUrl: 'https://api.github.com', token: null, outbound }), { isTokenUsed: false });
  const cutter = createCodeCutter();
  await recheckRemoteCode({ pool: worker, host, cutter, atMost: 50, log: createLog('silent') });
  await cutter.close();
  await outbound.close();
}

type Wanted = {
  refname?: string | null;
  text?: string;
  codeQuery?: string | null;
  lines?: [number, number];
  header?: Record<string, unknown>;
};

function block(
  uniqueId: string,
  { refname = 'main', text = area, codeQuery = '.Barn .calcArea', lines = [22, 24], header = {} }: Wanted = {},
) {
  const url = `https://github.com/acme/farm/blob/main/src/farm.js#L${lines[0]}-L${lines[1]}`;
  return {
    type: 'remoteCodeBlock',
    attrs: { uniqueId },
    content: [
      {
        type: 'remoteCodeHeader',
        attrs: { url, filepath: 'src/farm.js', service: 'github', owner: 'acme', name: 'farm', oid: oid('a'), refname, ...header },
      },
      {
        type: 'codeBlock',
        attrs: {
          mode: 'javascript',
          uniqueId: `${uniqueId}c`,
          locality: 'remote',
          url,
          displayName: 'src/farm.js',
          startLine: lines[0],
          endLine: lines[1],
          codeQuery,
          readOnly: true,
        },
        content: [{ type: 'text', text }],
      },
    ],
  };
}

const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Before the code.' }] };

async function mutate<Data>(browser: Browser, document: string, variables: Record<string, unknown>): Promise<Data> {
  const answer = await browser.graphql<Data>(document, variables);
  expect(answer.errors).toBeUndefined();
  if (!answer.data) throw new Error('Expected data, got none');
  return answer.data;
}

/** Creates a draft of the author with these blocks. */
async function writeArticle(...blocks: object[]): Promise<string> {
  const created = await mutate<{ createArticle: { article: { id: string } } }>(
    author,
    'mutation ($title: String!, $body: String!) { createArticle(input: { title: $title, bodyDelta: $body }) { article { id } } }',
    { title: `Code ${randomUUID()}`, body: JSON.stringify({ type: 'doc', content: [paragraph, ...blocks] }) },
  );
  return created.createArticle.article.id;
}

const sourceFields = 'id state reason oid text newOid newText newStartLine diff { kind text }';

async function sourcesOf(articleId: string, browser = author): Promise<Source[]> {
  const answer = await mutate<{ articleById: { remoteCodeSources: { nodes: Source[] } } | null }>(
    browser,
    `query ($id: UUID!) { articleById(id: $id) { remoteCodeSources(orderBy: BLOCK_ID_ASC) { nodes { ${sourceFields} } } } }`,
    { id: articleId },
  );
  return answer.articleById?.remoteCodeSources.nodes ?? [];
}

const acceptDocument = `mutation ($id: UUID!) { acceptRemoteCode(input: { id: $id }) { remoteCodeSource { ${sourceFields} } } }`;
const keepDocument = `mutation ($id: UUID!) { keepRemoteCode(input: { id: $id }) { remoteCodeSource { ${sourceFields} } } }`;

async function workingText(articleId: string): Promise<{ version: number; body: string; markdown: string }> {
  const answer = await mutate<{ articleById: { latestRevision: { version: number; bodyDelta: string; bodyMarkdown: string } } }>(
    author,
    'query ($id: UUID!) { articleById(id: $id) { latestRevision { version bodyDelta bodyMarkdown } } }',
    { id: articleId },
  );
  const { version, bodyDelta, bodyMarkdown } = answer.articleById.latestRevision;
  return { version, body: bodyDelta, markdown: bodyMarkdown };
}

describe('the remote code of a text', () => {
  test('is found in the text: checked if it names a branch or tag, forgotten when it is removed @EDIT-06', async () => {
    const id = await writeArticle(
      block('one'),
      block('two', { refname: null }),
      block('three', { header: { owner: '../..' } }),
      block('four', { header: { filepath: 'src/../../secret' } }),
      { type: 'panel', content: [block('five', { codeQuery: null })] },
    );
    expect((await sourcesOf(id)).map(({ state, oid: commit, text }) => [state, commit, text])).toEqual([
      ['CURRENT', oid('a'), area],
      ['CURRENT', oid('a'), area],
    ]);
    await mutate(
      author,
      'mutation ($id: UUID!, $body: String!, $base: Int!) { saveArticle(input: { id: $id, title: "Code", bodyDelta: $body, baseVersion: $base }) { version } }',
      {
        id,
        base: (await workingText(id)).version,
        body: JSON.stringify({ type: 'doc', content: [paragraph] }),
      },
    );
    expect(await sourcesOf(id)).toEqual([]);
  });

  test('can be read while the code host is down @EDIT-06', async () => {
    gitHub.trouble = (request) => request.socket.destroy();
    const id = await writeArticle(block('one'));
    const answer = await mutate<{ articleById: { bodyHtml: string; bodyMarkdown: string } }>(
      author,
      'query ($id: UUID!) { articleById(id: $id) { bodyHtml bodyMarkdown } }',
      { id },
    );
    expect(answer.articleById.bodyHtml).toContain('return this.height * this.width;');
    expect(answer.articleById.bodyHtml).toContain('src/farm.js');
    expect(answer.articleById.bodyMarkdown).toContain(area.split('\n')[0]);
    expect(gitHub.questions).toEqual([]);
  });

  test('stays current if it didn’t change, or only moved; an unchanged file is requested with its ETag @EDIT-06', async () => {
    const id = await writeArticle(block('one'), block('two', { codeQuery: null }));
    push('b', (text) => `// A new first line.\n\n${text.replace('Rounded by nobody.', 'Rounded by none.')}`);
    await recheck();
    expect((await sourcesOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['CURRENT', null],
      ['CURRENT', null],
    ]);
    const paths = gitHub.questions.splice(0).map(({ path }) => path.split('?')[0]);
    expect(paths.filter((path) => path?.endsWith('/contents/src/farm.js'))).toHaveLength(1);
    await recheck();
    expect(gitHub.questions.map(({ status }) => status)).toEqual([304]);
  });

  test('that changed is shown to its author with a comparison, and added to the text as a new save @EDIT-06', async () => {
    const id = await writeArticle(block('one'));
    push('b', (text) => text.replace('return this.height * this.width;', 'const { height, width } = this;\n    return height * width;'));
    await recheck();
    const [source] = await sourcesOf(id);
    if (!source) throw new Error('Expected a source, got none');
    expect(source).toMatchObject({ state: 'CHANGED', oid: oid('a'), text: area, newOid: oid('b'), newStartLine: 22 });
    expect(source.diff).toEqual([
      { kind: 'SAME', text: 'calcArea() {' },
      { kind: 'REMOVED', text: '  return this.height * this.width;' },
      { kind: 'ADDED', text: '  const { height, width } = this;' },
      { kind: 'ADDED', text: '  return height * width;' },
      { kind: 'SAME', text: '}' },
    ]);
    const inbox = await mutate<{ changedRemoteCode: { nodes: { id: string }[] } }>(author, '{ changedRemoteCode { nodes { id } } }', {});
    expect(inbox.changedRemoteCode.nodes).toEqual([{ id: source.id }]);

    const before = await workingText(id);
    const accepted = await mutate<{ acceptRemoteCode: { remoteCodeSource: Source } }>(author, acceptDocument, { id: source.id });
    expect(accepted.acceptRemoteCode.remoteCodeSource).toMatchObject({
      state: 'CURRENT',
      oid: oid('b'),
      text: source.newText,
      newText: null,
      diff: null,
    });
    const after = await workingText(id);
    expect(after.version).toBeGreaterThan(before.version);
    const [, node] = (JSON.parse(after.body) as { content: ReturnType<typeof block>[] }).content;
    expect(node?.content[0]?.attrs).toMatchObject({ oid: oid('b'), url: 'https://github.com/acme/farm/blob/main/src/farm.js#L22-L25' });
    expect(node?.content[1]).toMatchObject({
      attrs: {
        startLine: 22,
        endLine: 25,
        codeQuery: '.Barn .calcArea',
        url: 'https://github.com/acme/farm/blob/main/src/farm.js#L22-L25',
      },
      content: [{ text: source.newText }],
    });
    expect(after.markdown).toContain('Before the code.');
    const again = await author.graphql(acceptDocument, { id: source.id });
    expect(again.errors?.[0]?.extensions?.['code']).toBe('CONFLICT');
    await recheck();
    expect((await sourcesOf(id))[0]?.state).toBe('CURRENT');
  });

  test('that is kept reports nothing more about this change, but reports the next @EDIT-06', async () => {
    const id = await writeArticle(block('one'));
    push('b', (text) => text.replace('this.height * this.width', 'this.width * this.height'));
    await recheck();
    const [source] = await sourcesOf(id);
    const answer = await mutate<{ keepRemoteCode: { remoteCodeSource: Source } }>(author, keepDocument, { id: source?.id });
    expect(answer.keepRemoteCode.remoteCodeSource).toMatchObject({ state: 'CURRENT', oid: oid('a'), text: area, newText: null });
    push('c', (text) => `// Another line.\n${text}`);
    await recheck();
    expect((await sourcesOf(id))[0]?.state).toBe('CURRENT');
    push('d', (text) => text.replace('this.width * this.height', '2 * this.width'));
    await recheck();
    expect((await sourcesOf(id))[0]).toMatchObject({ state: 'CHANGED', newOid: oid('d') });
  });

  test('that is gone says why, and recovers automatically @EDIT-06', async () => {
    const id = await writeArticle(block('one'));
    push('b', (text) => text.replaceAll('calcArea', 'computeArea'));
    await recheck();
    expect((await sourcesOf(id))[0]).toMatchObject({ state: 'GONE', reason: '.calcArea was not found.', newText: null });
    push('c', () => null);
    await recheck();
    expect((await sourcesOf(id))[0]).toMatchObject({
      state: 'GONE',
      reason: expect.stringMatching(/^This repository, commit or file does not exist/),
    });
    await mutate(author, keepDocument, { id: (await sourcesOf(id))[0]?.id });
    await recheck();
    expect((await sourcesOf(id))[0]).toMatchObject({ state: 'CURRENT', reason: null });
    push('d', () => farm);
    await recheck();
    expect((await sourcesOf(id))[0]).toMatchObject({ state: 'CURRENT', reason: null });
    push('e', () => null);
    await recheck();
    expect((await sourcesOf(id))[0]?.state).toBe('GONE');
  });

  test('is checked again at growing intervals while the code host doesn’t respond @EDIT-06', async () => {
    const id = await writeArticle(block('one'));
    push('b', (text) => text.replace('this.height * this.width', '1'));
    gitHub.trouble = (_request, response) => void response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
    const waits: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      await recheck();
      const { rows } = await api.db.superuser.query<{ minutes: string }>(
        'select round(extract(epoch from check_at - now()) / 60) as minutes from app_private.remote_code_checks',
      );
      waits.push(Number(rows[0]?.minutes));
    }
    expect(waits).toEqual([15, 30, 60]);
    expect((await sourcesOf(id))[0]?.state).toBe('CURRENT');
    gitHub.trouble = null;
    await recheck();
    expect((await sourcesOf(id))[0]?.state).toBe('CHANGED');
  });

  test('is visible only to the text’s writers @EDIT-06 @API-03', async () => {
    const id = await writeArticle(block('one'));
    push('b', (text) => text.replace('this.height * this.width', '1'));
    await recheck();
    const [source] = await sourcesOf(id);
    for (const browser of [stranger, api.newBrowser()]) {
      expect(await sourcesOf(id, browser)).toEqual([]);
      const inbox = await mutate<{ changedRemoteCode: { nodes: unknown[] } }>(browser, '{ changedRemoteCode { nodes { id } } }', {});
      expect(inbox.changedRemoteCode.nodes).toEqual([]);
      for (const document of [acceptDocument, keepDocument]) {
        const answer = await browser.graphql(document, { id: source?.id });
        expect(answer.errors?.[0]?.extensions?.['code']).toBe(browser === stranger ? 'NOT_FOUND' : 'LOGIN_REQUIRED');
      }
    }
    expect((await sourcesOf(id))[0]).toMatchObject({ state: 'CHANGED', text: area });
  });

  test('in a lesson is added to its working text; publishing renews its pages @EDIT-06', async () => {
    const lesson = await lessonOfTheAuthor();
    push('b', (text) => text.replace('this.height * this.width', 'this.width * this.height'));
    await recheck();
    const { rows } = await api.db.superuser.query<{ id: string }>('select id from app_public.remote_code_sources where lesson_id = $1', [
      lesson,
    ]);
    const tags: (readonly string[] | null)[] = [];
    const stop = api.api.onTagsChanged((changed) => tags.push(changed));
    // Notifications of creating the lesson itself come before this one.
    await api.db.superuser.query("select pg_notify('newline_tags', 'until:here')");
    await expect.poll(() => tags.flat().includes('until:here')).toBe(true);
    tags.length = 0;
    await mutate(author, acceptDocument, { id: rows[0]?.id });
    const stored = async () => {
      const result = await api.db.superuser.query<{ html: string; text: string; state: string }>(
        `select array_to_string(b.block_html, '') as html, s.text, s.state from app_private.lesson_bodies b
         join app_public.remote_code_sources s on s.lesson_id = b.lesson_id where b.lesson_id = $1`,
        [lesson],
      );
      return result.rows[0];
    };
    expect(await stored()).toMatchObject({ state: 'CURRENT', text: expect.stringContaining('this.width * this.height') });
    // Readers get it like any other change of a published lesson.
    expect((await stored())?.html).not.toContain('this.width * this.height');
    await mutate(author, 'mutation p($id: UUID!) { publishLesson(input: { id: $id, version: 2 }) { lesson { id } } }', { id: lesson });
    expect((await stored())?.html).toContain('this.width * this.height');
    await expect.poll(() => tags.flat().some((tag) => tag === 'lessons')).toBe(true);
    stop();
  });
});

test('the demo’s remote code isn’t checked: a site that only shows the demo contacts no code host @EDIT-06', async () => {
  await withDemo(async (db) => {
    const { rows } = await db.superuser.query<{ blocks: string; sources: string }>(
      `select (select count(*) from app_private.article_bodies b where jsonb_path_exists(b.body_delta, 'strict $.** ? (@.type == "remoteCodeBlock")')) as blocks,
         (select count(*) from app_public.remote_code_sources) as sources`,
    );
    expect(Number(rows[0]?.blocks)).toBeGreaterThan(0);
    expect(Number(rows[0]?.sources)).toBe(0);
  });
}, 120_000);

/** Creates a lesson of a course by the author, with one code block, stored as an import would. */
async function lessonOfTheAuthor(): Promise<string> {
  const { rows } = await api.db.superuser.query<{ id: string }>(
    `with c as (insert into app_public.courses (title, slug, permalink, is_published, published_at) values ('Farming', 'farming', '/courses/farming', true, now()) returning id),
       k as (insert into app_public.contributions (title, user_id, course_id)
         select 'AUTHOR', u.id, c.id from c, auth."user" u where u.email = 'ada@example.com')
     insert into app_public.lessons (title, slug, course_id) select 'Barns', 'barns', c.id from c returning id`,
  );
  const id = rows[0]?.id ?? '';
  await api.db.superuser.query(`select app_private.save_lesson_body($1, $2, '{aaaaa,one}', '{"",""}', '{"",""}', '{"",""}', null)`, [
    id,
    JSON.stringify({ type: 'doc', content: [{ ...paragraph, attrs: { id: 'aaaaa' } }, block('one')] }),
  ]);
  return id;
}
