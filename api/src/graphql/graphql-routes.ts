import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { grafserv } from 'postgraphile/grafserv/fastify/v5';
import type { GraphQLSchema } from 'postgraphile/graphql';
import { failureOf, markFailure } from '../send-failure.ts';
import { codedError, refusalIn } from '../errors/error-codes.ts';
import { readBearerToken } from '../access-token.ts';
import { subnetOf } from '../subnet.ts';
import type { SignedInViewer, Viewer, ViewerOfToken, Viewers } from '../viewer.ts';
import type { PersistedRequests, ReadCached } from './persisted-requests.ts';
import type { MaskError } from '../errors/mask-error.ts';
import { createBodyReader, maxGraphQLBodyBytes } from './read-request-body.ts';
import { NotBegunError } from '../database/reader-client.ts';

/** Receives a multipart request completely before its operation runs, and returns the operation with its file inserted. */
export type ReceiveUpload = (
  request: IncomingMessage,
  limits: { readonly viewer: Viewer; readonly maxFieldBytes: number },
) => Promise<{ readonly body: unknown; release(): Promise<void> }>;

/**
 * The ID of the user who wrote what a request contains. A page that sends it later, when another user may have signed in in its browser, has
 * it refused then. It grants nothing.
 */
const authorHeader = 'newline-author';

/** The explorer contains an editor that creates functions from text. It isn't available in production. */
const explorerPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'";

/**
 * Adds `/graphql`: POST, and GET for queries, by the GraphQL-over-HTTP specification. Multipart requests can have one file; arrays of
 * operations are rejected.
 */
export async function addGraphQLRoutes(
  app: FastifyInstance,
  options: {
    readonly schema: GraphQLSchema;
    readonly preset: GraphileConfig.Preset;
    readonly viewers: Viewers;
    readonly viewerOfToken: ViewerOfToken;
    readonly answerPersistedRequest: PersistedRequests;
    /** The cache of public queries; without it, they are computed for each request. */
    readonly readCached?: ReadCached | undefined;
    readonly maskError: MaskError;
    readonly receiveUpload: ReceiveUpload;
  },
): Promise<void> {
  // A request with an access token never counts as one of a session, whatever its cookies are. No other route reads the header.
  const tokenOf = ({ headers, routeOptions }: FastifyRequest) =>
    routeOptions.url === options.preset.grafserv?.graphqlPath ? readBearerToken(headers.authorization) : null;
  const viewerOf = async (request: FastifyRequest): Promise<SignedInViewer> => {
    const token = tokenOf(request);
    if (token === null) return options.viewers.viewerOf(request.headers);
    return options.viewerOfToken({ token, subnet: subnetOf(request.ip), client: request.headers['user-agent'] ?? '' });
  };
  const server = grafserv({ schema: options.schema, preset: options.preset });
  await server.ready();
  await app.register(async (scope) => {
    // grafserv reads the body itself, and responds in GraphQL's format if it isn't JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', createBodyReader(viewerOf));
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
      request.viewer = await viewerOf(request);
      if (request.viewer.access === 'read') throw codedError('ACCESS_TOKEN_READ_ONLY', {}, { statusCode: 403 });
      const received = await options.receiveUpload(request.raw, { viewer: request.viewer, maxFieldBytes: maxGraphQLBodyBytes });
      request.releaseUpload = received.release;
      request.headers['content-type'] = 'application/json';
      return received.body;
    });
    scope.addHook('onRequest', async (request, reply) => {
      reply.raw.once('close', () => {
        request.releaseUpload?.().catch((error: unknown) => request.log.warn({ err: error }, 'uploads: a file was not released'));
        // Don't wait for a body that isn't read to its end: the client has had the response for a while.
        if (!request.raw.complete) setTimeout(() => !request.raw.complete && request.raw.destroy(), 30_000).unref();
      });
    });
    scope.addHook('preHandler', async (request, reply) => {
      // A client without an Accept header is an old one: it gets JSON, and status 200 with errors, as it expects.
      if (request.headers.accept === undefined || request.headers.accept === '*/*') request.headers.accept = 'application/json';
      const author = request.headers[authorHeader];
      const isPersisted = request.method === 'POST' && author === undefined && tokenOf(request) === null;
      const session = isPersisted ? options.viewers.sessionOf(request.headers) : undefined;
      const answer =
        session !== undefined &&
        (await options.answerPersistedRequest({ headers: request.headers, body: request.body, session, readCached: options.readCached }));
      if (answer) return reply.header('content-type', answer.contentType).send(answer.body);
      request.viewer ??= await viewerOf(request).catch((error: unknown) => {
        throw error instanceof Error && refusalIn(error) === null ? new NotBegunError(error) : error;
      });
      if (author !== undefined && author !== request.viewer.userId) throw codedError('SIGNED_IN_AS_ANOTHER', {}, { statusCode: 403 });
      return undefined;
    });
    scope.addHook('onSend', async (request, reply, payload) => {
      reply
        .header('cache-control', 'private, no-store')
        .header('vary', 'Cookie, Authorization, Accept')
        .header('x-content-type-options', 'nosniff');
      if (request.url.startsWith('/dev/explorer')) reply.header('content-security-policy', explorerPolicy);
      // Without its database the API can't respond, and proxies must see that too.
      if (Buffer.isBuffer(payload) && payload.length < 2_000 && payload.includes('"code":"UNAVAILABLE"'))
        reply.code(503).header('retry-after', '2');
      const wait = Buffer.isBuffer(payload) && payload.length < 2_000 && /"retryAfterSeconds":(\d+)/.exec(payload.toString())?.[1];
      if (wait) reply.code(429).header('retry-after', wait);
      return payload;
    });
    scope.setErrorHandler((error, _request, reply) => {
      const failure = failureOf(error, options.maskError);
      // RFC 6750: only a wrong token gets 401; without one, a visitor is answered.
      if (failure.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
      return markFailure(reply, failure).send({ errors: [{ message: failure.message, extensions: failure.extensions }] });
    });
    await server.addTo(scope);
  });
  app.addHook('onClose', () => server.release());
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer?: Viewer;
    /** Deletes what remains of an uploaded file. */
    releaseUpload?: () => Promise<void>;
  }
}
