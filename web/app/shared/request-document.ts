import { dataOf, type TypedDocument } from './graphql-document.ts';

/**
 * Sends a document that nobody waits for the answer of, also while the page goes away: by a beacon, or by a request that outlives the page
 * where the browser takes no more beacons.
 */
export function sendDocument<TData, TVariables extends object>(document: TypedDocument<TData, TVariables>, variables: TVariables): void {
  const body = bodyOf(document, variables);
  if (navigator.sendBeacon('/graphql', new Blob([body], { type: 'application/json' }))) return;
  void fetch('/graphql', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
}

const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };

function bodyOf(document: string, variables: object): string {
  return JSON.stringify(document.startsWith('sha256:') ? { documentId: document, variables } : { query: document, variables });
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
  const ask = async () => {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body: bodyOf(document, variables),
      ...(signal && { signal }),
    });
    return (await response.json()) as Parameters<typeof dataOf<TData>>[0];
  };
  const result = await ask();
  if (result.errors?.[0]?.extensions?.isNotBegun !== true) return dataOf<TData>(result);
  await new Promise((resolve) => setTimeout(resolve, againMs()));
  return dataOf<TData>(await ask());
}
