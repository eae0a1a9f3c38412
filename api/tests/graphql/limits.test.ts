import { createHash } from 'node:crypto';
import { getIntrospectionQuery } from 'postgraphile/graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphQLAnswer } from '../browser.ts';
import { cpuTimed } from '../cpu-time.ts';
import { makeClips, makeCourse } from '../rows.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

const knownText = `query deep { clips(first: 1) { nodes { course { clips(first: 1) { nodes { course { clips(first: 1) { nodes { course { clips { nodes { id } } } } } } } } } } } }`;
const knownHash = createHash('sha256').update(knownText).digest('hex');

let site: TestApi;
let live: TestApi;
beforeAll(async () => {
  [site, live] = await Promise.all([
    startTestApi({ persistedQueries: { [knownHash]: knownText } }),
    startTestApi({ env: { isProduction: true, publicUrl: 'https://learn.example.com' } }),
  ]);
  await makeClips(site.db, await makeCourse(site.db), 3);
});
afterAll(() => Promise.all([site.stop(), live.stop()]));

/** Returns a query with this depth: clips > nodes > course > clips > … */
function nested(levels: number): string {
  const names = ['clips(first: 1)', 'nodes', 'course'];
  let text = '__typename';
  for (let level = levels - 1; level >= 1; level -= 1) text = `${names[(level - 1) % 3]} { ${text} }`;
  return `{ ${text} }`;
}

type Refused = { what: string; query: string; variables?: Record<string, unknown>; limit: string; says: RegExp };
const refused: Refused[] = [
  { what: 'a depth of 11', query: nested(11), limit: 'depth', says: /11 fields deep; 10 are allowed/ },
  {
    what: '16 aliases',
    query: `{ ${Array.from({ length: 16 }, (_, n) => `a${n}: clipTotals { shorts }`).join(' ')} }`,
    limit: 'aliases',
    says: /16 aliases; 15/,
  },
  { what: '1,001 tokens', query: `{ clipTotals { ${'shorts '.repeat(1_001)} } }`, limit: 'tokens', says: /more than 1,000 tokens/ },
  { what: 'first 101', query: '{ clips(first: 101) { nodes { id } } }', limit: 'first', says: /first must be 1 to 100, got 101/ },
  {
    what: 'first 101 in a variable',
    query: 'query a($n: Int) { clips(first: $n) { nodes { id } } }',
    variables: { n: 101 },
    limit: 'first',
    says: /got 101/,
  },
  {
    what: 'first 101 as a default',
    query: 'query a($n: Int = 101) { clips(first: $n) { nodes { id } } }',
    limit: 'first',
    says: /got 101/,
  },
  { what: 'first null', query: '{ clips(first: null) { nodes { id } } }', limit: 'first', says: /got null/ },
  {
    what: 'first null in a variable',
    query: 'query a($n: Int) { clips(first: $n) { nodes { id } } }',
    variables: { n: null },
    limit: 'first',
    says: /got null/,
  },
  { what: 'first 0', query: '{ clips(first: 0) { nodes { id } } }', limit: 'first', says: /got 0/ },
  { what: 'a negative first', query: '{ clips(first: -1) { nodes { id } } }', limit: 'first', says: /got -1/ },
  {
    what: 'offset 1,000,001',
    query: '{ clips(first: 1, offset: 1000001) { nodes { id } } }',
    limit: 'offset',
    says: /offset must be 0 to 1,000,000, got 1000001/,
  },
  { what: 'a negative offset', query: '{ clips(first: 1, offset: -1) { nodes { id } } }', limit: 'offset', says: /got -1/ },
  {
    what: 'rows over the budget',
    query: '{ clips(first: 100) { nodes { course { clips(first: 100) { nodes { id } } } } } }',
    limit: 'nodes',
    says: /could return 10,100 rows; 5,000 are allowed/,
  },
  {
    what: 'rows over the budget without a single first',
    query: '{ clips { nodes { course { clips { nodes { id } } } } } }',
    limit: 'nodes',
    says: /10,100 rows/,
  },
  {
    what: 'fragments that stand for millions of fields',
    query: `{ clipTotals { ...f0 } } ${Array.from({ length: 14 }, (_, n) => `fragment f${n} on ClipTotal { ...f${n + 1} ...f${n + 1} }`).join(' ')} fragment f14 on ClipTotal { shorts }`,
    limit: 'fields',
    says: /more than 2,000 fields/,
  },
  {
    what: 'whole texts over the budget',
    query:
      '{ clips(first: 50) { nodes { course { courseLessons(first: 11) { nodes { lesson { bodyDelta bodyMarkdown bodyHtml a: bodyDelta b: bodyDelta c: bodyDelta d: bodyHtml e: bodyHtml f: bodyHtml g: bodyHtml } } } } } } }',
    limit: 'texts',
    says: /could return 5,500 whole texts; 5,000 are allowed/,
  },
  {
    what: 'a mutation with 101 fields',
    query: `mutation { toggleLike(input: {clipId: "00000000-0000-7000-8000-000000000000"}) { ${'clientMutationId '.repeat(100)} } }`,
    limit: 'mutationFields',
    says: /101 fields; 100 are allowed/,
  },
  {
    what: 'a mutation with three lists',
    query: `mutation { toggleLike(input: {clipId: "00000000-0000-7000-8000-000000000000"}) { query { a: clips(first: 1) { totalCount } b: clips(first: 1) { totalCount } c: clips(first: 1) { totalCount } } } }`,
    limit: 'mutationLists',
    says: /3 lists; 2 are allowed/,
  },
];

describe('limits @API-04', () => {
  test.each(refused)('$what: refused with a clear error, before the database is queried', async ({ query, variables, limit, says }) => {
    const { result: answer, cpuMs } = await cpuTimed(() => site.newBrowser().graphql(query, variables));
    expect(cpuMs).toBeLessThan(500);
    expect(answer.status).toBe(400);
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors?.[0]?.message).toMatch(says);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit });
    const inProcess = await site.api.execute({ document: query, variables: variables ?? {}, viewer: { userId: null, role: 'visitor' } });
    expect(inProcess.errors?.[0]?.message).toMatch(says);
  });

  test('queries just within the limits are answered', async () => {
    for (const query of [
      nested(10),
      `{ ${Array.from({ length: 15 }, (_, n) => `a${n}: clipTotals { shorts }`).join(' ')} }`,
      '{ clips(first: 100, offset: 1000000) { nodes { id likes { totalCount nodes { id } } } } }',
    ]) {
      const answer = await site.newBrowser().graphql(query);
      expect(answer.errors).toBeUndefined();
      expect(answer.status).toBe(200);
    }
  });

  test('clients that accept only application/json get 200 with the errors', async () => {
    const answer = await site
      .newBrowser()
      .post('/graphql', { query: '{ clips(first: 101) { nodes { id } } }' }, { accept: 'application/json' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.json().errors?.[0]?.extensions?.['code']).toBe('LIMIT_EXCEEDED');
  });

  test('cyclic fragments, batches, forms, a visitor’s file and large bodies are refused', async () => {
    const browser = site.newBrowser();
    const circle = await browser.graphql('{ clipTotals { ...a } } fragment a on ClipTotal { ...b } fragment b on ClipTotal { ...a }');
    expect(circle.status).toBe(400);
    expect(circle.errors?.[0]?.message).toMatch(/within itself/);
    expect((await browser.post('/graphql', [{ query: '{ clipTotals { shorts } }' }])).status).toBe(400);
    const form = await browser.send('POST', '/graphql', {
      body: 'query={clipTotals{shorts}}',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    const file = await browser.send('POST', '/graphql', { body: '--a--', headers: { 'content-type': 'multipart/form-data; boundary=a' } });
    expect([file.status, file.json().errors?.[0]?.extensions?.['code']]).toEqual([401, 'LOGIN_REQUIRED']);
    const plain = await browser.send('POST', '/graphql', {
      body: '{"query":"{ clipTotals { shorts } }"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(plain.status).toBe(415);
    expect((await browser.post('/graphql', { query: `{ clipTotals { shorts } } ${' '.repeat(100_000)}` })).status).toBe(413);
  });

  test('GET answers queries and never changes anything', async () => {
    const browser = site.newBrowser();
    const ask = (query: string) =>
      browser.get(`/graphql?query=${encodeURIComponent(query)}`, { accept: 'application/graphql-response+json' });
    expect((await ask('{ clipTotals { shorts } }')).status).toBe(200);
    const mutation = await ask('mutation { toggleLike(input: {clipId: "00000000-0000-7000-8000-000000000000"}) { like { id } } }');
    expect(mutation.status).toBe(405);
  });

  test('errors suggest no names', async () => {
    const answer = await site.newBrowser().graphql('{ clip { title } clipsTotal { shorts } }');
    expect(answer.errors).toHaveLength(2);
    expect(JSON.stringify(answer.errors)).not.toMatch(/did you mean/i);
  });
});

describe('persisted queries', () => {
  const send = (body: object): Promise<GraphQLAnswer<object>> =>
    site
      .newBrowser()
      .post('/graphql', body, { accept: 'application/graphql-response+json' })
      .then((answer) => ({ ...(answer.json() as { data?: object }), status: answer.status }));

  test('run by their hash, even beyond the limits for ad-hoc queries', async () => {
    expect((await send({ documentId: knownHash })).errors).toBeUndefined();
    expect((await send({ documentId: `sha256:${knownHash}` })).status).toBe(200);
    expect((await send({ extensions: { persistedQuery: { version: 1, sha256Hash: knownHash } } })).status).toBe(200);
    expect((await send({ query: `${knownText} ` })).errors?.[0]?.extensions).toMatchObject({ limit: 'depth' });
  });

  test('with an unknown hash get UNKNOWN_DOCUMENT, whatever the hash looks like', async () => {
    for (const documentId of ['0'.repeat(64), '__proto__', 'constructor', '../x', 7]) {
      const answer = await send({ documentId });
      expect(answer.status).toBe(400);
      expect(answer.errors?.[0]?.extensions?.['code']).toBe('UNKNOWN_DOCUMENT');
    }
  });
});

describe('introspection', () => {
  const bypass = 'query a { ...q } fragment q on Query { s: __schema { types { name } } }';

  test('is available in development, and so is the explorer @API-04', async () => {
    const { data } = await site.newBrowser().graphql<{ __schema: { types: object[] } }>(getIntrospectionQuery());
    expect(data?.__schema.types.length).toBeGreaterThan(100);
    const page = await site.newBrowser().get('/dev/explorer', { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('/dev/explorer-files/');
  });

  test.each(['{ __schema { types { name } } }', '{ __type(name: "Clip") { name } }', bypass])(
    'is refused in production: %s',
    async (query) => {
      const answer = await live.newBrowser().graphql(query);
      expect(answer.status).toBe(400);
      expect(answer.errors?.[0]?.extensions).toEqual({ code: 'INTROSPECTION_OFF', reason: 'INTROSPECTION_DISABLED' });
      expect((await live.newBrowser().graphql('{ __typename }')).errors).toBeUndefined();
    },
  );

  test('the explorer and the mailbox are not available in production', async () => {
    for (const path of ['/dev/explorer', '/dev/explorer-files/ruru.js', '/dev/mailbox', '/dev/mailbox.json']) {
      expect((await live.newBrowser().get(path)).status).toBe(404);
    }
  });
});
