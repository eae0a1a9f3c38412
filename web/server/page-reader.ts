import type { OwnSecurity } from '@newline/api/own-security';
import type { RequestContext } from '@newline/api/request-context';
import type { RememberedSession, SignedInViewer, Viewers } from '@newline/api/viewer';

type Operation = Parameters<RequestContext['execute']>[0];
type Answer = ReturnType<RequestContext['execute']>;

/** The parts of the API by which pages find out who reads them, and what they may read. */
export type PagesApi = Viewers & {
  readonly execute: (operation: Operation & { readonly viewer: SignedInViewer; readonly network?: string }) => Answer;
  /** How the user signs in who is signed in by these headers. */
  readonly ownSecurity: (headers: Headers) => Promise<OwnSecurity | null>;
  /** Null when the session has to be looked up first, or is somebody else's. */
  readonly executeBySession: (operation: Operation, session: RememberedSession) => Promise<Awaited<Answer> | null>;
};

/** Who reads a page that is being made. */
export type PageReader = {
  /** The viewer that the page is made for. */
  readonly viewer: SignedInViewer;
  readonly execute: RequestContext['execute'];
  /** Who it turned out to be: when that is another one, the page is theirs to see no more than anybody's. Asks the database at most once. */
  readonly settle: () => Promise<SignedInViewer>;
};

/**
 * The reader of a page by their session. Who that is the database finds out together with the first document of the page, in the same message; the
 * page is made for whoever it was the last time, and is not sent before it was found to be so.
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
        // Where the database did not answer, it did not say who asks either.
        isSure ||= answer !== null && answer.errors === undefined;
        if (answer) return answer;
      }
      return api.execute({ ...operation, viewer: await settle() });
    },
    settle,
  };
}

/** A reader who was looked up before; `network` is where a form came from. */
export function readAs(api: PagesApi, viewer: SignedInViewer, network?: string): PageReader {
  return {
    viewer,
    execute: (operation) => api.execute({ ...operation, viewer, ...(network !== undefined && { network }) }),
    settle: () => Promise.resolve(viewer),
  };
}

/** True when both are the same person by the same session, with the same rights. */
export function isSameViewer(one: SignedInViewer, other: SignedInViewer): boolean {
  return one.userId === other.userId && one.role === other.role && one.sessionId === other.sessionId && one.email === other.email;
}
