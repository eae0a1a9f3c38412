import pg, { type Pool, type PoolClient, type QueryResult } from 'pg';
import { makePgAdaptorWithPgClient, makePgService } from 'postgraphile/adaptors/pg';
import { SafeError } from 'postgraphile/grafast';
import type { PgClient, PgClientQuery, PgClientResult } from 'postgraphile/@dataplan/pg';
import { databaseSettings, type Viewer } from '../viewer.ts';
import { tooManyBytes } from './document-limits.ts';

/** Sets who asks until the end of the transaction. */
const settings = {
  name: 'newline settings',
  text: `select set_config('role', $1, true), set_config('newline.user_id', $2, true)`,
};

/** The messages of the extended protocol that are sent here; pg has them, its types do not. */
type Connection = {
  bind(message: {
    portal: string;
    statement: string;
    values: readonly string[];
    binary: boolean;
    valueMapper: (value: unknown) => unknown;
  }): void;
  execute(message: { portal: string; rows: number }): void;
};
type QueryClass = new (
  config: object,
  callback: (error: Error | null, result: QueryResult) => void,
) => pg.Submittable & {
  prepare(connection: Connection): void;
  handleDataRow(message: { readonly length: number }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  /** What is told instead of the answer, once the server has said all of it. */
  _canceledDueToError: Error | false;
};

/**
 * A statement under the settings of a viewer, in one message to the server and one back.
 *
 * What is sent up to a Sync is one transaction, so the settings need no BEGIN before them and no COMMIT after the
 * statement: four round trips become one. They end with that transaction, as SET LOCAL does.
 */
class ReaderQuery extends (pg.Query as unknown as QueryClass) {
  readonly #values: readonly string[];
  readonly #reading: Reading | undefined;
  #isAfterSettings = false;

  constructor(
    values: readonly string[],
    config: object,
    reading: Reading | undefined,
    callback: (error: Error | null, result: QueryResult) => void,
  ) {
    super(config, callback);
    this.#values = values;
    this.#reading = reading;
  }

  override prepare(connection: Connection): void {
    connection.bind({ portal: '', statement: settings.name, values: this.#values, binary: false, valueMapper: String });
    connection.execute({ portal: '', rows: 0 });
    super.prepare(connection);
  }

  override handleDataRow(message: { readonly length: number }): void {
    if (!this.#isAfterSettings) return;
    if (this.#reading) {
      this.#reading.leftBytes -= message.length;
      if (this.#reading.leftBytes < 0) {
        const { message: words, extensions } = tooManyBytes();
        this._canceledDueToError = new SafeError(words, extensions);
      }
    }
    super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isAfterSettings) super.handleCommandComplete(message, connection);
    this.#isAfterSettings = true;
  }
}

/**
 * The PostgreSQL service of the schema: every statement runs as the viewer that its context names.
 *
 * @param startPool runs what is asked as nobody: the reading of the catalogues, once, while the schema is made
 */
export function createReaderService(pool: Pool, startPool: Pool): GraphileConfig.PgServiceConfiguration {
  const service = makePgService({ pool, schemas: ['app_public'], pubsub: false });
  const adaptor = { ...service.adaptor, createWithPgClient: () => createWithReader(pool, startPool) };
  return { ...service, adaptor } as unknown as GraphileConfig.PgServiceConfiguration;
}

function createWithReader(pool: Pool, startPool: Pool) {
  const base = makePgAdaptorWithPgClient(pool);
  const withReader = <TResult>(given: Settings, work: (client: PgClient) => TResult | Promise<TResult>): Promise<TResult> =>
    Promise.resolve(
      work({
        query: (query: PgClientQuery) => runStatement(given === null ? startPool : pool, given, query),
        // Several statements in one transaction, which nothing here asks for yet: the way of the library.
        withTransaction: (inside: Parameters<PgClient['withTransaction']>[0]) => base(given, (client) => client.withTransaction(inside)),
      } as unknown as PgClient),
    );
  return Object.assign(withReader, { release: () => base.release?.() });
}

/** Runs one statement of our own as a viewer, outside of any plan, and answers its rows. */
export async function queryAs<TRow>(pool: Pool, viewer: Viewer, text: string, values: readonly unknown[]): Promise<readonly TRow[]> {
  const { rows } = await runStatement(pool, databaseSettings(viewer), { text, values: [...values] });
  return rows as TRow[];
}

/** The one value of the one row that a named statement gives, as a viewer. The name is of its text: it is prepared once a connection. */
export async function readTextAs(
  pool: Pool,
  viewer: Viewer,
  statement: { name: string; text: string; values: unknown[] },
): Promise<string | null> {
  const { rows } = await runStatement(pool, databaseSettings(viewer), { ...statement, arrayMode: true });
  return (rows as [string | null][])[0]?.[0] ?? null;
}

type Settings = Record<string, string | undefined> | null;

const prepared = new WeakSet<PoolClient>();

/** The settings under which a statement was sent: one object an operation, so that these operations may have changed something. */
const begun = new WeakSet<object>();

/** What an operation may still read. */
type Reading = { leftBytes: number };

/** By the settings of an operation. */
const readings = new WeakMap<object, Reading>();

/** Limits what all statements under these settings may read together. Returns the settings. */
export function limitReading<TSettings extends object>(given: TSettings, maxBytes: number): TSettings {
  readings.set(given, { leftBytes: maxBytes });
  return given;
}

/** No connection was to be had, and nothing of the operation had been sent before: whoever asked may simply ask again. */
export class NotBegunError extends Error {
  override name = 'NotBegunError';
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

async function connect(pool: Pool, given: Settings): Promise<PoolClient> {
  try {
    const client = await pool.connect();
    if (given !== null) begun.add(given);
    return client;
  } catch (error) {
    if (given === null || begun.has(given) || !(error instanceof Error)) throw error;
    throw new NotBegunError(error);
  }
}

async function runStatement(pool: Pool, given: Settings, query: PgClientQuery): Promise<PgClientResult<unknown>> {
  const client = await connect(pool, given);
  let broken = false;
  try {
    const { text, values, name, arrayMode } = query;
    const config = {
      text,
      values: values ?? [],
      queryMode: 'extended',
      ...(name ? { name } : {}),
      ...(arrayMode ? { rowMode: 'array' } : {}),
    };
    const { rows, rowCount } = given === null ? await client.query(config) : await runAs(client, given, config);
    return { rows: rows as unknown[], rowCount, notices: [] };
  } catch (error) {
    broken = !isOfStatement(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** True for an error after which the connection goes on: the server answered with a code that is not of the connection's own end. */
function isOfStatement(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P0|58|XX)/.test(code);
}

async function runAs(client: PoolClient, given: Record<string, string | undefined>, config: object): Promise<QueryResult> {
  if (!prepared.has(client)) {
    await client.query({ ...settings, values: ['none', ''] });
    // Compiling costs more than these statements take; PostgreSQL overrates functions and would do it.
    await client.query('set jit_optimize_above_cost = -1');
    prepared.add(client);
  }
  return new Promise((resolve, reject) => {
    client.query(
      new ReaderQuery(valuesOf(given), config, readings.get(given), (error, result) => (error ? reject(error) : resolve(result))),
    );
  });
}

function valuesOf(given: Record<string, string | undefined>): readonly string[] {
  const { role, 'newline.user_id': userId, ...others } = given;
  if (role === undefined || userId === undefined || Object.keys(others).length > 0) {
    throw new Error(`Settings of a statement: expected role and newline.user_id, got ${Object.keys(given).join(', ')}`);
  }
  return [role, userId];
}
