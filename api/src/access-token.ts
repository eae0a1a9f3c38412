import { createHash, randomBytes } from 'node:crypto';

/** What an access token can do: read, also change things, or everything that its user can do as an administrator. */
export type AccessScope = 'read' | 'write' | 'admin';

/** The prefix of all access tokens, by which people and secret scanners recognize them. */
const accessTokenPrefix = 'nl_pat_';

const form = new RegExp(`^${accessTokenPrefix}[A-Za-z0-9_-]{43}$`);

/** Creates an access token: the prefix and 256 random bits. */
export function createAccessToken(): string {
  return accessTokenPrefix + randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token, by which it is stored; null if it can't be a token. */
export function hashAccessToken(token: string): Buffer | null {
  return form.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** Returns the token of an `Authorization: Bearer` header, valid or not; null without one. A proxy's `Basic` header isn't ours. */
export function readBearerToken(authorization: string | undefined): string | null {
  const [scheme = '', ...rest] = authorization?.trim().split(/\s+/) ?? [];
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}
