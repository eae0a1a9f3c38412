import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { type ViewerOf, visitor } from '../../viewer.ts';
import { sessionCookieName } from './session-cookie.ts';

type Row = { sessionId: string; userId: string; email: string; isAdmin: boolean };

/**
 * Creates the look-up of a request's viewer.
 *
 * It reads what better-auth wrote (a cookie `token.signature`, a row per session) in one statement, where getSession
 * takes two and a millisecond. Nothing is cached: a session that was revoked, has expired or belongs to a disabled
 * account is a visitor's at once.
 */
export function createViewerOf(settings: { readonly pool: Pool; readonly publicUrl: string; readonly secretKey: string }): ViewerOf {
  const cookieName = sessionCookieName(settings);
  return async (headers) => {
    const token = readToken(headers instanceof Headers ? headers.get('cookie') : headers.cookie, cookieName, settings.secretKey);
    if (token === null) return visitor;
    const { rows } = await settings.pool.query<Row>({
      name: 'viewer-of',
      text: `
        select s."id" as "sessionId", u."id" as "userId", u."email", coalesce(u."role" = 'admin', false) as "isAdmin"
        from auth."session" s join auth."user" u on u."id" = s."userId"
        where s."token" = $1 and s."expiresAt" > now()
          and not (coalesce(u."banned", false) and coalesce(u."banExpires" > now(), true))`,
      values: [token],
    });
    const [row] = rows;
    return row ? { userId: row.userId, role: row.isAdmin ? 'admin' : 'learner', sessionId: row.sessionId, email: row.email } : visitor;
  };
}

/** True when a request carries a session cookie, valid or not. */
export function hasSessionCookie(cookieHeader: string | undefined, settings: { readonly publicUrl: string }): boolean {
  return cookieHeader !== undefined && readCookie(cookieHeader, sessionCookieName(settings)) !== null;
}

function readToken(cookieHeader: string | null | undefined, name: string, secret: string): string | null {
  const value = cookieHeader ? readCookie(cookieHeader, name) : null;
  const dot = value?.lastIndexOf('.') ?? -1;
  if (value === null || dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  const given = Buffer.from(value.slice(dot + 1));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
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
