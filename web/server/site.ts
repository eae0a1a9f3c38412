import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { diskFullMessage, isDiskFull } from '@newline/api/disk-watch';
import { workerFiles, workerPolicy } from '@newline/api/features/exercise-checks/run-page';
import type { Log } from '@newline/api/log';
import { trustProxies } from '@newline/api/trust-proxies';
import { closedPolicy, offlineWorkerFile, offlineWorkerPolicy, unhashedFiles } from './content-policy.ts';
import { addFormPages, takesForm } from './form-pages.ts';
import type { EmbedOrigin } from './embed-pages/embed-origin.ts';
import { addFormerPaths } from './former-paths.ts';
import type { Front } from './front.ts';
import { isDocument, type PageCache } from './page-cache.ts';
import { ownerFiles } from './owner-files.ts';
import { addOfflineRemoval } from './offline-removal.ts';
import type { Pages } from './pages.ts';
import { requestIdOf } from './request-id.ts';
import type { StudyPages } from './filled-pages/study-pages.ts';
import { addWellKnown } from './well-known.ts';

type Options = {
  log: Log;
  /** The listening server; the code that created it opens it. */
  front: Front;
  headers: Readonly<Record<string, string>>;
  /** The host name for embeds, on which nothing else is served; null without one. */
  embeds: EmbedOrigin | null;
  /** The number of trusted proxies in front of the site. */
  trustProxy: number;
  /** The folder of built files and the folder of static files; null during development, when Vite serves them. */
  staticFolder: string | null;
  /** False if readers can't keep titles offline. */
  hasOffline?: boolean;
  /** The cache, once it exists; earlier requests are rendered. */
  cache: () => Pick<PageCache, 'answer'> | null;
  /** The pages with a copy for each kind of access, once they exist. */
  studyPages?: () => Pick<StudyPages, 'answer'> | null;
};

/** The methods of routes besides pages, such as /healthz and /graphql. */
const routeMethods: ReadonlySet<string> = new Set(['GET', 'POST']);

/** The methods of pages; changes are sent to /graphql or /api. */
const pageMethods = new Set(['GET', 'HEAD']);

/** Creates the server app behind the front: headers and static files. Cached pages are served before Fastify sees the request. */
export async function createSite({
  log,
  front,
  headers,
  embeds,
  trustProxy,
  staticFolder,
  hasOffline = true,
  cache,
  studyPages,
}: Options): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trustProxies(trustProxy),
    genReqId: (request) => requestIdOf(request, trustProxy),
    bodyLimit: 1024 * 1024,
    // Requests that arrive while it's closing are answered: the front closes their connections, and nothing that they need is stopped yet.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: 500,
      // URLs that can't be decoded never reach a hook, so the headers are set here.
      onBadUrl: (_path, _request, response) => {
        response.writeHead(400, {
          ...headers,
          'content-security-policy': closedPolicy,
          'cache-control': 'no-store',
          'content-type': 'text/plain; charset=utf-8',
        });
        response.end('The URL is invalid.\n');
      },
    },
    serverFactory: (handler) => {
      front.setAnswer((request, response) => {
        if (embeds?.answer(request, response)) return;
        const passOn = () => handler(request, response);
        if (studyPages?.()?.answer(request, response, passOn)) return;
        if (isPerhapsPage(request.url, ownPaths) && cache()?.answer(request, response, passOn)) return;
        passOn();
      });
      return front.server;
    },
  });

  const ownPaths = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().some((one) => routeMethods.has(one))) ownPaths.add(url);
  });
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    reply.header('content-security-policy', closedPolicy);
    reply.raw.setHeader('x-request-id', request.id);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isDiskFull(error)) {
      reply.code(503).header('cache-control', 'no-store').header('retry-after', '30');
      return reply.type('text/plain; charset=utf-8').send(`${diskFullMessage}\n`);
    }
    const status = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error, path: request.url.split('?', 1)[0] }, 'request failed');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(status === 500 ? `Something went wrong on our end. Reference: ${request.id}\n` : `${error.message}\n`);
  });

  if (staticFolder) {
    const files = await readFileNames(staticFolder);
    await app.register(fastifyStatic, {
      root: staticFolder,
      serve: false,
      preCompressed: true,
      etag: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(staticFolder, 'assets'));
        const name = path.slice(staticFolder.length).replace(/\.(?:br|gz)$/u, '');
        if (path.startsWith(join(staticFolder, workerFiles))) void reply.header('content-security-policy', workerPolicy);
        if (name === offlineWorkerFile) void reply.header('content-security-policy', offlineWorkerPolicy);
        if (unhashedFiles.has(name)) void reply.header('cache-control', 'no-cache');
        else void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      },
    });
    // One route for the hundreds of files below /assets: a name that isn't listed is no file, however it's spelled.
    const sendFile = (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound();
    };
    app.get('/assets/*', sendFile);
    const isElsewhere = (file: string) => file.startsWith('/assets/') || ownerFiles.has(file) || (!hasOffline && unhashedFiles.has(file));
    for (const file of files) if (!isElsewhere(file)) app.get(file, sendFile);
  }
  if (!hasOffline) addOfflineRemoval(app);
  return app;
}

/** Adds the pages to the site, for every URL that no other route handles. */
export function addPages(app: FastifyInstance, pages: Pages): void {
  addFormPages(app, pages);
  addFormerPaths(app);
  addWellKnown(app, pages.origin);
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const canonicalUrl = withSingleSlashes(request.url);
    return canonicalUrl === null ? pages.sendDynamic(request, reply) : reply.redirect(canonicalUrl, 301);
  };
  // A route instead of the not-found handler, whose responses aren't compressed.
  app.get('/*', sendPage);
  app.setNotFoundHandler((request, reply) => {
    if (!pageMethods.has(request.method)) {
      return reply
        .code(405)
        .header('allow', takesForm(request.url.split('?', 1)[0] ?? '') ? 'GET, HEAD, POST' : 'GET, HEAD')
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Method not allowed.\n');
    }
    return pages.sendDynamic(request, reply);
  });
}

/**
 * Returns the canonical spelling of a path with two consecutive slashes or a trailing one; null for other paths.
 *
 * @example withSingleSlashes('/courses//?q=a') // '/courses?q=a'
 */
export function withSingleSlashes(url: string): string | null {
  const queryAt = url.indexOf('?');
  const [path, query] = queryAt < 0 ? [url, ''] : [url.slice(0, queryAt), url.slice(queryAt)];
  // Browsers treat a backslash as a slash: `/\\host/` would lead to another site.
  if (path.includes('\\')) return null;
  const single = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return single === path ? null : single + query;
}

/** Opens the front, once everything is set up. */
export async function openSite(app: FastifyInstance, front: Front): Promise<void> {
  // The last hook runs first: the handlers stay available until no request is running.
  app.addHook('onClose', () => front.close());
  await app.ready();
  front.open();
}

/**
 * True for a URL that may be in the page cache. URLs of files, of the API and of other routes aren't, except those of public operations.
 * Routes are compared as strings, because Fastify's `hasRoute` interprets the client's input as a pattern, and throws at `/a*b`.
 */
function isPerhapsPage(url: string | undefined, ownPaths: ReadonlySet<string>): boolean {
  if (url?.startsWith('/') !== true || url.startsWith('/assets/') || url.startsWith('/media/') || url.startsWith('/api/')) return false;
  return isDocument(url) || !ownPaths.has(url.split('?', 1)[0] ?? url);
}

/** Reads the paths of the built files, from the list that the build writes next to their folder. */
async function readFileNames(folder: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(JSON.parse(await readFile(`${folder}.json`, 'utf8')) as string[]);
  } catch {
    throw new Error(`The pages are not built (no ${folder}). Run npm run build, or npm start, which does it.`);
  }
}
