import { pino, type DestinationStream, type Logger } from 'pino';

/** The log every part writes to: one JSON object a line. */
export type Log = Logger;

const secretPaths = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'cookie',
  'authorization',
  'secret',
  'commentText',
  'html',
  'text',
  'url',
];

/**
 * Creates the log.
 *
 * Cookies, passwords, tokens and link addresses are replaced wherever a logged object names them, and a request is
 * logged by its path alone: a query string may hold a comment somebody is still writing.
 *
 * @param level the least important level written, `info` unless given
 * @param destination where lines go, stdout unless given
 */
export function createLog(level = 'info', destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths.flatMap((path) => [path, `*.${path}`, `*.*.${path}`, `*.*["set-${path}"]`]), censor: '[hidden]' },
      serializers: {
        req: describeRequest,
        res: (res: { statusCode: number }) => ({ status: res.statusCode }),
        err: describeError,
      },
    },
    ...(destination ? [destination] : []),
  );
}

/**
 * What of an error is written down: its kind, message, stack and code. Nothing else, because the errors of libraries carry
 * whole connections (with their secrets) and rows.
 */
function describeError(error: unknown): Record<string, unknown> {
  const { type, message, stack, code, cause } = factsOf(error);
  return { type, message, stack, code, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

function factsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof Error)
    return {
      type: error.name,
      message: error.message,
      stack: error.stack,
      code: 'code' in error ? error.code : undefined,
      cause: error.cause,
    };
  // What a thread logged comes from there described already.
  const isDescribed = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  return isDescribed ? { ...error } : { message: String(error) };
}

/** What of a request is written down: its method, its path without the query or an invitation's token, and the caller's network. */
function describeRequest(req: { method?: string; url?: string; ip?: string }): Record<string, string | undefined> {
  return { method: req.method, path: req.url?.split('?', 1)[0]?.replace(/^(\/invitations\/).+/, '$1[hidden]'), ip: req.ip };
}
