import { transactionLimits } from '@newline/db/create-pool';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { makePgAdaptorWithPgClient, makePgService } from 'postgraphile/adaptors/pg';
import type { PgClient, PgClientQuery, PgClientResult } from 'postgraphile/@dataplan/pg';
import { databaseSettings, type SignedInViewer, type Viewer } from '../viewer.ts';
import type { Replica } from './replica.ts';
import {
  prepareSession,
  prepareSettings,
  type Reader,
  type Reading,
  ReaderQuery,
  settingsBehindPooler,
  settingsOf,
} from './reader-query.ts';
import { nameStatements, watched } from './statement-watch.ts';
import { withTypedKeys } from './typed-keys.ts';

/**
 * Creates the PostgreSQL service of the schema: every statement runs with the permissions of the viewer in its context.
 *
 * @param startPool runs statements without a viewer: reading the catalogs, once, while the schema is created
 * @param replica answers the statements of operations that `mayReadReplica`
 */
export function createReaderService(pool: Pool, startPool: Pool, replica: Replica | null): GraphileConfig.PgServiceConfiguration {
  const service = makePgService({ pool, schemas: ['app_public'], pubsub: false });
  const adaptor = { ...service.adaptor, createWithPgClient: () => createWithReader(pool, startPool, replica) };
  return { ...service, adaptor } as unknown as GraphileConfig.PgServiceConfiguration;
}

function createWithReader(pool: Pool, startPool: Pool, replica: Replica | null) {
  const base = makePgAdaptorWithPgClient(pool);
  const withReader = <TResult>(settings: Settings, work: (client: PgClient) => TResult | Promise<TResult>): Promise<TResult> =>
    Promise.resolve(
      work({
        query: (query: PgClientQuery) =>
          replica !== null && settings !== null && replicaReads.has(settings)
            ? readFrom(replica, (readPool) => runStatement(readPool ?? pool, settings, query))
            : runStatement(settings === null ? startPool : pool, settings, query),
        // Several statements in one transaction: as the library does.
        withTransaction: (inside: Parameters<PgClient['withTransaction']>[0]) =>
          base(withLimits(settings, pool), (client) =>
            client.withTransaction((transaction) => inside(transactionClient(transaction, pool, settings))),
          ),
      } as unknown as PgClient),
    );
  return Object.assign(withReader, { release: () => base.release?.() });
}

/** Returns the settings of a transaction, with those that a pooler requires. */
function withLimits(settings: Settings, pool: Pool): Settings {
  const limits = transactionLimits(pool);
  return settings === null || limits === undefined ? settings : { ...settings, ...settingsBehindPooler(limits) };
}

/** Returns the client of a transaction, which takes the same statements, and watches them. */
function transactionClient(client: PgClient, pool: Pool, settings: Settings): PgClient {
  return {
    query: (query: PgClientQuery) =>
      watched(pool, settings, async () => client.query({ ...query, ...withTypedKeys(query.text, [...(query.values ?? [])]) })),
    withTransaction: (inside: Parameters<PgClient['withTransaction']>[0]) =>
      client.withTransaction((transaction) => inside(transactionClient(transaction, pool, settings))),
  } as unknown as PgClient;
}

/** Runs one of our statements with the permissions of a viewer, outside any plan, and returns its rows. */
export async function queryAs<TRow>(pool: Pool, viewer: Viewer, text: string, values: readonly unknown[]): Promise<readonly TRow[]> {
  const { rows } = await runStatement(pool, databaseSettings(viewer), { text, values: [...values] });
  return rows as TRow[];
}

/** A statement with one row and one text value. Its name depends on its text, and it's prepared once per connection. */
type TextStatement = {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** The name of its operation, for the log. */
  readonly operation?: string | undefined;
};

/** Runs a statement that returns a text, with the permissions of a viewer; a visitor's runs on the replica, if there is one. */
export async function readTextAs(
  pool: Pool,
  viewer: Viewer,
  statement: TextStatement,
  replica: Replica | null = null,
): Promise<string | null> {
  const settings = databaseSettings(viewer);
  if (statement.operation !== undefined) nameStatements(settings, statement.operation);
  const read = (from: Pool) => runStatement(from, settings, { ...statement, arrayMode: true });
  const { rows } = await (replica !== null && viewer.role === 'visitor'
    ? readFrom(replica, (readPool) => read(readPool ?? pool))
    : read(pool));
  return (rows as [string | null][])[0]?.[0] ?? null;
}

/** Reads from the replica if it's current; otherwise, or if that fails, from the primary (null). */
async function readFrom<TResult>(replica: Replica, read: (readPool: Pool | null) => Promise<TResult>): Promise<TResult> {
  const current = replica.current();
  if (current === null) return read(null);
  try {
    return await read(current);
  } catch (error) {
    if (replica.hasFailed(error instanceof NotBegunError ? error.cause : error)) return read(null);
    throw error;
  }
}

/**
 * Like `readTextAs`, for the user of a session, which the database looks up in the same message.
 *
 * @returns undefined if that isn't the viewer whom the statement was written for; the result is then discarded
 */
export async function readTextBySession(
  pool: Pool,
  token: string,
  viewer: SignedInViewer,
  statement: TextStatement,
): Promise<string | null | undefined> {
  const expected = [...settingsOf(viewer), viewer.sessionId, viewer.email];
  const client = await connect(pool, databaseSettings(viewer));
  let broken = false;
  try {
    await prepareSettings(client);
    await prepareSession(client);
    const run = () =>
      new Promise<string | null | undefined>((resolve, reject) => {
        const config = { ...statement, queryMode: 'extended', rowMode: 'array' };
        const answer = (error: Error | null, result: QueryResult) => {
          if (error) reject(error);
          else if (expected.some((value, index) => query.settingResults[index] !== value)) resolve(undefined);
          else resolve((result.rows as unknown as [string | null][])[0]?.[0] ?? null);
        };
        const query = new ReaderQuery({ token }, config, undefined, answer, transactionLimits(client));
        client.query(query);
      });
    return await watched(pool, statement.operation ?? statement.name, run);
  } catch (error) {
    broken = !isOfStatement(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

type Settings = Record<string, string | undefined> | null;

/** The settings of operations that only read, as visitors. */
const replicaReads = new WeakSet<object>();

/** Allows all statements under these settings to run on a replica. */
export function mayReadReplica(settings: object): void {
  replicaReads.add(settings);
}

/** The settings under which a statement was sent: one object per operation, so these operations may have changed something. */
const begun = new WeakSet<object>();

/** The limits of operations, by their settings. */
const readings = new WeakMap<object, Reading>();

/** Limits the total size of results under these settings; a statement beyond it fails with `tooMany`. Returns the settings. */
export function limitReading<TSettings extends object>(settings: TSettings, maxBytes: number, tooMany: Reading['tooMany']): TSettings {
  readings.set(settings, { leftBytes: maxBytes, tooMany });
  return settings;
}

/** Error if there was no connection and nothing of the operation had been sent, so that it can be repeated. */
export class NotBegunError extends Error {
  override name = 'NotBegunError';
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

async function connect(pool: Pool, settings: Settings): Promise<PoolClient> {
  try {
    const client = await pool.connect();
    if (settings !== null) begun.add(settings);
    return client;
  } catch (error) {
    if (settings === null || begun.has(settings) || !(error instanceof Error)) throw error;
    throw new NotBegunError(error);
  }
}

async function runStatement(pool: Pool, settings: Settings, query: PgClientQuery): Promise<PgClientResult<unknown>> {
  const client = await connect(pool, settings);
  let broken = false;
  try {
    const { name, arrayMode } = query;
    const { text, values } = withTypedKeys(query.text, [...(query.values ?? [])]);
    const config = {
      text,
      values,
      queryMode: 'extended',
      ...(name ? { name } : {}),
      ...(arrayMode ? { rowMode: 'array' } : {}),
    };
    const { rows, rowCount } = await watched(pool, settings, () =>
      settings === null ? client.query(config) : runAs(client, settings, config),
    );
    return { rows: rows as unknown[], rowCount, notices: [] };
  } catch (error) {
    broken = !isOfStatement(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether the connection survives an error: the server responded with a code that doesn't end the connection. */
function isOfStatement(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P0|58|XX)/.test(code);
}

async function runAs(client: PoolClient, settings: Record<string, string | undefined>, config: object): Promise<QueryResult> {
  await prepareSettings(client);
  return new Promise((resolve, reject) => {
    const answer = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result));
    client.query(new ReaderQuery(readerOf(settings), config, readings.get(settings), answer, transactionLimits(client)));
  });
}

function readerOf(settings: Record<string, string | undefined>): Reader {
  const { role, 'newline.user_id': userId, 'newline.access': scope, transaction_read_only: isReadOnly = 'off', ...others } = settings;
  if (role === undefined || userId === undefined || Object.keys(others).length > 0) {
    throw new Error(
      `Settings of a statement: expected role, newline.user_id and those of an access token, got ${Object.keys(settings).join(', ')}`,
    );
  }
  return { values: [role, userId], access: scope === undefined ? undefined : [scope, isReadOnly] };
}
