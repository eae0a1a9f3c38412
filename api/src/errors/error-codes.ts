import { SafeError } from 'postgraphile/grafast';

/** Every code an answer may carry in `extensions.code`; docs/error-codes.md says what each means and what to do. */
export const errorCodes = [
  'LOGIN_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_INPUT',
  'CONFLICT',
  'TOO_MANY',
  'LIMIT_EXCEEDED',
  'UNKNOWN_DOCUMENT',
  'INTROSPECTION_OFF',
  'UNAVAILABLE',
  'TIMEOUT',
  'FAULT',
] as const;

/** One of the codes. */
export type ErrorCode = (typeof errorCodes)[number];

/** The codes that SQL raises, by SQLSTATE. The message that comes with one is written for people and is passed on. */
export const codesBySqlState: Readonly<Record<string, ErrorCode>> = {
  NL400: 'BAD_INPUT',
  NL401: 'LOGIN_REQUIRED',
  NL403: 'FORBIDDEN',
  NL404: 'NOT_FOUND',
  NL409: 'CONFLICT',
  NL429: 'TOO_MANY',
};

/** An expected failure: its message and its code reach the caller. */
export function codedError(code: ErrorCode, message: string, details: Record<string, unknown> = {}): SafeError {
  return new SafeError(message, { ...details, code });
}
