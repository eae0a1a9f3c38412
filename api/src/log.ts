import { pino, type DestinationStream, type Logger } from 'pino';

/** The log of all parts of the server: one JSON object a line. */
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
 * Cookies, passwords, tokens and URLs are redacted in all logged objects, and a request is logged only by its path: a query string may
 * contain an unfinished comment.
 * @param level the lowest level that is written, `info` by default
 * @param destination where lines are written, stdout by default
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
 * Returns the logged fields of an error: its type, message, stack and code. Nothing else, because errors of libraries contain whole
 * connections (with their secrets) and rows.
 */
function describeError(error: unknown): Record<string, unknown> {
  const { type, message, stack, code, cause } = errorFields(error);
  return { type, message, stack, code, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof Error)
    return {
      type: error.name,
      message: error.message,
      stack: error.stack,
      code: 'code' in error ? error.code : undefined,
      cause: error.cause,
    };
  // A thread's log lines arrive already converted.
  const isDescribed = typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string';
  return isDescribed ? { ...error } : { message: String(error) };
}

/** Returns the logged fields of a request: its method, its path without the query or the token of an invitation or a gift, and the client's IP address. */
function describeRequest(req: { method?: string; url?: string; ip?: string }): Record<string, string | undefined> {
  return {
    method: req.method,
    path: req.url?.split('?', 1)[0]?.replace(/^(\/(?:invitations|checkout\/gifts)\/).+/, '$1[hidden]'),
    ip: req.ip,
  };
}
