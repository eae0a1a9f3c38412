import { isSafeError, SafeError } from 'postgraphile/grafast';
import { GraphQLError, type GraphQLErrorOptions } from 'postgraphile/graphql';
import {
  type AnyParams,
  codeOf,
  type ErrorParams,
  type ErrorReason,
  errorMessages,
  fieldOf,
  isErrorReason,
  writeSentence,
} from '../rules/errors/error-messages.ts';
import type { ErrorCode } from '../rules/errors/codes.ts';

export { type ErrorCode, errorCodes } from '../rules/errors/codes.ts';

/** Error codes of SQL, by SQLSTATE. The message is the reason, and the detail has the parameters as JSON. */
export const codesBySqlState: Readonly<Record<string, ErrorCode>> = {
  NL400: 'BAD_INPUT',
  NL401: 'LOGIN_REQUIRED',
  NL403: 'FORBIDDEN',
  NL404: 'NOT_FOUND',
  NL409: 'CONFLICT',
  NL429: 'TOO_MANY',
};

/** Arguments after a reason: its parameters, which are optional if its sentence has none, and further `extensions`. */
type Rest<TReason extends ErrorReason> = keyof ErrorParams<TReason> extends never
  ? [params?: Readonly<Record<string, never>>, details?: AnyParams]
  : [params: ErrorParams<TReason>, details?: AnyParams];

/** The part of an error that the client may see. */
export type Refusal = { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> };

/** Returns the sentence of a reason, with its code, its parameters and the field that it's about. */
export function describeReason(reason: ErrorReason, params: AnyParams = {}, details: AnyParams = {}): Refusal {
  const sentence: string = errorMessages[reason][1];
  const message = writeSentence(sentence, params);
  const field = fieldOf(sentence, params);
  const hasParams = Object.keys(params).length > 0;
  return {
    message,
    extensions: { ...(field !== undefined && { field }), ...details, code: codeOf(reason), reason, ...(hasParams && { params }) },
  };
}

/** Creates an expected error: the client gets its sentence from the catalog, its code and its reason. */
export function codedError<TReason extends ErrorReason>(reason: TReason, ...[params, details]: Rest<TReason>): SafeError {
  return errorOfReason({ reason, params: params ?? {} }, details);
}

/** Creates an expected error from a reason and its parameters that come from elsewhere, such as another process. */
export function errorOfReason(
  { reason, params }: { readonly reason: ErrorReason; readonly params: AnyParams },
  details: AnyParams = {},
): SafeError {
  const { message, extensions } = describeReason(reason, params, details);
  return new SafeError(message, extensions);
}

/** Creates an expected error of an operation itself, as a GraphQL error. */
export function documentError<TReason extends ErrorReason>(
  reason: TReason,
  params: ErrorParams<TReason>,
  details: AnyParams = {},
  options: Omit<GraphQLErrorOptions, 'extensions'> = {},
): GraphQLError {
  const { message, extensions } = describeReason(reason, params, details);
  return new GraphQLError(message, { ...options, extensions });
}

/**
 * Returns the reason that SQL raised, with its parameters; null for another error, and for a reason that the catalog doesn't have, whose
 * text stays secret.
 */
export function raisedReason(error: Error): { readonly reason: ErrorReason; readonly params: AnyParams } | null {
  const { code, message, detail } = error as Error & { code?: unknown; detail?: string };
  if (typeof code !== 'string' || !Object.hasOwn(codesBySqlState, code)) return null;
  if (!isErrorReason(message) || codeOf(message) !== codesBySqlState[code]) return null;
  return { reason: message, params: detail === undefined ? {} : (JSON.parse(detail) as AnyParams) };
}

/** Returns what the client may see of an expected error, from SQL or TypeScript; null for any other. */
export function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const raised = raisedReason(error);
  if (raised) return describeReason(raised.reason, raised.params);
  return isSafeError(error) && 'code' in (error.extensions ?? {}) ? { message: error.message, extensions: { ...error.extensions } } : null;
}
