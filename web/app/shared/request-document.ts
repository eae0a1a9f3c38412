import { dataOf, type TypedDocument } from './graphql-document.ts';
import { type Answer, bodyOf, documentHeaders, getDocument, postDocument } from './post-document.ts';

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

type Options = { signal?: AbortSignal };

/**
 * Runs a document from the browser: by its hash in production, as text while developing. What the server was too busy to begin is
 * asked for once more, after a moment.
 *
 * @throws ApiError with the API's code; TypeError when the network is away
 */
export function requestDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
  { signal }: Options = {},
): Promise<TData> {
  return askTwice(() => postDocument(document, variables, signal && { signal }));
}

/**
 * Runs a document that is the same for everybody (`@public`) from the browser, over GET: the server keeps its answer, and so does whatever
 * stands between.
 *
 * @throws as `requestDocument`
 */
export function requestPublicDocument<TData, TVariables extends object>(
  document: TypedDocument<TData, TVariables>,
  variables: TVariables,
): Promise<TData> {
  return askTwice(() => getDocument(document, variables));
}

async function askTwice<TData>(ask: () => Promise<Answer<TData>>): Promise<TData> {
  const result = await ask();
  if (result.errors?.[0]?.extensions?.['isNotBegun'] !== true) return dataOf<TData>(result);
  await new Promise((resolve) => setTimeout(resolve, againMs()));
  return dataOf<TData>(await ask());
}
