import { type TransactionLimits, transactionLimits } from '@newline/db/create-pool';
import pg, { type PoolClient, type QueryResult } from 'pg';
import { SafeError } from 'postgraphile/grafast';
import { databaseSettings, type Viewer, visitor } from '../viewer.ts';

/** Sets role and user until the end of the transaction. */
const settings = {
  name: 'newline settings',
  text: `select set_config('role', $1, true), set_config('newline.user_id', $2, true)`,
};

/**
 * Sets the scope of an access token, and whether the transaction may write, after role and user. Sent with its text each time: pages never
 * need it.
 */
const accessSettings: Before = {
  name: '',
  text: `select set_config('newline.access', $1, true), set_config('transaction_read_only', $2, true)`,
};

/** Sets role and user from a session's token. The role is a visitor until then. */
const sessionSettings = {
  name: 'newline session',
  text: `select set_config('role', reader.role, true), set_config('newline.user_id', coalesce(reader.user_id::text, ''), true), session_id, email
    from app_private.reader_of_session($1) as reader`,
};

/**
 * A statement that is sent before the viewer's. It has no name if the pooler doesn't support prepared statements, and is then sent as text
 * each time.
 */
type Before = { readonly name: string; readonly text: string };

const behindPooler = new WeakMap<TransactionLimits, { readonly settings: Before; readonly session: Before }>();

/**
 * The statements that are sent first, by the connection's limits. Through a pooler, they also set these limits, until the end of the
 * transaction.
 */
function statementsFor(limits: TransactionLimits | undefined): { readonly settings: Before; readonly session: Before } {
  if (limits === undefined) return { settings, session: sessionSettings };
  const cached = behindPooler.get(limits);
  if (cached) return cached;
  const nameOf = ({ name }: Before) => (limits.hasNamedStatements ? name : '');
  const limiting = Object.entries(settingsBehindPooler(limits)).map(([name, value]) => `, set_config('${name}', '${value}', true)`);
  const made = {
    settings: { name: nameOf(settings), text: settings.text + limiting.join('') },
    session: { name: nameOf(sessionSettings), text: sessionSettings.text },
  };
  behindPooler.set(limits, made);
  return made;
}

/** Settings of a transaction through a pooler, besides the viewer. */
export function settingsBehindPooler({ statementTimeoutMs }: TransactionLimits): Readonly<Record<string, string>> {
  return { statement_timeout: String(statementTimeoutMs), jit_optimize_above_cost: '-1' };
}

/** How much an operation can still read. */
export type Reading = {
  leftBytes: number;
  /** Returns the error of a statement that reads more. */
  readonly tooMany: () => { readonly message: string; readonly extensions: Record<string, unknown> };
};

/** The viewer of a statement: their settings, or the token of a session, which determines them. */
export type Reader =
  | {
      readonly values: readonly string[];
      /** Of a request with an access token: its scope, and `on` if the transaction may only read, otherwise `off`. */
      readonly access?: readonly [scope: string, isReadOnly: string] | undefined;
      readonly token?: undefined;
    }
  | { readonly token: string };

/** The messages of the extended protocol that are sent here. pg implements them, but its types don't include them. */
type Connection = {
  parse(message: { name: string; text: string }): void;
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
    readonly #before: readonly (Before & { readonly values: readonly string[] })[];
    readonly #reading: Reading | undefined;
    #done = 0;
    #tooMany: SafeError | null = null;
    /** Results of the last settings statement: role and user id, and for a session its id and email address. */
    settingResults: readonly (string | null)[] = [];

    constructor(reader: Reader, config: object, reading: Reading | undefined, callback: Callback, limits?: TransactionLimits) {
      const hasNames = limits === undefined || limits.hasNamedStatements;
      super(hasNames ? config : { ...config, name: undefined }, (error, result) => callback(error ?? this.#tooMany, result));
      const before = statementsFor(limits);
      this.#before =
        reader.token === undefined
          ? [{ ...before.settings, values: reader.values }, ...(reader.access ? [{ ...accessSettings, values: reader.access }] : [])]
          : [
              { ...before.settings, values: settingsOf(visitor) },
              { ...before.session, values: [reader.token] },
            ];
      this.#reading = reading;
    }

    override prepare(connection: Connection): void {
      for (const { name, text, values } of this.#before) {
        if (name === '') connection.parse({ name, text });
        connection.bind({ portal: '', statement: name, values, binary: false, valueMapper: String });
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
  const limits = transactionLimits(client);
  const { settings: statement } = statementsFor(limits);
  if (statement.name !== '') await client.query({ ...statement, values: [...settingsOf(visitor)] });
  // Compiling costs more than these statements take; PostgreSQL overrates functions and would do it.
  if (limits === undefined) await client.query('set jit_optimize_above_cost = -1');
  prepared.add(client);
}

/** Prepares the session statement on a connection, once. */
export async function prepareSession(client: PoolClient): Promise<void> {
  if (preparedForSessions.has(client)) return;
  const before = statementsFor(transactionLimits(client));
  if (before.session.name !== '') {
    // Settings end with their transaction, and only a visitor may ask for a session.
    await client.query('begin');
    await client.query({ ...before.settings, values: [...settingsOf(visitor)] });
    await client.query({ ...before.session, values: [''] });
    await client.query('commit');
  }
  preparedForSessions.add(client);
}
