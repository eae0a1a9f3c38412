import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type SignedInViewer, type Viewers, visitor } from '../../viewer.ts';
import { readOwnSecurity } from './read-own-security.ts';
import { sessionCookieName } from './session-cookie.ts';
import type { SessionUses } from './session-uses.ts';

type Row = { sessionId: string; userId: string; email: string; isAdmin: boolean };

/**
 * Creates the lookup of a request's viewer.
 *
 * Reads what better-auth stored (a cookie `token.signature`, a row per session) in one statement, where getSession needs two and a
 * millisecond. Nothing that decides is cached: a session that was revoked, has expired or belongs to a disabled account immediately counts
 * as a visitor.
 */
export function createViewers(settings: {
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly secretKey: string;
  readonly uses: Pick<SessionUses, 'note'>;
}): Viewers {
  const cookieName = sessionCookieName(settings);
  const last = new LRUCache<string, SignedInViewer>({ max: 10_000 });
  const tokenOf = (headers: IncomingHttpHeaders | Headers) =>
    readToken(headers instanceof Headers ? headers.get('cookie') : headers.cookie, cookieName, settings.secretKey);
  return {
    async viewerOf(headers) {
      const token = tokenOf(headers);
      if (token === null) return visitor;
      const { rows } = await settings.pool.query<Row>({
        name: 'viewer-of',
        text: `select session_id as "sessionId", user_id as "userId", email, is_admin as "isAdmin" from auth.viewer_of_session($1)`,
        values: [token],
      });
      const [row] = rows;
      if (!row) {
        last.delete(token);
        return visitor;
      }
      const { isAdmin, ...person } = row;
      const viewer: SignedInViewer = { ...person, role: isAdmin ? 'admin' : 'learner' };
      last.set(token, viewer);
      settings.uses.note(person.sessionId);
      return viewer;
    },
    sessionOf(headers) {
      const token = tokenOf(headers);
      if (token === null) return null;
      const viewer = last.get(token);
      if (viewer?.sessionId) settings.uses.note(viewer.sessionId);
      return viewer && { token, viewer };
    },
    async ownSecurity(headers) {
      const token = tokenOf(headers);
      return token === null ? null : readOwnSecurity(settings.pool, token);
    },
  };
}

/** Whether a request has a session cookie, valid or not. */
export function hasSessionCookie(cookieHeader: string | undefined, settings: { readonly publicUrl: string }): boolean {
  return cookieHeader !== undefined && readCookie(cookieHeader, sessionCookieName(settings)) !== null;
}

function readToken(cookieHeader: string | null | undefined, name: string, secret: string): string | null {
  const value = cookieHeader ? readCookie(cookieHeader, name) : null;
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  const signature = Buffer.from(value.slice(dot + 1));
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}

function readCookie(header: string, name: string): string | null {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  if (pair === undefined) return null;
  try {
    return decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return null;
  }
}
