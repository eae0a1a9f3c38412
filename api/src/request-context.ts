import { createContext } from 'react-router';
import type { ExecutionResult } from 'postgraphile/graphql';
import type { Log } from './log.ts';
import type { OwnSecurity } from './own-security.ts';
import type { PageTag } from './page-tags.ts';
import type { SignedInViewer } from './viewer.ts';

/** What the sign-in service answers to a form that a page passes on. */
export type AuthAnswer = {
  readonly status: number;
  readonly body: unknown;
  /** The lines of Set-Cookie. */
  readonly cookies: readonly string[];
  /** Seconds to wait, when there were too many requests; null otherwise. */
  readonly retryAfterSeconds: number | null;
};

/** What a page's loader and action know of the request they answer. */
export type RequestContext = {
  /** Who asks; a visitor where the page is kept for everybody. */
  readonly viewer: SignedInViewer;
  /** Runs a GraphQL document in process, as the viewer. */
  readonly execute: (operation: {
    readonly document: string;
    readonly operationName?: string;
    readonly variables?: Record<string, unknown>;
  }) => Promise<ExecutionResult>;
  /**
   * Passes a form of this request on to `/api/auth`, as if the browser had sent it there: with its cookies and origin, under the limits of its IP
   * address. Null on a page that is the same for everybody.
   */
  readonly postAuth: ((path: string, body: object) => Promise<AuthAnswer>) | null;
  /** How the reader signs in, and where they're signed in; null for a visitor. */
  readonly ownSecurity: () => Promise<OwnSecurity | null>;
  /** The log, bound to the request's id. */
  readonly log: Log;
  /** The id that stands in the log and, after a fault, on the page. */
  readonly requestId: string;
  /** The nonce of this answer's Content-Security-Policy; null where hashes are used (cached pages). */
  readonly nonce: string | null;
  /** What the sign-in forms offer beside a password: `link`, `github`. */
  readonly signInMethods: readonly string[];
  /** The assets server, where protected repositories are; null without one. */
  readonly assetsUrl: string | null;
  /** True when books can be had as PDF. */
  readonly hasBookPdf: boolean;
  /** The origin that draws script embeds; null makes links of them. */
  readonly embedOrigin: string | null;
  /** The address of the code host whose code texts may show. */
  readonly codeHostUrl: string;
  /** Names what the page is made of, so that it is made again when that changes; `dueAt` is when a date on it falls due (ISO 8601). */
  readonly dependsOn: (tags: readonly PageTag[], dueAt?: string | null) => void;
  /** Says that somebody signed in may see another page at this address, so that this one is kept for visitors only. */
  readonly isForVisitors: () => void;
  /** True when a whole page is asked for, false for the data of a navigation within the browser. */
  readonly isDocument: boolean;
  /**
   * What a loader hands to the rendering of the same document by a name, past the data that travels to the browser:
   * a long text that is finished as HTML need not be sent a second time.
   */
  readonly handedOver: Map<string, unknown>;
  /** Takes the finished document as it was written, past the body of the answer: as a stream it would become text and bytes again. */
  readonly finish: (html: string) => void;
};

/**
 * The key under which the server hands a request's context to React Router.
 *
 * It stands in this package and not in web, because Vite would inline it there twice and the two keys would not meet.
 */
export const requestContext = createContext<RequestContext>();
