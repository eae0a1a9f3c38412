import { bodyOf, documentHeaders } from '../document-body.ts';
import { dataOf, type TypedDocument } from '../graphql-document.ts';
import { goneStatuses } from './worker-controller.ts';

type Options = {
  signal?: AbortSignal | undefined;
  /** The user who wrote what is sent: if another one is signed in by then, the site refuses it with LOGIN_REQUIRED. */
  author?: string;
};

/**
 * Runs an operation without reloading a page that is older than the release: in the worker, which has none, and for what waits in the browser.
 *
 * @throws ApiError with the API's code; TypeError when the site can't be reached
 */
export async function askSite<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { signal, author }: Options = {},
): Promise<TData> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { ...documentHeaders, ...(author !== undefined && { 'newline-author': author }) },
    body: bodyOf(document, variables),
    ...(signal && { signal }),
  });
  // A proxy answers in place of the site.
  if (goneStatuses.has(response.status) && !/json/u.test(response.headers.get('content-type') ?? ''))
    throw new TypeError(`askSite: expected the site’s response, got ${response.status}`);
  return dataOf<TData>((await response.json()) as Parameters<typeof dataOf<TData>>[0]);
}
