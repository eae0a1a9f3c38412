import type { IncomingHttpHeaders } from 'node:http';
import type { RememberedSession } from '../viewer.ts';
import type { PublicDocuments } from './public-documents/public-documents.ts';
import type { DocumentRunner } from './run-document.ts';
import { isObject } from '@newline/document/is-object';

/** The response body and its content type. */
type PersistedAnswer = { readonly contentType: string; readonly body: Buffer };

/** Answers a request for a persisted query from our pages. Returns null for any other request, and for those that grafserv must handle. */
export type PersistedRequests = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly session: RememberedSession | null;
  readonly readCached?: ReadCached | undefined;
}) => Promise<PersistedAnswer | null>;

/** Returns the result of a public query from the cache, by its key; null if it can't be cached. */
export type ReadCached = (key: string) => Promise<Buffer | null>;

/** Maximum size of a body with a persisted query. */
const maxBytes = 16_384;

/** Content types of responses, by the Accept header of our pages. */
const contentTypes: Readonly<Record<string, string>> = {
  'application/graphql-response+json': 'application/graphql-response+json;charset=utf-8',
  'application/json': 'application/json;charset=utf-8',
};

/**
 * Creates the fast path of persisted queries: requested by hash with POST, and answered from the cache if the result is the same for
 * everyone, or else by the one statement that they are compiled to. Any other request takes the normal path, which also reports what is
 * wrong with it.
 */
export function createPersistedRequests(
  persistedTexts: ReadonlyMap<string, string>,
  answerPersisted: DocumentRunner['answerPersisted'],
  { keyOfHash }: Pick<PublicDocuments, 'keyOfHash'>,
): PersistedRequests {
  return async ({ headers, body, session, readCached }) => {
    const contentType = contentTypes[headers.accept ?? ''];
    if (contentType === undefined || headers['content-type'] !== 'application/json') return null;
    const request = Buffer.isBuffer(body) && body.length <= maxBytes ? readRequest(body) : null;
    const text = request && persistedTexts.get(request.hash);
    if (!text) return null;
    const key = readCached ? keyOfHash(request.hash, request.variables) : null;
    const cached = key !== null && readCached ? await readCached(key) : null;
    if (cached) return { contentType, body: cached };
    const answer = await answerPersisted({ text, variables: request.variables, session });
    return answer === null ? null : { contentType, body: Buffer.from(answer) };
  };
}

function readRequest(body: Buffer): { hash: string; variables: Record<string, unknown> } | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    return null;
  }
  if (!isObject(parsed)) return null;
  const { documentId, variables = {}, ...unexpected } = parsed;
  if (typeof documentId !== 'string' || !documentId.startsWith('sha256:') || !isObject(variables) || Object.keys(unexpected).length > 0)
    return null;
  return { hash: documentId.slice('sha256:'.length), variables };
}
