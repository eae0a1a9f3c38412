import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { publicTagsOf } from '@newline/api/graphql/public-documents/public-directive';
import { createLog } from '@newline/api/log';
import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase, type Person, type TestDatabase } from '@newline/db/testing';
import { parse } from 'postgraphile/graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGateWorld, readers } from '../../../../db/tests/gate-world.ts';
import { idOf } from '../../../../db/tests/permissions/world.ts';
import { schemaParts } from '../../schema-parts.ts';

const root = join(import.meta.dirname, '../../../..');
await promisify(execFile)(process.execPath, [join(root, 'web/server/documents/print-documents.ts')]);
const persisted = JSON.parse(await readFile(join(root, 'web/.documents/persisted-documents.json'), 'utf8')) as Record<string, string>;
const publicTexts = Object.values(persisted).filter((text) => text.includes('@public'));

/** A query that the build must reject: all of its data is personal or paid. */
const wrongText = `query wrong @public(tags: ["clips"]) {
  viewer { id username }
  clips(first: 100) { nodes { id likes { nodes { id } } bookmarks { nodes { id } } } }
  articlesForTag(first: 100) { nodes { bodyMarkdown } }
}`;

let db: TestDatabase;
let graphql: GraphQL;
beforeAll(async () => {
  db = await startTestDatabase();
  await buildGateWorld(db);
  graphql = await createGraphQL(options());
}, 60_000);
afterAll(() => db.stop());

function options(): Parameters<typeof createGraphQL>[0] {
  const texts = [...Object.values(persisted), wrongText];
  return {
    ...schemaParts,
    pool: db.app,
    log: createLog('fatal'),
    isProduction: true,
    persistedQueries: Object.fromEntries(texts.map((text) => [hashOf(text), text])),
    publicUrl: 'http://localhost',
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function textOf(name: string): string {
  return publicTexts.find((text) => text.includes(`query ${name}`)) ?? '';
}

/** Returns URLs of a query: for the start of its list, for a later page, for a category. */
function keysOf(text: string): string[] {
  const all = [
    { first: 30, offset: 0 },
    { first: 100, offset: 1 },
    { first: 5, offset: 0, tagName: null },
    { first: 5, offset: 0, tagName: 'Tag' },
  ];
  const [, names = ''] = /^[^{]*?\((.*?)\)/s.exec(text.slice(text.indexOf('query'))) ?? [];
  const keys = all.map((variables) => {
    const fitting = Object.entries(variables).filter(([name]) => names.includes(`$${name}`));
    return graphql.publicDocuments.keyOf(publicQueryUrl(hashOf(text), Object.fromEntries(fitting)));
  });
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Returns texts and ids that aren't public: of texts behind the paywall, of drafts, and of users' actions. */
async function canaries(): Promise<RegExp> {
  const { rows } = await db.superuser.query<{ value: string }>(`
    select email as value from auth."user" union all select id::text from app_public.clip_likes union all select id::text from app_public.clip_bookmarks
    union all select id::text from app_public.clip_shares union all select id::text from app_public.courses where not is_published and not is_coming_soon
    union all select k.id::text from app_public.clips k where visible_from is null or visible_from > now()`);
  expect(rows.length).toBeGreaterThan(20);
  return new RegExp(`canary|${rows.map(({ value }) => value.replaceAll('.', '\\.')).join('|')}`, 'i');
}

const people: Readonly<Record<string, Person>> = { ...readers };

describe('a public query', () => {
  test('is a persisted one, marked as public, with tags that are announced', () => {
    expect(publicTexts.length).toBeGreaterThanOrEqual(3);
    for (const text of publicTexts) expect(publicTagsOf(parse(text))).not.toEqual([]);
    expect(publicTagsOf(parse('{ viewer { id } }'))).toBeNull();
    expect(() => publicTagsOf(parse('query ($a: Int) @public(tags: ["clip"]) { a }'))).toThrow(/expected one of articles, .*, got clip$/);
  });

  test('is answered as for a visitor and contains nothing that isn’t public, even where the build would have allowed it', async () => {
    const secret = await canaries();
    for (const text of publicTexts) {
      const keys = keysOf(text);
      expect(keys.length, text).toBeGreaterThan(0);
      for (const key of keys) {
        const { status, body } = await graphql.publicDocuments.answer(key);
        expect(status, body).toBe(200);
        expect(body).not.toMatch(secret);
        const variables = JSON.parse(new URLSearchParams(key.slice(key.indexOf('?'))).get('variables') ?? '') as Record<string, unknown>;
        const { data } = await graphql.execute({ document: text, variables, viewer: readers.visitor });
        expect(JSON.parse(body)).toEqual({ data: JSON.parse(JSON.stringify(data)) });
      }
    }
    const wrong = await graphql.publicDocuments.answer(publicQueryUrl(hashOf(wrongText), {}));
    expect(wrong.body).not.toMatch(secret);
    expect(JSON.parse(wrong.body)).toMatchObject({ data: { viewer: null, clips: { nodes: expect.arrayContaining([expect.anything()]) } } });
    expect(wrong.body).toContain('Open words');
    // Control: the same query as these users returns them.
    for (const role of ['learner', 'author', 'Pro', 'admin']) {
      const { data } = await graphql.execute({ document: wrongText, viewer: people[role] ?? readers.visitor });
      expect(JSON.stringify(data), role).toMatch(secret);
    }
  });

  test('returns the same as the list with the user’s own rows, for users who see no more than a visitor; the states add the rest', async () => {
    const client = await db.superuser.connect();
    try {
      const clip = idOf('clip course published');
      await client.query(`
        insert into app_public.clip_views (clip_id, user_id, position_seconds) values ('${clip}', '${idOf('learner')}', 7) on conflict (clip_id, user_id) do update set position_seconds = 7`);
    } finally {
      client.release();
    }
    type Own = { totalCount: number; nodes: { enabled: boolean }[] };
    type Node = {
      id: string;
      commentsCount: number;
      likes: Own;
      shares: Own;
      bookmarks: Own;
      views: { nodes: { positionSeconds: number }[] };
      discussions: { nodes: { id: string }[] };
    };
    const clips = Object.values(persisted).find((text) => text.includes('query clips(')) ?? '';
    const states = Object.values(persisted).find((text) => text.includes('query clipStates(')) ?? '';
    let own = 0;
    for (const [role, viewer] of Object.entries(people)) {
      const list = await graphql.execute<{ clips: { nodes: Node[] } }>({ document: clips, variables: { first: 100 }, viewer });
      const nodes = list.data?.clips.nodes ?? [];
      const clipIds = nodes.map(({ id }) => id);
      const result = await graphql.execute<{ clipStatesList: Record<string, unknown>[] }>({
        document: states,
        variables: { clipIds },
        viewer,
      });
      const byId = (rows: Record<string, unknown>[]) =>
        rows.toSorted((one, other) => (String(one['clipId']) < String(other['clipId']) ? -1 : 1));
      const isOn = ({ nodes: rows }: Own) => rows.some(({ enabled }) => enabled);
      const expected = nodes.map((node) => ({
        clipId: node.id,
        likesCount: node.likes.totalCount,
        sharesCount: node.shares.totalCount,
        commentsCount: node.commentsCount,
        isLiked: isOn(node.likes),
        isShared: isOn(node.shares),
        isBookmarked: isOn(node.bookmarks),
        positionSeconds: node.views.nodes[0]?.positionSeconds ?? null,
        discussionId: node.discussions.nodes[0]?.id ?? null,
      }));
      expect(byId(JSON.parse(JSON.stringify(result.data?.clipStatesList ?? [])) as Record<string, unknown>[]), role).toEqual(
        byId(expected),
      );
      own += expected.filter(({ isLiked, isBookmarked, positionSeconds }) => isLiked || isBookmarked || positionSeconds === 7).length;
    }
    expect(own).toBeGreaterThan(0);
  });

  test('has one key, however its URL is spelled, and none if its variables don’t fit', () => {
    const { keyOf } = graphql.publicDocuments;
    const hash = hashOf(textOf('clipList'));
    const key = publicQueryUrl(hash, { first: 30, offset: 60 });
    expect(keyOf(key)).toBe(key);
    const of = (variables: string, id = `sha256:${hash}`) => keyOf(`/graphql?documentId=${id}&variables=${encodeURIComponent(variables)}`);
    for (const spelled of [
      of('{"offset":60,"first":30}'),
      of(' { "first" : 3e1, "offset": 60 } '),
      of('{"first":30,"offset":60,"other":1}'),
      of('{"first":30,"offset":60}', hash),
      keyOf(`/graphql?variables=%7B%22first%22:30,%22offset%22:60%7D&documentId=sha256:${hash}`),
    ])
      expect(spelled).toBe(key);
    const { keyOfHash } = graphql.publicDocuments;
    expect(keyOfHash(hash, { offset: 60, first: 30, other: 1 })).toBe(key);
    expect(keyOfHash(hash, { first: '30', offset: 0 })).toBeNull();
    expect(keyOfHash(hashOf('x'), { first: 30, offset: 60 })).toBeNull();
    for (const none of [
      of('{"first":30}'),
      of('{"first":"30","offset":0}'),
      of('{"first":30,"offset":null}'),
      of('[]'),
      of('null'),
      of('{'),
      of('{"first":30,"offset":60}', hashOf('x')),
      of(
        '{"first":30,"offset":60}',
        hashOf(persisted['viewer'] ?? Object.values(persisted).find((text) => !text.includes('@public')) ?? ''),
      ),
      keyOf(`${key}&query=%7Bviewer%7Bid%7D%7D`),
      keyOf(`${key}&variables=%7B%7D`),
      keyOf(`${key}${'&'.repeat(1000)}`),
      keyOf('/graphql'),
      keyOf(`/graphql/${key.slice(8)}`),
    ])
      expect(none).toBeNull();
  });

  test('that is refused or unavailable says so, and isn’t cached', async () => {
    const { answer } = graphql.publicDocuments;
    const key = (first: number) => publicQueryUrl(hashOf(textOf('clipList')), { first, offset: 0 });
    expect(await answer(key(1000))).toMatchObject({ status: 400, tags: [], body: expect.stringContaining('LIMIT_EXCEEDED') });
    expect(await answer(key(30))).toMatchObject({ status: 200, tags: ['clips', 'courses', 'books'] });
    await expect(answer('/graphql')).rejects.toThrow('expected a key of its own');
    const away = createPool({ connectionString: 'postgres://newline_app:x@127.0.0.1:1/none' }, { max: 1 });
    const without = await createGraphQL({ ...options(), pool: away, startPool: db.app });
    expect(await without.publicDocuments.answer(key(30))).toMatchObject({ status: 503, tags: [] });
    await away.end();
  });
});
