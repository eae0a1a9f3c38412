import type { IncomingHttpHeaders } from 'node:http';
import type { AccessScope } from './access-token.ts';
import type { OwnSecurity } from './own-security.ts';

/** Roles of a request in the database: visitor < learner < admin. */
export type Role = 'visitor' | 'learner' | 'admin';

/** The user of a request, determined by the session or access token and never by an argument; `userId` is null only for a visitor. */
export type Viewer = {
  readonly userId: string | null;
  readonly role: Role;
  /**
   * The scope of the access token of the request; absent for a session and a visitor. `entitled` has no user: it reads the copy of a page that
   * all readers with an entitlement get, and can't write.
   */
  readonly access?: AccessScope | 'entitled' | undefined;
};

/** A viewer with their session; `sessionId` and `email` are null for a visitor. */
export type SignedInViewer = Viewer & { readonly sessionId: string | null; readonly email: string | null };

/** A session token, and the user who was last signed in with it: only the database can verify that they still are. */
export type RememberedSession = { readonly token: string; readonly viewer: SignedInViewer };

/** Returns the viewer of a request. Runs one statement for a request with a session cookie, none for one without. */
export type ViewerOf = (headers: IncomingHttpHeaders | Headers) => Promise<SignedInViewer>;

/**
 * Returns the viewer of a request with an access token. Runs one statement.
 *
 * @throws SafeError ACCESS_TOKEN_INVALID (401), or ACCESS_TOKEN_FAILURES (429) after too many invalid ones from a subnet
 */
export type ViewerOfToken = (request: {
  readonly token: string;
  readonly subnet: string | null;
  /** The User-Agent of the request. */
  readonly client: string;
}) => Promise<SignedInViewer>;

/** Looks up the viewer of a request, in the database or in memory. */
export type Viewers = {
  readonly viewerOf: ViewerOf;
  /** Returns the session that a request names, from memory: null without one, undefined if it isn't known yet. */
  readonly sessionOf: (headers: IncomingHttpHeaders | Headers) => RememberedSession | null | undefined;
  /** Returns how the user of these headers signs in; null for a visitor. */
  readonly ownSecurity: (headers: IncomingHttpHeaders | Headers) => Promise<OwnSecurity | null>;
};

/** The viewer without a session. */
export const visitor: SignedInViewer = Object.freeze({ userId: null, role: 'visitor', sessionId: null, email: null });

/** Reads the copy of a page for entitled readers, which is rendered without any of them in reach. */
export const entitledCopy: SignedInViewer = Object.freeze({ ...visitor, access: 'entitled' });

/**
 * Returns the database settings of a viewer's transactions: their role and their id, and the scope of their access token. A read-only token
 * gets read-only transactions, and so does the copy of a page.
 */
export function databaseSettings({ userId, role, access }: Viewer): Record<string, string> {
  return {
    role: `newline_${role}`,
    'newline.user_id': userId ?? '',
    ...(access !== undefined && { 'newline.access': access }),
    ...((access === 'read' || access === 'entitled') && { transaction_read_only: 'on' }),
  };
}
