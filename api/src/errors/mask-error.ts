import { randomBytes } from 'node:crypto';
import { isSafeError } from 'postgraphile/grafast';
import { GraphQLError } from 'postgraphile/graphql';
import { isDiskFull, type DiskWatch } from '../disk-watch.ts';
import type { Log } from '../log.ts';
import type { ErrorCode } from '../rules/errors/codes.ts';
import { type AnyParams, codeOf, type ErrorReason } from '../rules/errors/error-messages.ts';
import { BucketError } from './bucket-error.ts';
import { codesBySqlState, describeReason, raisedReason } from './error-codes.ts';
import { NotBegunError } from '../database/reader-client.ts';

/** Converts an error into what the client may see. */
export type MaskError = (error: GraphQLError) => GraphQLError;

/** The fields of a PostgreSQL error that are used here. */
type DatabaseError = Error & { code: string; table?: string; constraint?: string };

/** Messages of driver errors without a code, including those of an idle connection that was cut. */
const lostMessages = /timeout exceeded when trying to connect|Connection terminated|is not queryable/i;
const connectionLost = /^(?:08...|57P0[123]|53300|ECONN.*|EPIPE|ENOENT|ETIMEDOUT)$/;

/**
 * Creates the error mask. Expected errors keep their code and message; any other error is logged with a reference, and the client gets only
 * the reference. Names of tables, SQLSTATEs and stacks are never sent. Errors of a full disk are reported to `disk`, which logs them.
 */
export function createMaskError(log: Log, disk: Pick<DiskWatch, 'note'> | null): MaskError {
  return (error) => {
    const cause = error.originalError;
    // Errors of GraphQL itself: syntax, validation, a variable of the wrong type, null where it isn't allowed.
    if (!cause || cause instanceof GraphQLError) return rewrite(error, withoutSuggestion(error.message), error.extensions);
    const reference = randomBytes(5).toString('hex');
    // Without a code it comes from a library, for input that it rejects, such as an invalid cursor.
    if (isSafeError(cause) && !isTimeout(cause))
      return rewrite(error, cause.message, { code: 'BAD_INPUT' satisfies ErrorCode, ...cause.extensions });
    if (isDiskFull(cause)) {
      disk?.note(cause);
      return refuse(error, 'DISK_FULL');
    }
    const failure = describe(cause);
    if (failure === null) {
      log.error({ err: cause, path: error.path, reference }, 'graphql: a field failed');
      return refuse(error, 'INTERNAL_ERROR', { reference }, { reference });
    }
    const { reason, params, field } = failure;
    if (reason === 'REQUEST_TIMEOUT') {
      log.warn({ err: cause, path: error.path, reference }, 'graphql: TIMEOUT');
      return refuse(error, reason, { reference }, { reference });
    }
    if (codeOf(reason) === 'UNAVAILABLE') log.warn({ err: cause, path: error.path }, 'graphql: UNAVAILABLE');
    return refuse(error, reason, params, {
      ...(field !== undefined && { field }),
      ...(cause instanceof NotBegunError && { isNotBegun: true }),
    });
  };
}

/** Removes the suggestion at the end of GraphQL's messages, which may reveal names that the client doesn't know. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .*$/s, '');
}

type KnownFailure = { readonly reason: ErrorReason; readonly params?: AnyParams; readonly field?: string | undefined };

/** Whether an operation timed out during planning or execution: Grafast marks the error with its own symbol. */
function isTimeout(cause: Error): boolean {
  const { extensions } = cause as { extensions?: object };
  return Object.getOwnPropertySymbols(extensions ?? {}).some(({ description }) => description === 'timeout');
}

function describe(cause: Error): KnownFailure | null {
  if (cause instanceof NotBegunError) return describe(cause.cause);
  if (cause instanceof BucketError) return { reason: 'STORAGE_UNAVAILABLE' };
  if (lostMessages.test(cause.message)) return { reason: 'DATABASE_UNAVAILABLE' };
  if (isTimeout(cause) || /timeout/i.test(cause.name)) return { reason: 'REQUEST_TIMEOUT' };
  if (!isDatabaseError(cause)) return null;
  if (Object.hasOwn(codesBySqlState, cause.code)) return raisedReason(cause);
  if (connectionLost.test(cause.code)) return { reason: 'DATABASE_UNAVAILABLE' };
  switch (cause.code) {
    case '57014':
      return { reason: 'REQUEST_TIMEOUT' };
    case '42501':
      return { reason: 'PERMISSION_DENIED' };
    case '23505':
      return { reason: 'VALUE_TAKEN', field: fieldOfConstraint(cause) };
    case '23503':
      return { reason: 'REFERENCE_NOT_FOUND', field: fieldOfConstraint(cause) };
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
      return { reason: 'VALUE_INVALID', field: fieldOfConstraint(cause) };
    default:
      return null;
  }
}

function isDatabaseError(cause: Error): cause is DatabaseError {
  return 'code' in cause && typeof cause.code === 'string';
}

/** Returns the field that a constraint is about, from its name: `users_website_url_check` is `websiteUrl`. */
function fieldOfConstraint({ table, constraint }: DatabaseError): string | undefined {
  if (!table || !constraint?.startsWith(`${table}_`)) return undefined;
  const column = constraint.slice(table.length + 1).replace(/_(?:check\d*|key|fkey)$/, '');
  return column.replace(/_([a-z])/g, (_match, initial: string) => initial.toUpperCase());
}

function refuse(error: GraphQLError, reason: ErrorReason, params?: AnyParams, details?: AnyParams): GraphQLError {
  const { message, extensions } = describeReason(reason, params, details);
  return rewrite(error, message, extensions);
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
