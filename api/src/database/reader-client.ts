import type { Pool, PoolClient, QueryResult } from 'pg';
import { makePgAdaptorWithPgClient, makePgService } from 'postgraphile/adaptors/pg';
import type { PgClient, PgClientQuery, PgClientResult } from 'postgraphile/@dataplan/pg';
import { databaseSettings, type SignedInViewer, type Viewer } from '../viewer.ts';
import { prepareSession, prepareSettings, type Reading, ReaderQuery, settingsOf } from './reader-query.ts';
import { withTypedKeys } from './typed-keys.ts';

/**
 * Creates the PostgreSQL service of the schema: every statement runs as the viewer in its context.
 * @param startPool runs statements without a viewer: reading the catalogs, once, while the schema is built
 */
export function createReaderService(pool: Pool, startPool: Pool): GraphileConfig.PgServiceConfiguration {
  const service = makePgService({ pool, schemas: ['app_public'], pubsub: false });
  const adaptor = { ...service.adaptor, createWithPgClient: () => createWithReader(pool, startPool) };
  return { ...service, adaptor } as unknown as GraphileConfig.PgServiceConfiguration;
}

function createWithReader(pool: Pool, startPool: Pool) {
  const base = makePgAdaptorWithPgClient(pool);
  const withReader = <TResult>(settings: Settings, work: (client: PgClient) => TResult | Promise<TResult>): Promise<TResult> =>
    Promise.resolve(
      work({
        query: (query: PgClientQuery) => runStatement(settings === null ? startPool : pool, settings, query),
        // Several statements in one transaction use the library's own way.
        withTransaction: (inside: Parameters<PgClient['withTransaction']>[0]) =>
          base(settings, (client) => client.withTransaction((transaction) => inside(withKeyTypes(transaction)))),
      } as unknown as PgClient),
    );
  return Object.assign(withReader, { release: () => base.release?.() });
}

/** Returns a client of a transaction that rewrites statements in the same way. */
function withKeyTypes(client: PgClient): PgClient {
  return {
    query: (query: PgClientQuery) => client.query({ ...query, ...withTypedKeys(query.text, [...(query.values ?? [])]) }),
    withTransaction: (inside: Parameters<PgClient['withTransaction']>[0]) =>
      client.withTransaction((transaction) => inside(withKeyTypes(transaction))),
  } as unknown as PgClient;
}

/** Runs one of our own statements as a viewer, outside of any plan, and returns its rows. */
export async function queryAs<TRow>(pool: Pool, viewer: Viewer, text: string, values: readonly unknown[]): Promise<readonly TRow[]> {
  const { rows } = await runStatement(pool, databaseSettings(viewer), { text, values: [...values] });
  return rows as TRow[];
}

/** A statement whose one row has one text value. Its name depends on its text: it is prepared once per connection. */
type TextStatement = { readonly name: string; readonly text: string; readonly values: unknown[] };

/** Returns the text of a statement, run as a viewer. */
export async function readTextAs(pool: Pool, viewer: Viewer, statement: TextStatement): Promise<string | null> {
  const { rows } = await runStatement(pool, databaseSettings(viewer), { ...statement, arrayMode: true });
  return (rows as [string | null][])[0]?.[0] ?? null;
}

/**
 * Returns the text of a statement, run as the user of a session, which the database looks up in the same round trip.
 * @returns undefined if that isn't the viewer that the statement was written for: then the text was discarded
 */
export async function readTextBySession(
  pool: Pool,
  token: string,
  viewer: SignedInViewer,
  statement: TextStatement,
): Promise<string | null | undefined> {
  const expected = [...settingsOf(viewer), viewer.sessionId, viewer.email];
  const client = await connect(pool, databaseSettings(viewer));
  let isBroken = false;
  try {
    await prepareSettings(client);
    await prepareSession(client);
    return await new Promise((resolve, reject) => {
      const query = new ReaderQuery({ token }, { ...statement, queryMode: 'extended', rowMode: 'array' }, undefined, (error, result) => {
        if (error) reject(error);
        else if (expected.some((value, index) => query.settingResults[index] !== value)) resolve(undefined);
        else resolve((result.rows as unknown as [string | null][])[0]?.[0] ?? null);
      });
      client.query(query);
    });
  } catch (error) {
    isBroken = !isOfStatement(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

type Settings = Record<string, string | undefined> | null;

/** Settings with which a statement has been sent. Each operation has one object, so these operations may have changed something. */
const sentSettings = new WeakSet<object>();

/** Read limits, by the settings of an operation. */
const readings = new WeakMap<object, Reading>();

/**
 * Limits how much all statements with these settings may read in total; `tooMany` returns the error of a statement that exceeds it. Returns
 * the settings.
 */
export function limitReading<TSettings extends object>(settings: TSettings, maxBytes: number, tooMany: Reading['tooMany']): TSettings {
  readings.set(settings, { leftBytes: maxBytes, tooMany });
  return settings;
}

/** Error of an operation that got no connection before it sent anything: it can safely be repeated. */
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
    if (settings !== null) sentSettings.add(settings);
    return client;
  } catch (error) {
    if (settings === null || sentSettings.has(settings) || !(error instanceof Error)) throw error;
    throw new NotBegunError(error);
  }
}

async function runStatement(pool: Pool, settings: Settings, query: PgClientQuery): Promise<PgClientResult<unknown>> {
  const client = await connect(pool, settings);
  let isBroken = false;
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
    const { rows, rowCount } = settings === null ? await client.query(config) : await runAs(client, settings, config);
    return { rows: rows as unknown[], rowCount, notices: [] };
  } catch (error) {
    isBroken = !isOfStatement(error);
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Whether the connection is still usable after an error: the server returned a code other than those of a broken connection. */
function isOfStatement(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P0|58|XX)/.test(code);
}

async function runAs(client: PoolClient, settings: Record<string, string | undefined>, config: object): Promise<QueryResult> {
  await prepareSettings(client);
  return new Promise((resolve, reject) => {
    client.query(
      new ReaderQuery({ values: settingValues(settings) }, config, readings.get(settings), (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
  });
}

function settingValues(settings: Record<string, string | undefined>): readonly string[] {
  const { role, 'newline.user_id': userId, ...unexpected } = settings;
  if (role === undefined || userId === undefined || Object.keys(unexpected).length > 0) {
    throw new Error(`Settings of a statement: expected role and newline.user_id, got ${Object.keys(settings).join(', ')}`);
  }
  return [role, userId];
}
