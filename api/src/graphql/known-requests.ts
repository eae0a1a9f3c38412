import type { IncomingHttpHeaders } from 'node:http';
import type { RememberedSession } from '../viewer.ts';
import type { DocumentRunner } from './run-document.ts';
import { isObject } from '@newline/document/is-object';

/** What is sent for a request: the body, and what kind of JSON it is. */
type KnownAnswer = { readonly contentType: string; readonly body: Buffer };

/** Answers a request for one of our own queries, as our pages send it; null for any other, and where the whole way knows best. */
export type KnownRequests = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly session: RememberedSession | null;
}) => Promise<KnownAnswer | null>;

/** A body of a query of ours is never longer. */
const maxBytes = 16_384;

/** What our pages may accept, and what they get for it. */
const contentTypes: Readonly<Record<string, string>> = {
  'application/graphql-response+json': 'application/graphql-response+json;charset=utf-8',
  'application/json': 'application/json;charset=utf-8',
};

/**
 * Creates the short way of our own queries: by their hash, by POST, answered by the one statement that they are compiled to. Whatever is
 * another request in the least goes the whole way, which also says what is wrong with it.
 */
export function createKnownRequests(known: ReadonlyMap<string, string>, answerKnown: DocumentRunner['answerKnown']): KnownRequests {
  return async ({ headers, body, session }) => {
    const contentType = contentTypes[headers.accept ?? ''];
    if (contentType === undefined || headers['content-type'] !== 'application/json') return null;
    const asked = Buffer.isBuffer(body) && body.length <= maxBytes ? read(body) : null;
    const text = asked && known.get(asked.hash);
    if (!text) return null;
    const answer = await answerKnown({ text, variables: asked.variables, session });
    return answer === null ? null : { contentType, body: Buffer.from(answer) };
  };
}

function read(body: Buffer): { hash: string; variables: Record<string, unknown> } | null {
  let sent: unknown;
  try {
    sent = JSON.parse(body.toString());
  } catch {
    return null;
  }
  if (!isObject(sent)) return null;
  const { documentId, variables = {}, ...others } = sent;
  if (typeof documentId !== 'string' || !documentId.startsWith('sha256:') || !isObject(variables) || Object.keys(others).length > 0)
    return null;
  return { hash: documentId.slice('sha256:'.length), variables };
}
