import pg from 'pg';
import { createApi } from '@newline/api/create-api';
import { createLog } from '@newline/api/log';
import type { Figure } from '../figure.ts';
import { fillSite } from '../fill.ts';
import { persistedQuery, persistedQueries, type OperationName } from '../persisted-query.ts';
import type { Suite } from './suite.ts';

/** Statements of the transaction, which don't count. */
const ofTransaction = /^\s*(?:begin|commit|rollback|savepoint|release|set |select set_config|select el->>0)/i;

/** Counts the statements of our pages' operations: few, and as many for thirty rows as for three. */
export const sql: Suite = async ({ site, say }) => {
  say('sql: statements of the operations of our pages');
  await fillSite(site.connections.owner, { courses: 200, clips: 10_000 });
  const api = await createApi({
    env: {
      publicUrl: site.origin,
      isProduction: false,
      dataDir: site.dataDir,
      secretKey: 'bench',
      smtpUrl: null,
      mailFrom: 'bench@localhost',
      storage: { driver: 'local' },
      billing: { provider: 'manual', isGrantedAtOnce: false },
      newsletter: { provider: 'none', apiKey: null, listId: null },
      gitHub: null,
      fetchTestMap: new Map(),
      codeHost: { url: 'https://github.com', apiUrl: 'https://api.github.com', token: null },
    },
    connections: site.connections,
    log: createLog('error'),
    persistedQueries: persistedQueries(),
  });
  const viewer = { role: 'learner', userId: site.learner.id } as const;
  const statementsOf = (name: OperationName, variables: Record<string, unknown>) =>
    countStatements(async () => {
      const result = await api.execute({ document: persistedQuery(name), variables, viewer });
      if (result.errors !== undefined) throw new Error(`sql: ${name}: ${result.errors[0]?.message}`);
    });
  const figures: Figure[] = [];
  try {
    for (const [name, few, many] of await operations(site.connections.owner.connectionString)) {
      const value = await statementsOf(name, many);
      figures.push({ suite: 'sql', name, value, unit: 'statements', goal: { must: 3, aim: 1, isUpperBound: true } });
      if (few === null) continue;
      const floor = { name: 'fewer rows', value: await statementsOf(name, few) };
      figures.push({
        suite: 'sql',
        name: `${name}, thirty rows against three`,
        value,
        unit: 'statements',
        floor,
        ratio: value / floor.value,
        goal: { must: 1, isUpperBound: true },
      });
    }
    return figures;
  } finally {
    await api.close();
  }
};

/** An operation with its variables for few rows (null if there are none to vary) and for many. */
type Operation = [name: OperationName, few: Record<string, unknown> | null, many: Record<string, unknown>];

async function operations(owner: string): Promise<Operation[]> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  try {
    const first = async (text: string) => Object.values((await client.query<Record<string, string>>(text)).rows[0] ?? {})[0];
    const clipId = await first('select id from app_public.clips order by comments_count desc limit 1');
    const discussionId = await first('select discussion_id from app_public.comments group by 1 order by count(*) desc limit 1');
    const slugOf = (table: string) => first(`select slug from app_public.${table} where is_published order by lessons_count desc limit 1`);
    return [
      ['clips', { first: 3, offset: 0, userId: null }, { first: 30, offset: 0, userId: null }],
      ['clip', null, { id: clipId }],
      ['clipTotals', null, {}],
      ['clipComments', null, { id: clipId }],
      ['toggleLike', null, { clipId, userId: null }],
      ['toggleShare', null, { clipId, userId: null }],
      ['toggleBookmark', null, { clipId, userId: null }],
      ['saveClipPosition', null, { clipId, positionSeconds: 3 }],
      ['courses', { first: 3, offset: 0 }, { first: 30, offset: 0 }],
      ['books', { first: 3, offset: 0 }, { first: 30, offset: 0 }],
      ['course', null, { slug: await slugOf('courses') }],
      ['book', null, { slug: await slugOf('books') }],
      ['thread', { id: discussionId, first: 3, of: {} }, { id: discussionId, first: 30, of: {} }],
      ['profile', null, { username: await first('select username from app_public.users order by id limit 1') }],
      ['home', null, {}],
      ['viewer', null, {}],
      ['account', null, {}],
    ];
  } finally {
    await client.end();
  }
}

/** The application name of requests; jobs and listening have others. */
const OF_REQUESTS = 'newline app';

type QueryOf = { connectionParameters: { application_name?: string }; query: (...parameters: unknown[]) => unknown };

/** Counts the statements sent to PostgreSQL for requests while `work` runs. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const prototype = pg.Client.prototype as unknown as QueryOf;
  const original = prototype.query;
  let count = 0;
  prototype.query = function counted(this: QueryOf, ...parameters: unknown[]) {
    const [first] = parameters;
    const text = typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text);
    if (this.connectionParameters.application_name === OF_REQUESTS && !ofTransaction.test(text)) count++;
    return original.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return count;
}
