import type { PageTag } from '@newline/api/page-tags';
import { requestContext } from '@newline/api/request-context';
import type { SignedInViewer } from '@newline/api/viewer';
import { data, type RouterContextProvider } from 'react-router';
import { ApiError, dataOf, type TypedDocument } from './graphql-document.ts';

/**
 * Runs an operation in process, as the reader of this page (a visitor if the page is cached).
 *
 * @throws ApiError with the API's code; a 503 response while the database is unavailable or overloaded, and a 404 response when a query is
 * refused as bad input
 */
export async function runDocument<TData, TVariables extends object>(
  context: Readonly<RouterContextProvider>,
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<TData> {
  const result = await context
    .get(requestContext)
    .execute({ document: String(document), variables: { ...variables } as Record<string, unknown> });
  try {
    return dataOf(result as Parameters<typeof dataOf<TData>>[0]);
  } catch (error) {
    // The database is unavailable or overloaded: not a fault of the page, and temporary.
    if (error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT')) throw data(null, { status: 503 });
    // The input of a query comes from the URL, such as a cursor: that page doesn't exist.
    if (error instanceof ApiError && error.code === 'BAD_INPUT' && !/^\s*mutation\b/.test(String(document)))
      throw data(null, { status: 404 });
    throw error;
  }
}

/** Declares what this page depends on, so that it's rendered again when that changes; `dueAt` is the next time that a date on it passes. */
export function dependsOn(context: Readonly<RouterContextProvider>, tags: readonly PageTag[], dueAt?: string | null): void {
  context.get(requestContext).dependsOn(tags, dueAt);
}

/** Returns the user who requests this page; a visitor on cached pages. */
export function viewerOf(context: Readonly<RouterContextProvider>): SignedInViewer {
  return context.get(requestContext).viewer;
}

/** True when a whole page is requested, with its head; false for data of client-side navigation. */
export function isDocument(context: Readonly<RouterContextProvider>): boolean {
  return context.get(requestContext).isDocument;
}

/** Declares that a signed-in user may get another page at this URL. */
export function isForVisitors(context: Readonly<RouterContextProvider>): void {
  context.get(requestContext).isForVisitors();
}
