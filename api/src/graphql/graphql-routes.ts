import type { FastifyInstance } from 'fastify';
import { grafserv } from 'postgraphile/grafserv/fastify/v5';
import type { GraphQLSchema } from 'postgraphile/graphql';
import type { ViewerOf } from '../features/accounts/viewer-of.ts';
import type { Viewer } from '../viewer.ts';

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
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'private, no-store').header('vary', 'Cookie, Accept').header('x-content-type-options', 'nosniff');
      return payload;
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
