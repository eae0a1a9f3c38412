import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { accountLimits } from '../../rules/limits/account.ts';

/** Interval at which recorded uses are written, in milliseconds. */
const everyMs = 60_000;

/** When sessions and access tokens were last used. */
export type SessionUses = {
  /** Records a request with this session. */
  note(sessionId: string): void;
  /** Records a request with this access token, from this program. */
  noteToken(tokenId: string, client: string): void;
  /** Writes the uses recorded since the last time. */
  write(): Promise<void>;
  /** Writes the remaining uses and stops. */
  close(): Promise<void>;
};

/**
 * Records when sessions and access tokens are used, and writes it with one statement a minute, so that no request waits for it. `pool` uses
 * the login newline_auth.
 */
export function createSessionUses({ pool, log }: { readonly pool: Pool; readonly log: Log }): SessionUses {
  let used = new Set<string>();
  let usedTokens = new Map<string, string>();
  const write = async () => {
    const [ids, tokens] = [used, usedTokens];
    [used, usedTokens] = [new Set(), new Map()];
    if (ids.size > 0) await pool.query('update auth."session" set "lastUsedAt" = now() where "id" = any($1::uuid[])', [[...ids]]);
    if (tokens.size > 0) await pool.query('select auth.note_access_token_uses($1, $2)', [[...tokens.keys()], [...tokens.values()]]);
  };
  const tryToWrite = () =>
    write().catch((error: unknown) => log.warn({ err: error }, 'sessions and tokens: their last use could not be noted'));
  const timer = setInterval(() => void tryToWrite(), everyMs).unref();
  return {
    note: (sessionId) => void used.add(sessionId),
    noteToken: (tokenId, client) => void usedTokens.set(tokenId, client.slice(0, accountLimits.tokenClient)),
    write,
    close() {
      clearInterval(timer);
      return tryToWrite();
    },
  };
}
