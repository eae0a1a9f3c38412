import type { graphql as documentTypes } from '../../.documents/gql.ts';
import type { TypedDocumentString } from '../../.documents/graphql.ts';

/** A GraphQL operation with the types of its variables and result. */
export type TypedDocument<TData, TVariables> = TypedDocumentString<TData, TVariables>;

/**
 * Types an operation with the types that GraphQL Code Generator derived from it and the schema. The build replaces it with its hash in the
 * browser and, on the server, with its text including the fragments it uses, wherever those are defined.
 *
 * @example export const CoursesDocument = graphql(/* GraphQL *\/ `query courses($first: Int!) { … }`);
 */
export const graphql = ((text: string) => text) as unknown as typeof documentTypes;

/** Returns a value that is never null when the operation succeeded; throws if it is. */
export function expectValue<TValue>(value: TValue | null | undefined): TValue {
  if (value === null || value === undefined) throw new Error('expectValue: expected a value where there is no error, got none');
  return value;
}

/** An error from the API, or from validation before a request: a code from docs/error-codes.md and a message for users. */
export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** Converts an error of a response to an exception. */
export function refusalOf({ message, extensions }: { message: string; extensions?: Record<string, unknown> | undefined }): ApiError {
  return new ApiError(typeof extensions?.['code'] === 'string' ? extensions['code'] : 'UNKNOWN', message);
}

/** Returns the data of a response, or throws its first error. `data` is only null along with an error. */
export function dataOf<TData>(result: {
  data?: TData | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined;
}): TData {
  const error = result.errors?.[0];
  if (error) throw refusalOf(error);
  if (!result.data) throw new Error('dataOf: expected data or errors, got neither');
  return result.data;
}
