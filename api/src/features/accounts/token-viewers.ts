import type { Pool } from 'pg';
import { codedError } from '../../errors/error-codes.ts';
import { countedSubnet, type RateLimits } from '../../rate-limits.ts';
import type { SignedInViewer, ViewerOfToken } from '../../viewer.ts';
import { type AccessScope, hashAccessToken } from '../../access-token.ts';
import type { SessionUses } from './session-uses.ts';

type Row = { tokenId: string; userId: string; email: string; scope: AccessScope; isAdmin: boolean };

/**
 * Creates the lookup of the user of an access token. Tokens are looked up by their hash, so the duration reveals nothing about other
 * tokens. Nothing is cached: a token that was revoked fails in the next request.
 */
export function createTokenViewers(settings: {
  readonly pool: Pool;
  readonly rateLimits: Pick<RateLimits, 'failedTokens'>;
  readonly uses: Pick<SessionUses, 'noteToken'>;
}): ViewerOfToken {
  const { pool, uses } = settings;
  const { failedTokens } = settings.rateLimits;
  return async ({ token, subnet, client }) => {
    const key = countedSubnet(subnet);
    const wait = await failedTokens.consume(key, 0);
    if (wait !== null) throw tooManyFailures(wait);
    const hash = hashAccessToken(token);
    const row = hash && (await findRow(pool, hash));
    if (!row) {
      await failedTokens.consume(key);
      throw codedError('ACCESS_TOKEN_INVALID', {}, { statusCode: 401 });
    }
    uses.noteToken(row.tokenId, client);
    const { userId, email, scope: access, isAdmin } = row;
    return { userId, email, access, role: isAdmin ? 'admin' : 'learner', sessionId: null } satisfies SignedInViewer;
  };
}

async function findRow(pool: Pool, hash: Buffer): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'viewer-of-access-token',
    text: `select token_id as "tokenId", user_id as "userId", email, lower(scope::text) as scope, is_admin as "isAdmin"
      from auth.viewer_of_access_token($1)`,
    values: [hash],
  });
  return rows[0];
}

function tooManyFailures(waitSeconds: number) {
  return codedError('ACCESS_TOKEN_FAILURES', { waitSeconds }, { statusCode: 429, retryAfterSeconds: waitSeconds });
}
