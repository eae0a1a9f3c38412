import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extendQuery, prepareSession, prepareSettings, type QueryClass, type Reading } from '@newline/api/database/reader-query';
import { tooManyBytes } from '@newline/api/graphql/document-limits';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeUser } from '../rows.ts';

/** Releases that `npm run test:full` installs and tests, besides the installed one. */
const otherReleases = ['8.20.0', '8.21.0', '8.22.0', '8.23.0', '8'] as const;

type PgModule = { Pool: new (config: object) => Pool; Query: QueryClass };

const root = join(import.meta.dirname, '../../..');
const requireHere = createRequire(join(root, 'api/package.json'));
const isFullRun = Boolean(process.env['NEWLINE_TEST_FULL']);

let db: TestDatabase;
let userId: string;
beforeAll(async () => {
  db = await startTestDatabase();
  userId = await makeUser(db, 'Reader');
});
afterAll(() => db.stop());

test('package.json allows exactly one release of pg, which is the installed one', async () => {
  const { version } = requireHere('pg/package.json') as { version: string };
  for (const folder of ['api', 'db']) {
    const { dependencies } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies['pg'], folder).toBe(version);
  }
});

describe('the installed release of pg', () => {
  holdsFor(() => Promise.resolve(requireHere('pg') as PgModule));
});

describe.runIf(isFullRun).each(otherReleases)('pg %s from the registry', (release) => {
  let folder: string | undefined;
  let installed: PgModule;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newline-pg-'));
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `pg@${release}`], {
      cwd: folder,
      shell: process.platform === 'win32',
    });
    installed = createRequire(join(folder, 'package.json'))('pg') as PgModule;
  });
  afterAll(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });
  holdsFor(() => Promise.resolve(installed));
});

/** Tests what `ReaderQuery` needs of a release of pg: the methods that it extends, when they are called, and what is sent. */
function holdsFor(load: () => Promise<PgModule>): void {
  test('has the methods that are extended, and calls them', async () => {
    const { Query } = await load();
    for (const method of ['prepare', 'handleDataRow', 'handleCommandComplete'])
      expect(Object.hasOwn(Query.prototype as object, method), method).toBe(true);
  });

  test('runs a statement as the viewer, in one transaction', async () => {
    await withClient(async (client, run) => {
      const answer = await run({ text: readerSql, values: [] });
      expect(answer.rows).toEqual([{ role: 'newline_learner', id: userId, one: 1 }]);
      expect(answer.rowCount).toBe(1);
      const { rows } = await client.query(`select current_user as role, current_setting('newline.user_id', true) as id`);
      expect(rows).toEqual([{ role: 'newline_app', id: '' }]);
    });
  });

  test('runs it again when it is prepared, and with rows as arrays', async () => {
    await withClient(async (_, run) => {
      for (let times = 0; times < 3; times++) {
        const { rows } = await run({
          name: 'contract',
          text: 'select $1::int + n as sum from generate_series(1, 3) as n',
          values: [times],
          rowMode: 'array',
        });
        expect(rows).toEqual([[times + 1], [times + 2], [times + 3]]);
      }
    });
  });

  test('sends the settings, the statement and one Sync before it waits for a response', async () => {
    await withClient(async (client, run) => {
      const { connection } = client as unknown as { connection: { sync(): void; bind(message: object): void } };
      const messages: string[] = [];
      for (const name of ['bind', 'sync'] as const) {
        const send = connection[name].bind(connection) as (message?: object) => void;
        connection[name] = (message?: object) => {
          messages.push(name);
          send(message);
        };
      }
      const answer = run({ text: readerSql, values: [] });
      expect(messages).toEqual(['bind', 'bind', 'sync']);
      await answer;
      expect(messages).toEqual(['bind', 'bind', 'sync']);
    });
  });

  test('takes the viewer from a session, and finds none for an unknown token', async () => {
    await withClient(async (client, _, Reader) => {
      await prepareSession(client);
      let query: { settingResults: readonly (string | null)[] } | undefined;
      const { rows } = await new Promise<QueryResult>((resolve, reject) => {
        const readerQuery = new Reader(
          { token: 'of nobody' },
          { text: 'select current_user as role', queryMode: 'extended' },
          undefined,
          settle(resolve, reject),
        );
        query = readerQuery;
        client.query(readerQuery);
      });
      expect(rows).toEqual([{ role: 'newline_visitor' }]);
      expect(query?.settingResults.slice(0, 2)).toEqual(['newline_visitor', '']);
    });
  });

  test('reports an error in the settings and doesn’t run the statement', async () => {
    await withClient(async (client, run) => {
      await expect(run({ text: readerSql, values: [] }, { values: ['newline_nobody', userId] })).rejects.toMatchObject({ code: '22023' });
      await expect(
        run({ text: `select set_config('newline.user_id', 'x', false)`, values: [] }, { values: ['newline_nobody', ''] }),
      ).rejects.toThrow(/role/);
      const { rows } = await client.query(`select current_setting('newline.user_id', true) as id`);
      expect(rows).toEqual([{ id: '' }]);
      expect((await run({ text: readerSql, values: [] })).rows).toHaveLength(1);
    });
  });

  test('reports an error in the statement, rolls it back, and continues', async () => {
    await withClient(async (_, run) => {
      await expect(run({ text: 'select 1 / $1::int as one', values: [0] })).rejects.toMatchObject({ code: '22012' });
      await expect(run({ text: 'select no', values: [] })).rejects.toMatchObject({ code: '42703' });
      expect((await run({ text: readerSql, values: [] })).rows).toHaveLength(1);
    });
  });

  test('stops reading at the limit, says so, and continues', async () => {
    await withClient(async (_, run) => {
      const many = { text: `select repeat('a', 1000) as text from generate_series(1, 100)`, values: [] };
      const reading: Reading = { leftBytes: 200_000, tooMany: tooManyBytes };
      expect((await run(many, undefined, reading)).rows).toHaveLength(100);
      expect(reading.leftBytes).toBeLessThan(100_000);
      await expect(run(many, undefined, reading)).rejects.toMatchObject({ extensions: { code: 'LIMIT_EXCEEDED' } });
      expect((await run({ text: readerSql, values: [] })).rows).toHaveLength(1);
    });
  });

  const readerSql = `select current_user as role, current_setting('newline.user_id') as id, 1 as one`;
  type Reader = ReturnType<typeof extendQuery>;
  type Run = (statement: object, reader?: { values: readonly string[] }, reading?: Reading) => Promise<QueryResult>;

  async function withClient(work: (client: PoolClient, run: Run, Reader: Reader) => Promise<void>): Promise<void> {
    const { Pool, Query } = await load();
    const pool = new Pool({ ...db.connections.app, max: 1 });
    const Reader = extendQuery(Query);
    try {
      const client = await pool.connect();
      try {
        await prepareSettings(client);
        const run: Run = (statement, reader = { values: ['newline_learner', userId] }, reading) =>
          new Promise((resolve, reject) => {
            client.query(new Reader(reader, { ...statement, queryMode: 'extended' }, reading, settle(resolve, reject)));
          });
        await work(client, run, Reader);
      } finally {
        client.release();
      }
    } finally {
      await pool.end();
    }
  }
}

function settle(resolve: (result: QueryResult) => void, reject: (error: Error) => void) {
  return (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result));
}
