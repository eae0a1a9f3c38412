import type { IncomingHttpHeaders } from 'node:http';
import type { OwnSecurity } from './own-security.ts';

/** What a request may do, as the database knows it: a visitor < a learner < an admin. */
export type Role = 'visitor' | 'learner' | 'admin';

/** Who asks. The session decides it, never an argument; `userId` is null exactly for a visitor. */
export type Viewer = { readonly userId: string | null; readonly role: Role };

/** A viewer with the session that says so; `sessionId` and `email` are null for a visitor. */
export type SignedInViewer = Viewer & { readonly sessionId: string | null; readonly email: string | null };

/** A session by its token, and who was signed in by it the last time: only the database can say that they still are. */
export type RememberedSession = { readonly token: string; readonly viewer: SignedInViewer };

/** Finds out who asks. One statement for a request with a session cookie, none for one without. */
export type ViewerOf = (headers: IncomingHttpHeaders | Headers) => Promise<SignedInViewer>;

/** Who asks, and who that probably is. */
export type Viewers = {
  readonly viewerOf: ViewerOf;
  /** The session that a request names: null without one, undefined when nothing is known of it yet. Asks nobody. */
  readonly sessionOf: (headers: IncomingHttpHeaders | Headers) => RememberedSession | null | undefined;
  /** How the user signs in who is signed in by these headers; null for a visitor. */
  readonly ownSecurity: (headers: IncomingHttpHeaders | Headers) => Promise<OwnSecurity | null>;
};

/** Somebody without a session. */
export const visitor: SignedInViewer = Object.freeze({ userId: null, role: 'visitor', sessionId: null, email: null });

/** The session settings a transaction runs under: the role of the viewer and their id. */
export function databaseSettings(viewer: Viewer): Record<string, string> {
  return { role: `newline_${viewer.role}`, 'newline.user_id': viewer.userId ?? '' };
}
