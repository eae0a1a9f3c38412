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

/** Watches the statements of a pool that reader-client.ts runs: those of requests. Slow ones are logged. */
export function watchStatements(
  pool: Pool,
  {
    log,
    trace,
    slowStatementMs = usualSlowMs,
  }: { readonly log: Log; readonly trace: Trace; readonly slowStatementMs?: number | undefined },
): void {
  watches.set(pool, {
    trace,
    ended(statement, ms) {
      if (ms >= slowStatementMs) log.info({ statement, ms: Math.round(ms) }, 'database: a statement was slow');
    },
  });
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
  const name = (typeof of === 'string' ? of : of && names.get(of)) ?? 'unnamed';
  const startedAt = performance.now();
  try {
    return await watch.trace('statement', name, run);
  } finally {
    watch.ended(name, performance.now() - startedAt);
  }
}
