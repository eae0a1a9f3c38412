import type { FastifyInstance } from 'fastify';
import { grafserv } from 'postgraphile/grafserv/fastify/v5';
import type { GraphQLSchema } from 'postgraphile/graphql';
import type { ViewerOf } from '../features/accounts/viewer-of.ts';
import { failureOf, markFailure } from '../send-failure.ts';
import type { Viewer } from '../viewer.ts';
import type { MaskError } from './mask-error.ts';

/** The explorer brings its own editor, which makes functions from text. It is not there in production. */
const explorerPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'";

/** The largest body of a GraphQL request. */
export const maxGraphQLBodyBytes = 100_000;

/**
 * Adds `/graphql`: POST, and GET for queries, as the GraphQL-over-HTTP specification has them. Uploads and lists of
 * operations are refused by their form.
 */
export async function addGraphQLRoutes(
  app: FastifyInstance,
  options: {
    readonly schema: GraphQLSchema;
    readonly preset: GraphileConfig.Preset;
    readonly viewerOf: ViewerOf;
    readonly maskError: MaskError;
  },
): Promise<void> {
  const server = grafserv({ schema: options.schema, preset: options.preset });
  await server.ready();
  await app.register(async (scope) => {
    // grafserv reads the body by itself and answers in GraphQL's own form when it is not JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxGraphQLBodyBytes }, (_request, body, done) => done(null, body));
    scope.addHook('preHandler', async (request) => {
      // A client that states no wish is an old one: it gets JSON, and 200 with errors, as it expects.
      if (request.headers.accept === undefined || request.headers.accept === '*/*') request.headers.accept = 'application/json';
      request.viewer = await options.viewerOf(request.headers);
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      reply.header('cache-control', 'private, no-store').header('vary', 'Cookie, Accept').header('x-content-type-options', 'nosniff');
      if (request.url.startsWith('/dev/explorer')) reply.header('content-security-policy', explorerPolicy);
      // Without its database the API has no answer, and says so to proxies too.
      if (Buffer.isBuffer(payload) && payload.length < 2_000 && payload.includes('"code":"UNAVAILABLE"'))
        reply.code(503).header('retry-after', '2');
      return payload;
    });
    scope.setErrorHandler((error, _request, reply) => {
      const failure = failureOf(error, options.maskError);
      return markFailure(reply, failure).send({ errors: [{ message: failure.message, extensions: failure.extensions }] });
    });
    await server.addTo(scope);
  });
  app.addHook('onClose', () => server.release());
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer?: Viewer;
  }
}
