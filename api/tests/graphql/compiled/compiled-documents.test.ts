import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createGraphQL, type GraphQL } from '@newline/api/graphql/create-graphql';
import { createLog } from '@newline/api/log';
import { createPool } from '@newline/db/create-pool';
import { demoPeople, type DemoRole } from '@newline/db/demo/people';
import { startTestDatabase, type Person, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CompiledQueries, compiledQueriesFile, findCompiledQueries } from './print-compiled-queries.ts';
import { persisted, queries, variablesOf } from '../known-queries.ts';
import { schemaParts } from '../../schema-parts.ts';

let db: TestDatabase;
let compiling: GraphQL;
let planning: GraphQL;
/** Statements of both ways. */
const statements: string[] = [];
type Who = 'visitor' | DemoRole;
const people = { visitor: { role: 'visitor', userId: null } } as Record<Who, Person>;

beforeAll(async () => {
  db = await startTestDatabase({ demo: true });
  db.app.on('connect', (client) => {
    const { query } = client;
    client.query = ((...args: unknown[]) => {
      statements.push(String((args[0] as { text?: string }).text));
      return Reflect.apply(query, client, args) as unknown;
    }) as typeof client.query;
  });
  await db.superuser.query(someWebhooks);
  compiling = await createGraphQL(options());
  planning = await createGraphQL({ ...options(), isCompiling: false });
  for (const { role, id } of demoPeople(db.secretKey)) people[role] = { role: role === 'admin' ? 'admin' : 'learner', userId: id };
}, 120_000);
afterAll(() => db.stop());

function options(): Parameters<typeof createGraphQL>[0] {
  return {
    ...schemaParts,
    pool: db.app,
    log: createLog('fatal'),
    isProduction: true,
    persistedQueries: Object.fromEntries(Object.values(persisted).map((text) => [createHash('sha256').update(text).digest('hex'), text])),
    publicUrl: 'http://localhost',
  };
}

function textOf(expected: string): string {
  return queries.find(({ name }) => name === expected)?.text ?? '';
}

/** Two endpoints with deliveries and attempts, which the demo doesn't have. */
const someWebhooks = `
  with endpoints as (
    insert into app_public.webhook_endpoints (id, url, description, events, secret_expires_at)
      select app_public.new_id(), 'https://hooks.example/' || n, case n when 1 then 'The "first" one' end, '{PURCHASE_CREATED,PURCHASE_REFUNDED}', case n when 1 then now() end
      from generate_series(1, 2) n returning id
  ), deliveries as (
    insert into app_public.webhook_deliveries (endpoint_id, event, body, status, next_attempt_at, attempts_count)
      select id, 'PURCHASE_CREATED', '{"amount": 4900, "say": "a \\ b"}', s, case s when 'WAITING' then now() end, 2
      from endpoints, unnest(enum_range(null::app_public.webhook_status)) s returning id
  )
  insert into app_public.webhook_attempts (delivery_id, status_code, duration_ms, fault, answer)
    select id, case n when 1 then 500 end, 40 * n, case n when 2 then 'TIMEOUT' end, case n when 1 then 'no' end from deliveries, generate_series(1, 2) n`;

/** The demo has no rows for these, or a count of 0. */
const withoutRows = new Set([
  'administrationNewsletter',
  'administrationRedirects',
  'articleExerciseChecks',
  'bookExerciseChecks',
  'chosenReviews',
  'chosenTestimonials',
  'courseExerciseChecks',
  'discussionFollow',
  'exercise',
  'formerLesson',
  'gift',
  'invitation',
  'lessonExerciseChecks',
  'moderationQueue',
  'ownCheckout',
  'ownNote',
  'redirect',
  'savedCode',
  'secondStepMissing',
  'unreadNotices',
]);

/** Number of runs of each query for each user, every time with other rows. */
const rounds = 4;

/** Returns the result of an operation, without values that differ every time. */
async function answerOf(graphql: GraphQL, text: string, variables: Record<string, unknown>, viewer: Person): Promise<unknown> {
  const { data, errors } = await graphql.execute({ document: text, variables, viewer });
  const described = errors?.map(({ message, path, extensions }) => ({
    message: message.replace(/Reference \w+/, 'Reference'),
    path,
    code: extensions['code'],
  }));
  return JSON.parse(JSON.stringify({ data, errors: described }), (key, value: unknown) => {
    // `countedTo` is the time of the request.
    if (key === 'countedTo' && typeof value === 'string') return 'now';
    return typeof value === 'string' && /^[[{]/.test(value) ? jsonIn(value) : value;
  }) as unknown;
}

/** Returns the value of a JSON text, because PostgreSQL puts spaces into it; another text unchanged. */
function jsonIn(text: string): unknown {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch {
    return text;
  }
}

/** Whether a result contains a non-empty text or a number. */
function saysSomething(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return Boolean(answer);
  return Object.entries(answer).some(([key, value]) => key !== 'errors' && saysSomething(value));
}

describe('a persisted query', () => {
  const answered = new Set<string>();
  const compiled = new Set<string>();

  test.for(queries)('$name: one statement returns what PostGraphile returns, to every role', async ({ text, operation, name }) => {
    for (let round = 0; round < rounds; round++) {
      for (const [who, person] of Object.entries(people)) {
        const variables = await variablesOf(db, planning.schema, operation, person, round, rounds);
        statements.length = 0;
        const actual = await answerOf(compiling, text, variables, person);
        if (statements.some((statement) => statement.startsWith("select (('{'"))) compiled.add(name);
        const expected = await answerOf(planning, text, variables, person);
        expect(actual, `${name} as ${who} with ${JSON.stringify(variables)}`).toEqual(expected);
        if (saysSomething(expected)) answered.add(name);
      }
      // Both ways were the same.
      if (!compiled.has(name)) return;
    }
  });

  test('is one statement if api/compiled-queries.json says so (npm run queries writes it), and returned something', async () => {
    const listed = JSON.parse(await readFile(compiledQueriesFile, 'utf8')) as CompiledQueries;
    expect(listed).toEqual(await findCompiledQueries(db, planning.schema));
    expect([...compiled].toSorted()).toEqual(listed.compiled);
    expect([...compiled].filter((name) => !answered.has(name)).toSorted()).toEqual([...withoutRows].toSorted());
  });

  test('is one statement however many rows it returns, and PostgreSQL prepares it for each role', async () => {
    const clips = textOf('clips');
    const expected = { first: 30, offset: 0 };
    for (const person of Object.values(people)) await compiling.execute({ document: clips, variables: expected, viewer: person });
    statements.length = 0;
    const { data } = await compiling.execute<{ clips: { nodes: unknown[] } }>({
      document: clips,
      variables: expected,
      viewer: people['learner'],
    });
    expect(data?.clips.nodes).toHaveLength(30);
    expect(statements).toHaveLength(1);
  });

  test('is one statement for any page size, a few of which have their own', async () => {
    const books = textOf('books');
    statements.length = 0;
    for (let first = 1; first <= 30; first++) {
      const request = { document: books, variables: { first, offset: 0 }, viewer: people['learner'] };
      expect(await compiling.execute(request), String(first)).toEqual(await planning.execute(request));
    }
    const compiledOnes = statements.filter((statement) => statement.startsWith("select (('{'"));
    expect(compiledOnes).toHaveLength(30);
    expect(new Set(compiledOnes).size).toBeLessThanOrEqual(16);
    expect(new Set(compiledOnes).size).toBeGreaterThan(3);
    // PostgreSQL reuses the plan of a statement that contains its page size, instead of planning each time.
    for (let times = 0; times < 12; times++)
      await compiling.execute({ document: textOf('clips'), variables: { first: 30, offset: 0 }, viewer: people['visitor'] });
    const { rows } = await db.app.query<{ again: number }>(
      `select max(custom_plans)::int as again from pg_prepared_statements where statement like 'select ((''{'' || ''"clips":'')%limit 30 + 1%'`,
    );
    expect(rows[0]?.again).toBe(0);
  });

  test('refuses another user’s userId, and any userId from a visitor @CLIP-01', async () => {
    const [learner, other] = [people['learner'], people['anotherLearner']];
    const ask = (viewer: Person, userId: string | null) => answerOf(compiling, textOf('clips'), { first: 3, offset: 0, userId }, viewer);
    expect(await ask(learner, learner.userId)).toHaveProperty('data.clips.nodes.length', 3);
    expect(await ask(learner, null)).toEqual(await ask(learner, learner.userId));
    expect(await ask(learner, other.userId)).toMatchObject({ errors: [{ code: 'FORBIDDEN' }] });
    expect(await ask(people['visitor'], other.userId)).toMatchObject({ errors: [{ code: 'LOGIN_REQUIRED' }] });
  });

  test('reports a missing value that is never null as PostGraphile does', async () => {
    const variables = { first: 5, offset: 0 };
    const both = async () => {
      const [actual, expected] = [
        await answerOf(compiling, textOf('courses'), variables, people['visitor']),
        await answerOf(planning, textOf('courses'), variables, people['visitor']),
      ];
      expect(actual).toEqual(expected);
      return actual;
    };
    expect(await both()).not.toHaveProperty('errors');
    await db.superuser.query(
      'create or replace function app_public.users_display_name(person app_public.users) returns text language sql stable as $$ select null::text $$',
    );
    expect(await both()).toHaveProperty('errors.0.path');
  });

  test('fails when the database doesn’t respond, and isn’t sent a second time', async () => {
    const away = createPool({ connectionString: 'postgres://newline_app:x@127.0.0.1:1/none' }, { max: 1 });
    const graphql = await createGraphQL({ ...options(), pool: away, startPool: db.app });
    const { errors } = await graphql.execute({ document: textOf('viewer'), viewer: people['learner'] });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE', isNotBegun: true },
    ]);
    await away.end();
  });
});
