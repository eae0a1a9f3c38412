import type { FastifyReply, FastifyRequest } from 'fastify';
import { BucketError } from './errors/bucket-error.ts';
import { describeReason } from './errors/error-codes.ts';

/**
 * Responds to a request for a file that the bucket couldn't answer: 503, so that players, browsers and caches try again. Other errors are
 * handled as everywhere.
 *
 * @throws the error if it's another one
 */
export function sendStorageFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof BucketError)) throw error;
  request.log.warn({ err: error }, 'storage: the bucket failed');
  reply
    .code(503)
    .header('retry-after', '5')
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${describeReason('STORAGE_UNAVAILABLE').message}\n`);
}
