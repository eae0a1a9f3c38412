import type { OwnSecurity } from '@newline/api/own-security';
import type { RequestContext } from '@newline/api/request-context';
import type { RememberedSession, SignedInViewer, Viewers } from '@newline/api/viewer';

type Operation = Parameters<RequestContext['execute']>[0];
type Answer = ReturnType<RequestContext['execute']>;

/** The parts of the API with which pages determine their reader and load data. */
export type PagesApi = Viewers & {
  readonly execute: (operation: Operation & { readonly viewer: SignedInViewer; readonly subnet?: string }) => Answer;
  /** Returns how the user of these headers signs in. */
  readonly ownSecurity: (headers: Headers) => Promise<OwnSecurity | null>;
  /** Null if the session has to be looked up first, or belongs to another user. */
  readonly executeBySession: (operation: Operation, session: RememberedSession) => Promise<Awaited<Answer> | null>;
};

/** The reader of a page that is being rendered. */
export type PageReader = {
  /** The viewer that the page is rendered for. */
  readonly viewer: SignedInViewer;
  readonly execute: RequestContext['execute'];
  /** Resolves to the actual viewer: if it's another one, the page must not be sent. Queries the database at most once. */
  readonly settle: () => Promise<SignedInViewer>;
};

/**
 * Returns the reader of a session. The database verifies it together with the first operation of the page, in the same message; the page is
 * rendered for the viewer that was last known for the session, and isn't sent before it's confirmed.
 */
export function readBySession(api: PagesApi, session: RememberedSession, headers: Headers): PageReader {
  let isSure = false;
  let lookUp: Promise<SignedInViewer> | null = null;
  const settle = () => (isSure ? Promise.resolve(session.viewer) : (lookUp ??= api.viewerOf(headers)));
  return {
    viewer: session.viewer,
    async execute(operation) {
      if (!isSure && lookUp === null) {
        const answer = await api.executeBySession(operation, session);
        // If the database didn't answer, it didn't confirm the viewer either.
        isSure ||= answer !== null && answer.errors === undefined;
        if (answer) return answer;
      }
      return api.execute({ ...operation, viewer: await settle() });
    },
    settle,
  };
}

/** Returns a reader that was looked up before; `subnet` is the subnet that a form came from. */
export function readAs(api: PagesApi, viewer: SignedInViewer, subnet?: string): PageReader {
  return {
    viewer,
    execute: (operation) => api.execute({ ...operation, viewer, ...(subnet !== undefined && { subnet }) }),
    settle: () => Promise.resolve(viewer),
  };
}

/** True when both are the same user with the same session and permissions. */
export function isSameViewer(one: SignedInViewer, other: SignedInViewer): boolean {
  return one.userId === other.userId && one.role === other.role && one.sessionId === other.sessionId && one.email === other.email;
}
