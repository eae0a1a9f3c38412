import type { Pool } from 'pg';

/** Called when a statement has ended, successfully or not, with its name and its duration in milliseconds. */
export type StatementWatch = (name: string, ms: number) => void;

const watches = new WeakMap<Pool, StatementWatch>();
const names = new WeakMap<object, string>();

/** Watches the statements of a pool: those of requests, which reader-client.ts runs. */
export function watchStatements(pool: Pool, watch: StatementWatch): void {
  watches.set(pool, watch);
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
  const startedAt = performance.now();
  try {
    return await run();
  } finally {
    const name = typeof of === 'string' ? of : of && names.get(of);
    watch(name ?? 'unnamed', performance.now() - startedAt);
  }
}
