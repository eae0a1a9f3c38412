import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { grafserv } from 'postgraphile/grafserv/fastify/v5';
import type { GraphQLSchema } from 'postgraphile/graphql';
import { failureOf, markFailure } from '../send-failure.ts';
import type { Viewer, Viewers } from '../viewer.ts';
import type { KnownRequests } from './known-requests.ts';
import type { MaskError } from '../errors/mask-error.ts';
import { createBodyReader, maxGraphQLBodyBytes } from './read-request-body.ts';
import { NotBegunError } from '../database/reader-client.ts';

/** Reads a multipart request whole, before its operation runs, and gives the operation, with its file where that belongs. */
export type ReceiveUpload = (
  request: IncomingMessage,
  limits: { readonly viewer: Viewer; readonly maxFieldBytes: number },
) => Promise<{ readonly body: unknown; release(): Promise<void> }>;

/** The explorer brings its own editor, which makes functions from text. It is not there in production. */
const explorerPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'";

/**
 * Adds `/graphql`: POST, and GET for queries, as the GraphQL-over-HTTP specification has them. A file comes with a
 * multipart request, one a request; lists of operations are refused by their form.
 */
export async function addGraphQLRoutes(
  app: FastifyInstance,
  options: {
    readonly schema: GraphQLSchema;
    readonly preset: GraphileConfig.Preset;
    readonly viewers: Viewers;
    readonly knownRequests: KnownRequests;
    readonly maskError: MaskError;
    readonly receiveUpload: ReceiveUpload;
  },
): Promise<void> {
  const { viewerOf } = options.viewers;
  const server = grafserv({ schema: options.schema, preset: options.preset });
  await server.ready();
  await app.register(async (scope) => {
    // grafserv reads the body by itself and answers in GraphQL's own form when it is not JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', createBodyReader(viewerOf));
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
      request.viewer = await viewerOf(request.headers);
      const received = await options.receiveUpload(request.raw, { viewer: request.viewer, maxFieldBytes: maxGraphQLBodyBytes });
      request.releaseUpload = received.release;
      request.headers['content-type'] = 'application/json';
      return received.body;
    });
    scope.addHook('onRequest', async (request, reply) => {
      reply.raw.once('close', () => {
        request.releaseUpload?.().catch((error: unknown) => request.log.warn({ err: error }, 'uploads: a file was not released'));
        // A body that nobody reads to its end is not waited for: its sender has had the answer for a while.
        if (!request.raw.complete) setTimeout(() => !request.raw.complete && request.raw.destroy(), 30_000).unref();
      });
    });
    scope.addHook('preHandler', async (request, reply) => {
      // A client that states no wish is an old one: it gets JSON, and 200 with errors, as it expects.
      if (request.headers.accept === undefined || request.headers.accept === '*/*') request.headers.accept = 'application/json';
      const session = request.method === 'POST' ? options.viewers.sessionOf(request.headers) : undefined;
      const known = session !== undefined && (await options.knownRequests({ headers: request.headers, body: request.body, session }));
      if (known) return reply.header('content-type', known.contentType).send(known.body);
      request.viewer ??= await viewerOf(request.headers).catch((error: unknown) => {
        throw error instanceof Error ? new NotBegunError(error) : error;
      });
      return undefined;
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      reply.header('cache-control', 'private, no-store').header('vary', 'Cookie, Accept').header('x-content-type-options', 'nosniff');
      if (request.url.startsWith('/dev/explorer')) reply.header('content-security-policy', explorerPolicy);
      // Without its database the API has no answer, and says so to proxies too.
      if (Buffer.isBuffer(payload) && payload.length < 2_000 && payload.includes('"code":"UNAVAILABLE"'))
        reply.code(503).header('retry-after', '2');
      const wait = Buffer.isBuffer(payload) && payload.length < 2_000 && /"retryAfterSeconds":(\d+)/.exec(payload.toString())?.[1];
      if (wait) reply.code(429).header('retry-after', wait);
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
    /** Removes what is left of the file that came with it. */
    releaseUpload?: () => Promise<void>;
  }
}
