import { createContext } from 'react-router';
import type { ExecutionResult } from 'postgraphile/graphql';
import type { Log } from './log.ts';
import type { OwnSecurity } from './own-security.ts';
import type { PageCopy } from './page-copy.ts';
import type { PageTag } from './page-tags.ts';
import type { SignedInViewer } from './viewer.ts';

/** Response of the sign-in service to a form that a page passes on. */
export type AuthAnswer = {
  readonly status: number;
  readonly body: unknown;
  /** The Set-Cookie headers. */
  readonly cookies: readonly string[];
  /** Seconds to wait after too many requests; otherwise null. */
  readonly retryAfterSeconds: number | null;
};

/** What a page's loader and action get about their request. */
export type RequestContext = {
  /** The viewer; a visitor on pages that are cached for everyone. */
  readonly viewer: SignedInViewer;
  /** Runs a GraphQL operation in this process, as the viewer. */
  readonly execute: (operation: {
    readonly document: string;
    readonly operationName?: string;
    readonly variables?: Record<string, unknown>;
  }) => Promise<ExecutionResult>;
  /**
   * Passes a form of this request on to `/api/auth`, as if the browser had sent it there: with its cookies and origin, and within the rate
   * limits of its IP address. Null on a page that is the same for everyone.
   */
  readonly postAuth: ((path: string, body: object) => Promise<AuthAnswer>) | null;
  /** How the reader signs in, and where they're signed in; null for a visitor. */
  readonly ownSecurity: () => Promise<OwnSecurity | null>;
  /** The log, bound to the request's id. */
  readonly log: Log;
  /** The id in the log and, after an error, on the page. */
  readonly requestId: string;
  /** The nonce of this response's Content-Security-Policy; null where hashes are used (cached pages). */
  readonly nonce: string | null;
  /** Sign-in methods besides a password: `link`, `github`, and `oidc:{id}={name}`; `only` when there is no password. */
  readonly signInMethods: readonly string[];
  /** URL of the server for protected repositories; null without one. */
  readonly assetsUrl: string | null;
  /** Whether books are available as PDF. */
  readonly hasBookPdf: boolean;
  /** The origin that renders script embeds; null turns them into links. */
  readonly embedOrigin: string | null;
  /** URL of the code host whose code texts may show. */
  readonly codeHostUrl: string;
  /**
   * Declares the data that the page depends on, so that it is rendered again when that changes; `dueAt` is when a date on it is reached
   * (ISO 8601).
   */
  readonly dependsOn: (tags: readonly PageTag[], dueAt?: string | null) => void;
  /** Declares that signed-in users may see a different page at this URL, so that it is only cached for visitors. */
  readonly isForVisitors: () => void;
  /** The copy that is being rendered, without any reader; null for a page that is rendered for its reader, or for everyone. */
  readonly copy: PageCopy | null;
  /** Marks the slots of a page that is filled in for its readers, and occurs in no text; null for a page that is rendered for one reader. */
  readonly slotToken: string | null;
  /** True if a whole page is requested, false for the data of a navigation in the browser. */
  readonly isDocument: boolean;
  /**
   * Values that a loader passes to the rendering of the same document by name, without sending them to the browser: a long text that is
   * rendered as HTML needn't be sent a second time.
   */
  readonly handedOver: Map<string, unknown>;
  /** Receives the finished document as a string, bypassing the response body: as a stream it would be converted to text and bytes again. */
  readonly finish: (html: string) => void;
};

/**
 * The key under which the server passes a request's context to React Router.
 *
 * It is in this package and not in web, because Vite would inline it there twice, and the two keys would differ.
 */
export const requestContext = createContext<RequestContext>();
