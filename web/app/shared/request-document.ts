import { bodyOf, documentHeaders } from './document-body.ts';
import { dataOf, type TypedDocument } from './graphql-document.ts';
import { type Answer, getDocument, postDocument } from './post-document.ts';

/**
 * Sends an operation whose response isn't needed, even while the page is being closed: by a beacon, or by a keepalive request if the
 * browser accepts no more beacons.
 */
export function sendDocument<TData, TVariables extends object>(document: TypedDocument<TData, TVariables>, variables: TVariables): void {
  const body = bodyOf(document, variables);
  if (navigator.sendBeacon('/graphql', new Blob([body], { type: 'application/json' }))) return;
  void fetch('/graphql', { method: 'POST', headers: documentHeaders, body, keepalive: true }).catch(() => undefined);
}

/** The delay before a request that the server didn't start is sent again: short, and randomized between browsers. */
const retryDelayMs = () => 400 + Math.random() * 800;

type Options = { signal?: AbortSignal };

/**
 * Runs an operation from the browser: by its hash in production, as text during development. If the server was too busy to start it, it's
 * sent once more after a moment.
 *
 * @throws ApiError with the API's code; TypeError when the network is unavailable
 */
export function requestDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { signal }: Options = {},
): Promise<TData> {
  return requestWithRetry(() => postDocument(document, variables, signal && { signal }));
}

/**
 * Runs an operation whose result is the same for everyone (`@public`) from the browser, as a GET request: the server and proxies cache the
 * response.
 *
 * @throws like `requestDocument`
 */
export function requestPublicDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<TData> {
  return requestWithRetry(() => getDocument(document, variables));
}

async function requestWithRetry<TData>(ask: () => Promise<Answer<TData>>): Promise<TData> {
  const result = await ask();
  if (result.errors?.[0]?.extensions?.['isNotBegun'] !== true) return dataOf<TData>(result);
  await new Promise((resolve) => setTimeout(resolve, retryDelayMs()));
  return dataOf<TData>(await ask());
}
