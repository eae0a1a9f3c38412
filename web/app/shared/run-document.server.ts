import { requestContext } from '@newline/api/request-context';
import type { SignedInViewer } from '@newline/api/viewer';
import type { RouterContextProvider } from 'react-router';
import { dataOf, type TypedDocument } from './graphql-document.ts';

/**
 * Runs a document in process, as the reader of this page (a visitor, where the page is kept for everybody).
 *
 * @throws ApiError with the API's code
 */
export async function runDocument<TData, TVariables extends object>(
  context: Readonly<RouterContextProvider>,
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<TData> {
  return dataOf(
    (await context.get(requestContext).execute({ document, variables: { ...variables } as Record<string, unknown> })) as Parameters<
      typeof dataOf<TData>
    >[0],
  );
}

/** Names what this page was made of, so that it is made again when that changes; `dueAt` is the next instant a date on it falls due. */
export function dependsOn(context: Readonly<RouterContextProvider>, tags: readonly string[], dueAt?: string | null): void {
  context.get(requestContext).dependsOn(tags, dueAt);
}

/** Who asks for this page; a visitor on pages that are kept for everybody. */
export function viewerOf(context: Readonly<RouterContextProvider>): SignedInViewer {
  return context.get(requestContext).viewer;
}
