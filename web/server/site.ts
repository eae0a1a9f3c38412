import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify';
import type { Log } from '@newline/api/log';
import { trustProxies } from '@newline/api/trust-proxies';
import { closedPolicy } from './content-policy.ts';
import { addFormPages, takesForm } from './form-pages.ts';
import type { EmbedOrigin } from './embed-pages/embed-origin.ts';
import type { PageCache } from './page-cache.ts';
import type { Pages } from './pages.ts';

type Options = {
  log: Log;
  headers: Readonly<Record<string, string>>;
  /** The host name for embeds, which nothing else answers on; null without one. */
  embeds: EmbedOrigin | null;
  /** How many proxies stand before the site. */
  trustProxy: number;
  /** Folder of built files and the folder of what is served as it is; null while developing, where Vite serves them. */
  staticFolder: string | null;
  /** The cache, once it exists; requests before that are rendered. */
  cache: () => PageCache | null;
};

/** How long a request may take to arrive, and one that brings a file. */
const requestTimeoutMs = 30_000;
const uploadTimeoutMs = 5 * 60_000;

/** Connections that may be open at once: more wait in the kernel's queue. */
const maxConnections = 10_000;

/** What is said to a client whose request cannot be read, by what Node calls it. */
const clientFaults: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The methods of routes beside the pages, such as /healthz and /graphql. */
const routeMethods = ['GET', 'POST'] as const;

/** The methods that pages answer to; what changes something goes to /graphql or /api. */
const pageMethods = new Set(['GET', 'HEAD']);

/**
 * Creates the HTTP server: limits, headers, static files. Cached pages are answered before Fastify sees the request.
 */
export async function createSite({ log, headers, embeds, trustProxy, staticFolder, cache }: Options): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxies(trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: {
      maxParamLength: 500,
      // An address that cannot be decoded never reaches a hook: it gets its headers here.
      onBadUrl: (_path, _request, response) => {
        response.writeHead(400, {
          ...headers,
          'content-security-policy': closedPolicy,
          'cache-control': 'no-store',
          'content-type': 'text/plain; charset=utf-8',
        });
        response.end('This address cannot be read.\n');
      },
    },
    serverFactory: (handler) => {
      const limits = {
        requestTimeout: uploadTimeoutMs,
        headersTimeout: 10_000,
        // Node looks for what is too late every 30 s by itself.
        connectionsCheckingInterval: 2_000,
        keepAliveTimeout: 10_000,
        maxHeaderSize: 16 * 1024,
      };
      const server = createServer(limits, (request, response) => {
        limitReceiving(request);
        if (embeds?.answer(request, response)) return;
        if (isPerhapsPage(app, request.url) && cache()?.answer(request, response, () => handler(request, response))) return;
        handler(request, response);
      });
      server.maxConnections = maxConnections;
      server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        if (error.code === 'ECONNRESET' || !socket.writable) return;
        const status = clientFaults[error.code ?? ''] ?? '400 Bad Request';
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n${rawHeaders(headers)}\r\n`);
      });
      return server;
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.header('content-security-policy', closedPolicy);
    reply.raw.setHeader('x-request-id', request.id);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error, requestId: request.id, path: request.url.split('?', 1)[0] }, 'request failed');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(status === 500 ? `Something failed on this side. Reference: ${request.id}\n` : `${error.message}\n`);
  });

  if (staticFolder) {
    await requireBuild(staticFolder);
    await app.register(fastifyStatic, {
      root: staticFolder,
      wildcard: false,
      preCompressed: true,
      etag: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(staticFolder, 'assets'));
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
  }
  return app;
}

/** Adds the pages to the site: every address that nothing else answers. */
export function addPages(app: FastifyInstance, pages: Pages, publicUrl: string): void {
  addFormPages(app, pages, publicUrl);
  app.setNotFoundHandler((request, reply) => {
    if (!pageMethods.has(request.method)) {
      return reply
        .code(405)
        .header('allow', takesForm(request.url.split('?', 1)[0] ?? '') ? 'GET, HEAD, POST' : 'GET, HEAD')
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Pages are only read.\n');
    }
    return pages.sendDynamic(request, reply);
  });
}

/** Lets requests under way finish. A connection is closed as soon as it carries none: clients would keep them open for more. */
export async function closeSite(app: FastifyInstance): Promise<void> {
  const closing = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
  } finally {
    clearInterval(closing);
  }
}

/** Ends a request whose body is still coming when its time is over, unless it may bring a file. */
function limitReceiving(request: IncomingMessage): void {
  const { headers, url } = request;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isForm = url === '/graphql' && headers['content-type']?.startsWith('multipart/form-data') === true;
  const isVideo = request.method === 'PATCH' && url?.startsWith('/api/videos/uploads/') === true;
  const mayBringFile = (isForm || isVideo) && headers.cookie !== undefined;
  if (!hasBody || mayBringFile) return;
  const timer = setTimeout(() => !request.complete && request.destroy(), requestTimeoutMs).unref();
  request.once('close', () => clearTimeout(timer));
}

/** Addresses of files and of the API never ask the cache, nor do those that have a route of their own beside the pages. */
function isPerhapsPage(app: FastifyInstance, url: string | undefined): boolean {
  if (url?.startsWith('/') !== true || url.startsWith('/assets/') || url.startsWith('/media/') || url.startsWith('/api/')) return false;
  return !routeMethods.some((method) => app.hasRoute({ method, url: url.split('?', 1)[0] ?? url }));
}

async function requireBuild(folder: string): Promise<void> {
  try {
    await access(folder);
  } catch {
    throw new Error(`The pages are not built (no ${folder}). Run npm run build, or npm start, which does it.`);
  }
}

function rawHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
