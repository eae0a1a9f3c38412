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

/** A part of the catalog: for each reason its code and its sentence, in which `{name}` stands for a parameter. */
export type ErrorMessages = Readonly<Record<string, readonly [code: ErrorCode, sentence: string]>>;
