import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { openFreshPage } from './open-fresh-page.ts';
import type { TypedDocument } from './graphql-document.ts';

/** What the API answers, as it comes: data, or errors whose extensions carry a code. */
export type Answer<TData> = {
  data?: TData | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
};

/** How requests to the API say what they carry and what they want. */
export const documentHeaders = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };

/** The body of a request: a document by its hash, as the build left it here, or its text while developing. */
export function bodyOf<TData, TVariables>(document: TypedDocument<TData, TVariables>, variables: TVariables): string {
  const text = String(document);
  return JSON.stringify(text.startsWith('sha256:') ? { documentId: text, variables } : { query: text, variables });
}

/**
 * Posts a document to the API and gives the answer as it comes. A hash that the server does not know is of a page from before a release:
 * that page is loaded anew, once.
 *
 * @throws TypeError when the network is away
 */
export async function postDocument<TData, TVariables>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  options: { signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Answer<TData>> {
  const response = await fetch('/graphql', { method: 'POST', headers: documentHeaders, body: bodyOf(document, variables), ...options });
  return renewed(document, (await response.json()) as Answer<TData>);
}

/**
 * Asks for a document that is the same for everybody by its address, as `postDocument` does for any. While developing, when documents have
 * no address, it is that.
 */
export async function getDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<Answer<TData>> {
  const [, hash] = /^sha256:(.*)/.exec(String(document)) ?? [];
  if (hash === undefined) return postDocument(document, variables);
  const response = await fetch(publicQueryUrl(hash, variables), { headers: { accept: 'application/json' } });
  return renewed(document, (await response.json()) as Answer<TData>);
}

/** The answer; or, where the server does not know the document, none, since the page is loaded anew. A second time it is an answer like others. */
export function renewed<TAnswer extends Answer<unknown>>(
  document: TypedDocument<unknown, never>,
  answer: TAnswer,
): TAnswer | Promise<never> {
  if (answer.errors?.[0]?.extensions?.['code'] !== 'UNKNOWN_DOCUMENT') return answer;
  if (!openFreshPage(String(document))) return answer;
  return new Promise(() => undefined);
}
