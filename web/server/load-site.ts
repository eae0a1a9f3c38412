import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import { type Api, createApi } from '@newline/api/create-api';
import type { Env } from '@newline/api/env';
import type { Log } from '@newline/api/log';
import type { PublicPageParts, ShellPart, StudyPage } from '@newline/api/page-copy';
import type { TagsListening } from '@newline/api/tags-listener';
import type { Connections } from '@newline/db/connections';
import { StartError } from '@newline/db/start-error';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { importBuiltPages } from './built-pages.js';
import type { PolicySources } from './content-policy.ts';
import type { createStopper } from './create-stopper.ts';
import type { EmbedOrigin } from './embed-pages/embed-origin.ts';
import type { Front } from './front.ts';
import type { PageCache } from './page-cache.ts';
import { createPublicPageFilling } from './filled-pages/public-page-filling.ts';
import { createReaderShells } from './filled-pages/reader-shells.ts';
import { createStudyPages, type StudyPages } from './filled-pages/study-pages.ts';
import { addOwnerFiles } from './owner-files-routes.ts';
import type { SiteMetrics } from './metrics/site-metrics.ts';
import type { RequestRoutes } from './request-routes.ts';
import type { SiteTracing } from './tracing/site-tracing.ts';
import { createPages, type Pages } from './pages.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';
import { withPlainRootStylesheets } from './root-stylesheets.ts';
import { addCertificateFiles } from './certificate-files.ts';
import { addShareImages } from './share-images.ts';
import { addPages, createSite, openSite } from './site.ts';

export { openSite };

type Options = {
  dev: boolean;
  /** The parts that the process has already started. */
  runtime: {
    env: Env;
    log: Log;
    connections: Connections;
    tags: TagsListening;
    stopper: ReturnType<typeof createStopper>;
    metrics: SiteMetrics | null;
    tracing: SiteTracing | null;
    /** The routes of requests, for metrics and traces; null without them. */
    routes: RequestRoutes | null;
  };
  http: {
    front: Front;
    embeds: EmbedOrigin | null;
    /** The headers of every response. */
    headers: Readonly<Record<string, string>>;
    sources: PolicySources;
    /** Returns the page cache, or null before the pages can be rendered. */
    cache: () => PageCache | null;
  };
};

/** Everything that a start doesn't wait for: the API and the pages, registered with the front but not yet open. */
export type LoadedSite = {
  api: Api;
  app: FastifyInstance;
  pages: Pages;
  /** Null during development, when pages aren't cached. */
  publicPages: PublicPages | null;
  studyPages: StudyPages | null;
  /** Looks up what belongs to the reader of a public page; null during development. */
  publicPageFilling: ReturnType<typeof createPublicPageFilling> | null;
};

const buildFolder = new URL('../build/', import.meta.url);

/** Loads the API and the pages. */
export async function loadSite({ dev, runtime, http }: Options): Promise<LoadedSite> {
  const { env, log, connections, tags, stopper, metrics, tracing, routes } = runtime;
  const { front, embeds, headers, sources, cache } = http;
  const built = dev ? null : await readBuild();
  const persistedQueries = built?.persistedQueries ?? {};
  const api = await createApi({
    env,
    connections,
    log,
    persistedQueries,
    hasQueryWorker: true,
    tags,
    ...(built && { builtPages: fileURLToPath(buildFolder) }),
    ...(tracing && { trace: tracing.trace }),
  });
  stopper.addBelow('http', 'api', api.close);
  const staticFolder = dev ? null : new URL('./client', buildFolder).pathname;
  let studyPages: StudyPages | null = null;
  const app = await createSite({
    log,
    front,
    headers,
    embeds,
    trustProxy: env.trustProxy,
    staticFolder,
    hasOffline: env.hasOffline,
    cache,
    studyPages: () => studyPages,
  });
  stopper.add(
    'routes',
    () => app.close(),
    () => front.server.closeAllConnections(),
  );
  routes?.addTo(app);
  tracing?.addTo(app);
  metrics?.addTo(app);
  metrics?.add(api.metrics);
  // Responses that fit are compressed in one call, because a stream costs ten times as much. Two levels higher would save 3% of the size for
  // twice the time.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
  await app.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 1024, syncThreshold: 256 * 1024, brotliOptions });
  await api.register(app, async (key) => (await cache()?.readDocument(key)) ?? null);

  const pages = createPages({
    build: built?.pages ?? (await buildWhileDeveloping(app, stopper)),
    mode: dev ? 'development' : 'production',
    api,
    log,
    publicUrl: env.publicUrl,
    sources,
    signInMethods: api.signInMethods,
    assetsUrl: env.assetsUrl,
    hasBookPdf: api.hasBookPdf,
    embedOrigin: env.embedOrigin,
    codeHostUrl: env.codeHost.url,
  });
  addShareImages(app, pages);
  addCertificateFiles(app, pages);
  addOwnerFiles(app, { siteIcon: api.siteIcon, isBuilt: !dev });
  addPages(app, pages);
  const publicPages = built && createPublicPages(built.pages.routes);
  if (publicPages) routes?.setPages(publicPages.patternOf);
  let publicPageFilling: LoadedSite['publicPageFilling'] = null;
  if (built) {
    const { shellPart, studyPages: kinds, publicPageParts } = ofBuild(built.pages);
    const shells = createReaderShells({ part: shellPart, api, listening: tags });
    studyPages = createStudyPages({
      kinds,
      api,
      shells,
      render: pages.renderCopy,
      sources,
      securityHeaders: headers,
      onError: (error, path) => stopper.isStopping() || log.error({ err: error, path }, 'copy of a page failed'),
    });
    publicPageFilling = createPublicPageFilling({ kinds: publicPageParts, fill: shellPart.fill, shells, api });
  }
  return { api, app, pages, publicPages, studyPages, publicPageFilling };
}

/** Returns what the build exports with its entry: the kinds of pages that are filled in for their readers. */
function ofBuild({ entry }: ServerBuild): {
  shellPart: ShellPart;
  studyPages: readonly StudyPage[];
  publicPageParts: readonly PublicPageParts[];
} {
  return entry.module as typeof entry.module & ReturnType<typeof ofBuild>;
}

/** Reads the built pages and the persisted operations by hash, since the browser only sends the hash. */
async function readBuild(): Promise<{ pages: ServerBuild; persistedQueries: Record<string, string> }> {
  let text: string;
  try {
    text = await readFile(new URL('./known-documents.json', buildFolder), 'utf8');
  } catch {
    throw new StartError('The pages have not been built. Run npm start, or npm run build.');
  }
  const pages = await importBuiltPages();
  const assets = { ...pages.assets, routes: withPlainRootStylesheets(pages.assets.routes) };
  return { pages: { ...pages, assets }, persistedQueries: JSON.parse(text) as Record<string, string> };
}

async function buildWhileDeveloping(app: FastifyInstance, stopper: ReturnType<typeof createStopper>): Promise<() => Promise<ServerBuild>> {
  const { startVite } = await import('./vite-dev.ts');
  const vite = await startVite(app);
  stopper.add('vite', () => vite.close());
  // Vite would end the process on a signal before running requests finish.
  stopper.listenForSignals();
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
