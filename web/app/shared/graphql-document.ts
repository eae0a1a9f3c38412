declare const types: unique symbol;

/** The text of a GraphQL document that knows what it takes and what it gives. */
export type TypedDocument<TData, TVariables> = string & { readonly [types]?: (variables: TVariables) => TData };

/**
 * Gives a document its types. The text is marked for the build, which gives it a hash and the server the text:
 *
 * @example export const CoursesDocument = typed<CoursesData, { first: number }>(/* GraphQL *\/ `query courses($first: Int!) { … }`);
 */
export function typed<TData, TVariables = Record<string, never>>(text: string): TypedDocument<TData, TVariables> {
  return text;
}

/** What went wrong in an operation, as the API says it: its code from docs/error-codes.md, and a sentence. */
export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

/** The result of an operation, or its first error thrown. `data` is null only beside an error. */
export function dataOf<TData>(result: {
  data?: TData | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined;
}): TData {
  const error = result.errors?.[0];
  if (error) throw new ApiError(typeof error.extensions?.code === 'string' ? error.extensions.code : 'UNKNOWN', error.message);
  if (!result.data) throw new Error('dataOf: expected data or errors, got neither');
  return result.data;
}
