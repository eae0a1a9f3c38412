import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../viewer.ts';

/** Maximum size of a visitor's GraphQL request, and maximum length of any user's operation (its text, without variables). */
export const maxGraphQLBodyBytes = 100_000;

/** Maximum size of a signed-in user's request: a text of 4 MB, whose quotation marks are escaped. */
export const maxTextBodyBytes = 9_000_000;

/** Error of a body that is larger than the user may send. */
class BodyTooLarge extends Error {
  readonly statusCode = 413;
}

/** Reads the raw body of a GraphQL request. Looks up the viewer only if it is longer than a visitor's may be. */
export function createBodyReader(
  viewerOf: (request: FastifyRequest) => Promise<Viewer>,
): (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer> {
  return async (request, payload) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    let limit = maxGraphQLBodyBytes;
    // The rest of a rejected body is left unread, so that the error can still be sent on the connection.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      if (byteCount > limit && limit === maxGraphQLBodyBytes) {
        request.viewer ??= await viewerOf(request);
        if (request.viewer.userId !== null) limit = maxTextBodyBytes;
      }
      if (byteCount > limit) throw new BodyTooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
}
