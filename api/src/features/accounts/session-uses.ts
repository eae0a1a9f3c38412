import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { accountLimits } from '../../rules/limits/account.ts';

/** How often what was noted is written. */
const everyMs = 60_000;

/** When sessions and access tokens were last used. */
export type SessionUses = {
  /** Notes that a request came with this session. */
  note(sessionId: string): void;
  /** Notes that a request came with this access token, from this program. */
  noteToken(tokenId: string, client: string): void;
  /** Writes what was noted since the last time. */
  write(): Promise<void>;
  /** Writes for the last time. */
  close(): Promise<void>;
};

/** Notes when sessions and access tokens are used, and writes it in one statement a minute: no request waits for it. `pool` is one of the login newline_auth. */
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
