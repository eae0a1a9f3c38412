import type { graphql as documentTypes } from '../../.documents/gql.ts';
import type { TypedDocumentString } from '../../.documents/graphql.ts';

/** A GraphQL document that knows what it takes and what it gives. */
export type TypedDocument<TData, TVariables> = TypedDocumentString<TData, TVariables>;

/**
 * Gives a document the types that GraphQL Code Generator made of it and the schema. The build puts the document's hash in its place in the
 * browser and, on the server, its text with the fragments it names, wherever these stand.
 *
 * @example export const CoursesDocument = graphql(/* GraphQL *\/ `query courses($first: Int!) { … }`);
 */
export const graphql = ((text: string) => text) as unknown as typeof documentTypes;

/** What an operation that was not refused always gives. */
export function given<TValue>(value: TValue | null | undefined): TValue {
  if (value === null || value === undefined) throw new Error('given: expected a value where there is no error, got none');
  return value;
}

/** A refusal by the API, or by the page before it asks: a code from docs/error-codes.md, and a sentence for people. */
export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** An error of an answer as one to throw. */
export function refusalOf({ message, extensions }: { message: string; extensions?: Record<string, unknown> | undefined }): ApiError {
  return new ApiError(typeof extensions?.['code'] === 'string' ? extensions['code'] : 'UNKNOWN', message);
}

/** The result of an operation, or its first error thrown. `data` is null only beside an error. */
export function dataOf<TData>(result: {
  data?: TData | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined;
}): TData {
  const error = result.errors?.[0];
  if (error) throw refusalOf(error);
  if (!result.data) throw new Error('dataOf: expected data or errors, got neither');
  return result.data;
}
