import type { FastifyReply } from 'fastify';
import { GraphQLError } from 'postgraphile/graphql';
import type { MaskError } from './errors/mask-error.ts';

/** Response to a failed request outside of GraphQL's execution. */
export type Failure = { readonly status: number; readonly message: string; readonly extensions: Readonly<Record<string, unknown>> };

/** Converts an error that ended a request: a client's error keeps its status, one of ours is masked and logged. */
export function failureOf(error: unknown, maskError: MaskError): Failure {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { status, message: 'The body is too large.', extensions: {} };
  if (status >= 400 && status < 500) return { status, message: 'The request cannot be read.', extensions: {} };
  const { message, extensions } = maskError(
    new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) }),
  );
  // Errors that reject a request before its operation set their own status.
  const { statusCode, ...publicExtensions } = extensions;
  if (typeof statusCode === 'number') return { status: statusCode, message, extensions: publicExtensions };
  return { status: extensions['code'] === 'UNAVAILABLE' ? 503 : 500, message, extensions };
}

/** Sets the status of a failure, and when to try again. */
export function markFailure(reply: FastifyReply, { status, extensions }: Failure): FastifyReply {
  const { retryAfterSeconds } = extensions;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds);
  if (status === 503) reply.header('retry-after', '2');
  return reply.code(status).header('cache-control', 'no-store');
}
