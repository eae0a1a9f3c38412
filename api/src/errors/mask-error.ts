import { randomBytes } from 'node:crypto';
import { isSafeError } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { diskFullMessage, isDiskFull, type DiskWatch } from '../disk-watch.ts';
import type { Log } from '../log.ts';
import { codesBySqlState, type ErrorCode } from './error-codes.ts';
import { NotBegunError } from '../database/reader-client.ts';

/** Turns an error into what the caller may see. */
export type MaskError = (error: GraphQLError) => GraphQLError;

/** What PostgreSQL says of a failure, as far as it is used here. */
type DatabaseError = Error & { code: string; table?: string; constraint?: string };

/** What the driver says without a code, also of a connection that was cut while nobody used it. */
const lostInWords = /timeout exceeded when trying to connect|Connection terminated|is not queryable/i;
const connectionLost = /^(?:08...|57P0[123]|53300|ECONN.*|EPIPE|ENOENT|ETIMEDOUT)$/;

/**
 * Creates the mask over errors: expected failures keep their code and message, everything else is written to the log
 * under a reference, and the caller gets the reference. No name of a table, no SQLSTATE and no stack passes. What a full disk caused is
 * noted in `disk`, which logs it.
 */
export function createMaskError(log: Log, disk: Pick<DiskWatch, 'note'> | null): MaskError {
  return (error) => {
    const cause = error.originalError;
    // Of GraphQL itself: syntax, validation, a variable of the wrong type, null where there may be none.
    if (!cause || cause instanceof GraphQLError) return rewrite(error, withoutSuggestion(error.message), error.extensions);
    if (isSafeError(cause) && !isTimeout(cause))
      return rewrite(error, cause.message, 'code' in (cause.extensions ?? {}) ? { ...cause.extensions } : { code: 'FAULT' });
    if (isDiskFull(cause)) {
      disk?.note(cause);
      return rewrite(error, diskFullMessage, { code: 'UNAVAILABLE' satisfies ErrorCode });
    }
    const known = describe(cause);
    const reference = randomBytes(5).toString('hex');
    if (known?.code === 'TIMEOUT') {
      log.warn({ err: cause, path: error.path, reference }, 'graphql: TIMEOUT');
      return rewrite(error, `${known.message} Reference ${reference}.`, { code: known.code, reference });
    }
    if (known) {
      if (known.code === 'UNAVAILABLE') log.warn({ err: cause, path: error.path }, 'graphql: UNAVAILABLE');
      return rewrite(error, known.message, {
        code: known.code,
        ...(known.field ? { field: known.field } : {}),
        ...(cause instanceof NotBegunError ? { isNotBegun: true } : {}),
      });
    }
    log.error({ err: cause, path: error.path, reference }, 'graphql: a field failed');
    return rewrite(error, `Something broke on our side. Reference ${reference}.`, { code: 'FAULT' satisfies ErrorCode, reference });
  };
}

/** GraphQL's own messages end in names that the caller did not know; a contract is read in the documentation instead. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .*$/s, '');
}

type Known = { code: ErrorCode; message: string; field?: string | undefined };

/** True for an operation that was given up while it was planned or run: Grafast marks these by a symbol of its own. */
function isTimeout(cause: Error): boolean {
  const { extensions } = cause as { extensions?: object };
  return Object.getOwnPropertySymbols(extensions ?? {}).some(({ description }) => description === 'timeout');
}

function describe(cause: Error): Known | null {
  if (cause instanceof NotBegunError) return describe(cause.cause);
  if (lostInWords.test(cause.message)) return unavailable;
  if (isTimeout(cause) || /timeout/i.test(cause.name)) return tooLong;
  if (!isDatabaseError(cause)) return null;
  const code = codesBySqlState[cause.code];
  if (code) return { code, message: cause.message, field: /^([a-z][A-Za-z]*): /.exec(cause.message)?.[1] };
  if (connectionLost.test(cause.code)) return unavailable;
  switch (cause.code) {
    case '57014':
      return tooLong;
    case '42501':
      return { code: 'FORBIDDEN', message: 'You may not do this.' };
    case '23505':
      return { code: 'CONFLICT', message: 'This is taken already.', field: fieldOf(cause) };
    case '23503':
      return { code: 'NOT_FOUND', message: 'What this refers to does not exist.', field: fieldOf(cause) };
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22009':
    case '22021':
    case '22P02':
    case '22P05':
    case '23502':
    case '23514':
      return { code: 'BAD_INPUT', message: 'A value is not of the form that is allowed here.', field: fieldOf(cause) };
    default:
      return null;
  }
}

const tooLong: Known = { code: 'TIMEOUT', message: 'This took too long and was stopped. Ask for less at once.' };
const unavailable: Known = { code: 'UNAVAILABLE', message: 'The database does not answer. Try again in a moment.' };

function isDatabaseError(cause: Error): cause is DatabaseError {
  return 'code' in cause && typeof cause.code === 'string';
}

/** The field a constraint is about, from its name: `users_website_url_check` is `websiteUrl`. */
function fieldOf({ table, constraint }: DatabaseError): string | undefined {
  if (!table || !constraint?.startsWith(`${table}_`)) return undefined;
  const column = constraint.slice(table.length + 1).replace(/_(?:check\d*|key|fkey)$/, '');
  return column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function rewrite(error: GraphQLError, message: string, extensions: Readonly<Record<string, unknown>>): GraphQLError {
  return new GraphQLError(message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions,
  });
}
