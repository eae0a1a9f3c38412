import type { TypedDocument } from './graphql-document.ts';

/** The headers of requests to the API. */
export const documentHeaders = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };

/** Returns the body of a request: an operation's hash in production, or its text during development. */
export function bodyOf<TData, TVariables>(document: TypedDocument<TData, TVariables>, variables: TVariables): string {
  const text = String(document);
  return JSON.stringify(text.startsWith('sha256:') ? { documentId: text, variables } : { query: text, variables });
}
