import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicQueryUrl } from '@newline/api/rules/public-query-url';
import { projectRoot } from './project-root.ts';

type Documents = typeof import('../../web/.documents/graphql.ts');

/** The name of an operation of our pages, so that measuring a removed operation doesn't compile. */
export type OperationName = {
  [Name in keyof Documents]: Name extends `${infer Operation}Document` ? Uncapitalize<Operation> : never;
}[keyof Documents];

/** Returns the queries of our pages by their hash, as the build provides them to the server. */
export function persistedQueries(): Record<string, string> {
  return JSON.parse(readFileSync(join(projectRoot, 'web/build/known-documents.json'), 'utf8')) as Record<string, string>;
}

/** Returns the text of one of our pages' queries, by the name of its operation. */
export function persistedQuery(operationName: OperationName): string {
  const text = Object.values(persistedQueries()).find((candidate) =>
    new RegExp(`(?:^|\\}\\s*)\\s*(?:query|mutation)\\s+${operationName}\\b`).test(candidate),
  );
  if (text === undefined) throw new Error(`persistedQuery: expected an operation ${operationName} in the build, got none`);
  return text;
}

/** Returns the body of a request for a query by its hash, as our own pages send it. */
export function persistedQueryBody(operationName: OperationName, variables: Record<string, unknown>): string {
  return JSON.stringify({ documentId: `sha256:${hashOf(operationName)}`, variables });
}

/** Returns the URL of a query with the same result for everyone, as our own pages request it. */
export function publicUrlOfQuery(operationName: OperationName, variables: Record<string, unknown>): string {
  return publicQueryUrl(hashOf(operationName), variables);
}

function hashOf(operationName: OperationName): string {
  return createHash('sha256').update(persistedQuery(operationName)).digest('hex');
}
