import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import type { Trace } from '../tracing.ts';

/** What watches the statements of a pool. */
export type StatementWatch = {
  /** Called when a statement has ended, successfully or not, with its name and its duration in milliseconds. */
  readonly ended: (name: string, ms: number) => void;
  readonly trace: Trace;
};

/** The time from which a statement is logged as slow, in milliseconds. */
const usualSlowMs = 1_000;

const watches = new WeakMap<Pool, StatementWatch>();
const names = new WeakMap<object, string>();

type WatchOptions = { readonly log: Log; readonly trace: Trace; readonly slowStatementMs?: number | undefined };

/** Watches the statements of a pool that reader-client.ts runs: those of requests. Slow ones are logged. */
export function watchStatements(pool: Pool, options: WatchOptions): void {
  watches.set(pool, createWatch(options));
}

/**
 * Watches every statement on the connections of a pool that other code uses, such as the sign-in library. They are named after their first
 * words and table: `select session`.
 */
export function watchConnections(pool: Pool, options: WatchOptions): void {
  const watch = createWatch(options);
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const query = (...parameters: unknown[]): unknown => {
      const text = textOf(parameters[0]);
      const callback = parameters.at(-1);
      if (text === null) return send(...parameters);
      if (typeof callback !== 'function') return runWatched(watch, summaryOf(text), () => send(...parameters) as Promise<unknown>);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      void runWatched(watch, summaryOf(text), () => {
        send(...parameters.slice(0, -1), (error: Error | null, result: unknown) => {
          if (error) reject(error);
          else resolve(result);
          (callback as (...answer: unknown[]) => void)(error, result);
        });
        return promise;
      }).catch(() => undefined);
      return undefined;
    };
    client.query = query as typeof client.query;
  });
}

/** Returns the text of a query's first parameter; null for an object that sends its own messages, such as a cursor. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || 'submit' in query || !('text' in query)) return null;
  return typeof query.text === 'string' ? query.text : null;
}

/** Returns the first word of a statement and its table or function: `insert into auth.session` becomes `insert session`. */
function summaryOf(text: string): string {
  const [, verb = 'unnamed'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, name] =
    /(?:\bfrom|\binto|^\s*update)\s+(?:"?\w+"?\.)?"?(\w+)/i.exec(text) ?? /\b(?:auth|app_private|app_public)\.(\w+)\(/.exec(text) ?? [];
  return name === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${name}`;
}

function createWatch({ log, trace, slowStatementMs = usualSlowMs }: WatchOptions): StatementWatch {
  return {
    trace,
    ended(statement, ms) {
      if (ms >= slowStatementMs) log.info({ statement, ms: Math.round(ms) }, 'database: a statement was slow');
    },
  };
}

/** Names all statements under these settings, after their operation. The name must not come from a user. */
export function nameStatements(settings: object, name: string): void {
  names.set(settings, name);
}

/**
 * Runs a statement, and reports it to the watch of its pool.
 * @param of its name, or the settings under which it runs
 */
export async function watched<TResult>(pool: Pool, of: string | object | null, run: () => Promise<TResult>): Promise<TResult> {
  const watch = watches.get(pool);
  if (watch === undefined) return run();
  return runWatched(watch, (typeof of === 'string' ? of : of && names.get(of)) ?? 'unnamed', run);
}

async function runWatched<TResult>(watch: StatementWatch, name: string, run: () => Promise<TResult>): Promise<TResult> {
  const startedAt = performance.now();
  try {
    return await watch.trace('statement', name, run);
  } finally {
    watch.ended(name, performance.now() - startedAt);
  }
}
