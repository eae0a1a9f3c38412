/** All codes of `extensions.code`; docs/error-codes.md explains what each means and what to do. */
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

export type ErrorCode = (typeof errorCodes)[number];

/** A part of the catalog: code and sentence of each reason. `{name}` in a sentence is a parameter. */
export type ErrorMessages = Readonly<Record<string, readonly [code: ErrorCode, sentence: string]>>;
