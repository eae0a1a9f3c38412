import pg, { type PoolClient, type QueryResult } from 'pg';
import { SafeError } from 'postgraphile/grafast';
import { databaseSettings, type Viewer, visitor } from '../viewer.ts';

/** Sets role and user until the end of the transaction. */
const settings = {
  name: 'newline settings',
  text: `select set_config('role', $1, true), set_config('newline.user_id', $2, true)`,
};

/** Sets role and user from a session's token. The role is a visitor until then. */
const sessionSettings = {
  name: 'newline session',
  text: `select set_config('role', reader.role, true), set_config('newline.user_id', coalesce(reader.user_id::text, ''), true), session_id, email
    from app_private.reader_of_session($1) as reader`,
};

/** How much an operation may still read. */
export type Reading = {
  leftBytes: number;
  /** Returns the error of a statement that reads more. */
  readonly tooMany: () => { readonly message: string; readonly extensions: Record<string, unknown> };
};

/** The viewer of a statement: their settings, or the token of a session, which determines them. */
export type Reader = { readonly values: readonly string[]; readonly token?: undefined } | { readonly token: string };

/** The messages of the extended protocol that are sent here. pg implements them, but its types don't include them. */
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
type DataRow = { readonly length: number; readonly fields: readonly (string | null)[] };
type Callback = (error: Error | null, result: QueryResult) => void;

/** The methods of pg's query class that are extended here: pg names and calls them, but doesn't document them (docs/decisions/0037). */
export type QueryClass = new (
  config: object,
  callback: Callback,
) => pg.Submittable & {
  prepare(connection: Connection): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
};

/** Extends the query class of a pg release. Only the contract test passes another one than the installed one, which is `ReaderQuery`. */
export function extendQuery(Query: QueryClass) {
  return class extends Query {
    readonly #before: readonly { readonly statement: string; readonly values: readonly string[] }[];
    readonly #reading: Reading | undefined;
    #done = 0;
    #tooMany: SafeError | null = null;
    /** Results of the last settings statement: role and user id, and for a session its id and email address. */
    settingResults: readonly (string | null)[] = [];

    constructor(reader: Reader, config: object, reading: Reading | undefined, callback: Callback) {
      super(config, (error, result) => callback(error ?? this.#tooMany, result));
      this.#before =
        reader.token === undefined
          ? [{ statement: settings.name, values: reader.values }]
          : [
              { statement: settings.name, values: settingsOf(visitor) },
              { statement: sessionSettings.name, values: [reader.token] },
            ];
      this.#reading = reading;
    }

    override prepare(connection: Connection): void {
      for (const { statement, values } of this.#before) {
        connection.bind({ portal: '', statement, values, binary: false, valueMapper: String });
        connection.execute({ portal: '', rows: 0 });
      }
      super.prepare(connection);
    }

    override handleDataRow(message: DataRow): void {
      if (this.#done < this.#before.length) {
        this.settingResults = message.fields;
        return;
      }
      if (this.#reading) {
        this.#reading.leftBytes -= message.length;
        if (this.#reading.leftBytes < 0) {
          const { message: text, extensions } = this.#reading.tooMany();
          this.#tooMany = new SafeError(text, extensions);
        }
      }
      if (this.#tooMany === null) super.handleDataRow(message);
    }

    override handleCommandComplete(message: unknown, connection: Connection): void {
      if (this.#done >= this.#before.length) super.handleCommandComplete(message, connection);
      this.#done += 1;
    }
  };
}

/**
 * A statement with the settings of a viewer, in one round trip to the server.
 *
 * Everything sent before a Sync is one transaction, so the settings need no BEGIN before them and no COMMIT after the statement: four round
 * trips become one. Like SET LOCAL, they end with that transaction.
 */
export const ReaderQuery = extendQuery(pg.Query as unknown as QueryClass);

/** Returns the values of a viewer's settings, in order. */
export function settingsOf(viewer: Viewer): readonly [string, string] {
  const { role = '', 'newline.user_id': userId = '' } = databaseSettings(viewer);
  return [role, userId];
}

const prepared = new WeakSet<PoolClient>();
const preparedForSessions = new WeakSet<PoolClient>();

/** Prepares the settings statement on a connection, once. */
export async function prepareSettings(client: PoolClient): Promise<void> {
  if (prepared.has(client)) return;
  await client.query({ ...settings, values: [...settingsOf(visitor)] });
  // Compiling costs more than these statements take; PostgreSQL overestimates functions and would do it.
  await client.query('set jit_optimize_above_cost = -1');
  prepared.add(client);
}

/** Prepares the session statement on a connection, once. */
export async function prepareSession(client: PoolClient): Promise<void> {
  if (preparedForSessions.has(client)) return;
  // Settings end with their transaction, and only a visitor may look up a session.
  await client.query('begin');
  await client.query({ ...settings, values: [...settingsOf(visitor)] });
  await client.query({ ...sessionSettings, values: [''] });
  await client.query('commit');
  preparedForSessions.add(client);
}
