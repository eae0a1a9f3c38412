import type { PageTag } from '@newline/api/page-tags';
import { requestContext } from '@newline/api/request-context';
import type { SignedInViewer } from '@newline/api/viewer';
import { data, type RouterContextProvider } from 'react-router';
import { ApiError, dataOf, type TypedDocument } from './graphql-document.ts';

/**
 * Runs a document in process, as the reader of this page (a visitor, where the page is kept for everybody).
 *
 * @throws ApiError with the API's code; an answer of 503 while the database is away or too busy, and of 404 when a query is refused as bad input
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
    // The database is away, or has too much to do: not the page's mistake, and soon over.
    if (error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT')) throw data(null, { status: 503 });
    // What a query reads comes from the URL, such as a cursor: there is no such page.
    if (error instanceof ApiError && error.code === 'BAD_INPUT' && !/^\s*mutation\b/.test(String(document)))
      throw data(null, { status: 404 });
    throw error;
  }
}

/** Names what this page was made of, so that it is made again when that changes; `dueAt` is the next instant a date on it falls due. */
export function dependsOn(context: Readonly<RouterContextProvider>, tags: readonly PageTag[], dueAt?: string | null): void {
  context.get(requestContext).dependsOn(tags, dueAt);
}

/** Who asks for this page; a visitor on pages that are kept for everybody. */
export function viewerOf(context: Readonly<RouterContextProvider>): SignedInViewer {
  return context.get(requestContext).viewer;
}

/** True when a whole page is asked for, with its head; false for the data of a navigation within the browser. */
export function isDocument(context: Readonly<RouterContextProvider>): boolean {
  return context.get(requestContext).isDocument;
}

/** Says that somebody signed in may see another page at this address. */
export function isForVisitors(context: Readonly<RouterContextProvider>): void {
  context.get(requestContext).isForVisitors();
}
