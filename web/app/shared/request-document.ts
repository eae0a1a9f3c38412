import { dataOf, type TypedDocument } from './graphql-document.ts';

/**
 * Runs a document from the browser: by its hash in production, as text while developing.
 *
 * @throws ApiError with the API's code; TypeError when the network is away
 */
export async function requestDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { signal }: { signal?: AbortSignal } = {},
): Promise<TData> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify(document.startsWith('sha256:') ? { documentId: document, variables } : { query: document, variables }),
    ...(signal && { signal }),
  });
  return dataOf<TData>((await response.json()) as Parameters<typeof dataOf<TData>>[0]);
}
