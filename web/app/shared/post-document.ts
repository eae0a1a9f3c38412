import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { bodyOf, documentHeaders } from './document-body.ts';
import { openFreshPage } from './open-fresh-page.ts';
import type { TypedDocument } from './graphql-document.ts';

/** The API's response: data, or errors whose extensions contain a code. */
export type Answer<TData> = {
  data?: TData | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
};

/**
 * Posts an operation to the API and resolves to the response. If the server doesn't know the hash, the page is older than the current
 * release and is reloaded, once.
 *
 * @throws TypeError when the network is unavailable
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
 * Like `postDocument`, but sends an operation whose result is the same for everyone as a GET request, by its URL. During development, when
 * operations have no URL, it posts.
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

/**
 * Returns the response; if the server doesn't know the operation, reloads the page instead. The second time, the error is returned like
 * others.
 */
export function renewed<TAnswer extends Answer<unknown>>(
  document: TypedDocument<unknown, never>,
  answer: TAnswer,
): TAnswer | Promise<never> {
  if (answer.errors?.[0]?.extensions?.['code'] !== 'UNKNOWN_DOCUMENT') return answer;
  if (!openFreshPage(String(document))) return answer;
  return new Promise(() => undefined);
}
