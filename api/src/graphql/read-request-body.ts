import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ViewerOf } from '../viewer.ts';

/** The largest body of a GraphQL request of a visitor, and the longest document (its text, without variables) of anybody. */
export const maxGraphQLBodyBytes = 100_000;

/** The largest body of somebody signed in: a text of 4 MB, whose quotation marks are escaped once more on the way. */
export const maxTextBodyBytes = 9_000_000;

/** A body that is larger than this person may send. */
class BodyTooLarge extends Error {
  readonly statusCode = 413;
}

/** Reads the body of a GraphQL request as it came. Who sends it is only asked when it is longer than anybody's may be. */
export function createBodyReader(viewerOf: ViewerOf): (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer> {
  return async (request, payload) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    let limit = maxGraphQLBodyBytes;
    // The rest of a refused body is left in the connection, so that the refusal can still be sent on it.
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      byteCount += chunk.length;
      if (byteCount > limit && limit === maxGraphQLBodyBytes) {
        request.viewer ??= await viewerOf(request.headers);
        if (request.viewer.userId !== null) limit = maxTextBodyBytes;
      }
      if (byteCount > limit) throw new BodyTooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  };
}
