import type { FastifyReply } from 'fastify';
import { GraphQLError } from 'postgraphile/graphql';
import type { MaskError } from './errors/mask-error.ts';

/** What a failed request outside of GraphQL's own execution is answered with. */
export type Failure = { readonly status: number; readonly message: string; readonly extensions: Readonly<Record<string, unknown>> };

/** Reads an error that ended a request: one of the caller's keeps its status, one of ours is masked and logged. */
export function failureOf(error: unknown, maskError: MaskError): Failure {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 413) return { status, message: 'The body is too large.', extensions: {} };
  if (status >= 400 && status < 500) return { status, message: 'The request cannot be read.', extensions: {} };
  const { message, extensions } = maskError(
    new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) }),
  );
  // What refuses a request before its operation names its status itself.
  const { statusCode, ...told } = extensions;
  if (typeof statusCode === 'number') return { status: statusCode, message, extensions: told };
  return { status: extensions['code'] === 'UNAVAILABLE' ? 503 : 500, message, extensions };
}

/** Sets a failure's status, and when to try again. */
export function markFailure(reply: FastifyReply, { status, extensions }: Failure): FastifyReply {
  const { retryAfterSeconds } = extensions;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', retryAfterSeconds);
  if (status === 503) reply.header('retry-after', '2');
  return reply.code(status).header('cache-control', 'no-store');
}
