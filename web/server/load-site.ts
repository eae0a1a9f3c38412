import { readFile } from 'node:fs/promises';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import { type Api, createApi } from '@newline/api/create-api';
import type { Env } from '@newline/api/env';
import type { Log } from '@newline/api/log';
import type { TagsListening } from '@newline/api/tags-listener';
import type { Connections } from '@newline/db/connections';
import { StartError } from '@newline/db/start-error';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { site } from '../../site.config.ts';
import { importBuiltPages } from './built-pages.js';
import type { PolicySources } from './content-policy.ts';
import type { createStopper } from './create-stopper.ts';
import type { EmbedOrigin } from './embed-pages/embed-origin.ts';
import type { Front } from './front.ts';
import type { PageCache } from './page-cache.ts';
import { createPages, type Pages } from './pages.ts';
import { createPublicPages, type PublicPages } from './public-pages.ts';
import { addShareImages } from './share-images.ts';
import { addPages, createSite, openSite } from './site.ts';

export { openSite };

type Options = {
  dev: boolean;
  env: Env;
  log: Log;
  connections: Connections;
  tags: TagsListening;
  front: Front;
  embeds: EmbedOrigin | null;
  headers: Readonly<Record<string, string>>;
  sources: PolicySources;
  /** The cache, once its pages can be made. */
  cache: () => PageCache | null;
  stopper: ReturnType<typeof createStopper>;
};

/** Everything that a start does not wait for: the API and the pages, behind the front but not yet opened. */
export type LoadedSite = {
  api: Api;
  app: FastifyInstance;
  pages: Pages;
  /** Null while developing, where pages are not kept. */
  publicPages: PublicPages | null;
};

const buildFolder = new URL('../build/', import.meta.url);

/** Loads the API and the pages. */
export async function loadSite({
  dev,
  env,
  log,
  connections,
  tags,
  front,
  embeds,
  headers,
  sources,
  cache,
  stopper,
}: Options): Promise<LoadedSite> {
  const built = dev ? null : await readBuild();
  const persistedQueries = built?.persistedQueries ?? {};
  const api = await createApi({ env, connections, log, siteName: site.name, persistedQueries, hasQueryWorker: true, tags });
  stopper.addBelow('http', 'api', api.close);
  const staticFolder = dev ? null : new URL('./client', buildFolder).pathname;
  const app = await createSite({ log, front, headers, embeds, trustProxy: env.trustProxy, staticFolder, cache });
  stopper.add(
    'routes',
    () => app.close(),
    () => front.server.closeAllConnections(),
  );
  // What fits is compressed at once: a stream costs ten times what compressing does. Two levels up save three bytes of a hundred, for twice the time.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };
  await app.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 1024, syncThreshold: 256 * 1024, brotliOptions });
  await api.register(app);

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
  addPages(app, pages);
  return { api, app, pages, publicPages: built && createPublicPages(built.pages.routes) };
}

/** The pages, and their GraphQL documents by their hash: the browser sends only the hash. */
async function readBuild(): Promise<{ pages: ServerBuild; persistedQueries: Record<string, string> }> {
  let text: string;
  try {
    text = await readFile(new URL('./known-documents.json', buildFolder), 'utf8');
  } catch {
    throw new StartError('The pages have not been built. Run npm start, or npm run build.');
  }
  return { pages: await importBuiltPages(), persistedQueries: JSON.parse(text) as Record<string, string> };
}

async function buildWhileDeveloping(app: FastifyInstance, stopper: ReturnType<typeof createStopper>): Promise<() => Promise<ServerBuild>> {
  const { startVite } = await import('./vite-dev.ts');
  const vite = await startVite(app);
  stopper.add('vite', () => vite.close());
  // Vite would end the process on a signal before anything was drained.
  stopper.listenForSignals();
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
