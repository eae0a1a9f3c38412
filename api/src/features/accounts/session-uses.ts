import type { Pool } from 'pg';
import type { Log } from '../../log.ts';

/** How often what was noted is written. */
const everyMs = 60_000;

/** When sessions were last used. */
export type SessionUses = {
  /** Notes that a request came with this session. */
  note(sessionId: string): void;
  /** Writes what was noted since the last time. */
  write(): Promise<void>;
  /** Writes for the last time. */
  close(): Promise<void>;
};

/** Notes when sessions are used, and writes it in one statement a minute: no request waits for it. `pool` is one of the login newline_auth. */
export function createSessionUses({ pool, log }: { readonly pool: Pool; readonly log: Log }): SessionUses {
  let used = new Set<string>();
  const write = async () => {
    if (used.size === 0) return;
    const ids = [...used];
    used = new Set();
    await pool.query('update auth."session" set "lastUsedAt" = now() where "id" = any($1::uuid[])', [ids]);
  };
  const tryToWrite = () => write().catch((error: unknown) => log.warn({ err: error }, 'sessions: their last use could not be noted'));
  const timer = setInterval(() => void tryToWrite(), everyMs).unref();
  return {
    note: (sessionId) => void used.add(sessionId),
    write,
    close() {
      clearInterval(timer);
      return tryToWrite();
    },
  };
}
