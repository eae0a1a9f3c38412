import { dataOf, type TypedDocument } from './graphql-document.ts';
import { bodyOf, documentHeaders, postDocument } from './post-document.ts';

/**
 * Sends a document that nobody waits for the answer of, also while the page goes away: by a beacon, or by a request that outlives the page
 * where the browser takes no more beacons.
 */
export function sendDocument<TData, TVariables extends object>(document: TypedDocument<TData, TVariables>, variables: TVariables): void {
  const body = bodyOf(document, variables);
  if (navigator.sendBeacon('/graphql', new Blob([body], { type: 'application/json' }))) return;
  void fetch('/graphql', { method: 'POST', headers: documentHeaders, body, keepalive: true }).catch(() => undefined);
}

/** How long a moment is before what was not begun is asked for once more: short enough to wait for, and not the same for everybody. */
const againMs = () => 400 + Math.random() * 800;

/**
 * Runs a document from the browser: by its hash in production, as text while developing. What the server was too busy to begin is
 * asked for once more, after a moment.
 *
 * @throws ApiError with the API's code; TypeError when the network is away
 */
export async function requestDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { signal }: { signal?: AbortSignal } = {},
): Promise<TData> {
  const ask = () => postDocument(document, variables, signal && { signal });
  const result = await ask();
  if (result.errors?.[0]?.extensions?.['isNotBegun'] !== true) return dataOf<TData>(result);
  await new Promise((resolve) => setTimeout(resolve, againMs()));
  return dataOf<TData>(await ask());
}
