import { readFile } from 'node:fs/promises';
import { type Env, readEnv } from '@newline/api/env';
import { muxSources } from '@newline/api/features/videos/mux-settings';
import { createLog } from '@newline/api/log';
import type { Connections } from '@newline/db/connections';
import { isDatabaseEmpty } from '@newline/db/is-database-empty';
import { startDatabase } from '@newline/db/start-database';
import { StartError } from '@newline/db/start-error';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { frameSources } from '@newline/document/embeds/frame-for';
import { embedProviders } from '../embeds.config.ts';
import { site } from '../site.config.ts';
import { createStopper, StoppedWhileStarting } from './server/create-stopper.ts';
import { requireFreePort } from './server/require-free-port.ts';
import { createEmbedOrigin } from './server/embed-pages/embed-origin.ts';
import { createPageCache, type PageCache } from './server/page-cache.ts';
import { createPages } from './server/pages.ts';
import { createPublicPages, warmPages } from './server/public-pages.ts';
import { securityHeaders } from './server/security-headers.ts';
import { addSharePictures } from './server/share-pictures.ts';
import { addPages, closeSite, createSite } from './server/site.ts';

const buildFolder = new URL('./build/', import.meta.url);

/**
 * Starts the site: environment, database, demo, API, page cache, pages, listen. When it is ready it prints one line, `ready http://…`.
 *
 * SIGTERM and SIGINT let requests under way finish, stop what was started, and exit with 0.
 *
 * @throws StartError with one sentence for what the person who starts it can put right; everything is stopped again by then
 */
export async function startServer({ dev }: { dev: boolean }): Promise<void> {
  const stopper = createStopper();
  stopper.listenForSignals();
  try {
    await start(dev, stopper);
  } catch (error) {
    await stopper.stop();
    if (error instanceof StoppedWhileStarting) process.exit(0);
    throw error;
  }
}

async function start(dev: boolean, stopper: ReturnType<typeof createStopper>): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  await requireFreePort(env);

  // Half of a start is reading code: it goes on while PostgreSQL is waited for.
  const code = Promise.all([import('@newline/api/create-api'), dev ? null : readBuild()]);
  code.catch(() => undefined);
  const database = await startDatabase({ ...env.database, log: say });
  stopper.add('database', database.stop);
  const { connections } = database;

  if (env.isDemoWanted) {
    await loadDemoIfEmpty(connections, env);
  }

  const [{ createApi }, built] = await code;
  const knownDocuments = built?.knownDocuments ?? {};
  const api = await createApi({ env, connections, log, siteName: site.name, knownDocuments, hasGuestThread: true });
  stopper.add('api', api.close);

  const isHttps = env.publicUrl.startsWith('https:');
  const headers = securityHeaders({ isHttps });
  const frame = [...site.sources.frame, ...frameSources(embedProviders, env.embedOrigin)];
  const mux = muxSources(env.video.mux);
  const sources = {
    img: [...site.sources.img, ...mux.img],
    media: [...site.sources.media, ...mux.media],
    connect: [...site.sources.connect, ...mux.connect],
    frame,
    isHttps,
  };
  let cache: PageCache | null = null;
  const app = await createSite({
    log,
    headers,
    embeds: createEmbedOrigin({ embedOrigin: env.embedOrigin, publicUrl: env.publicUrl, providers: embedProviders, headers }),
    trustProxy: env.trustProxy,
    staticFolder: dev ? null : new URL('./client', buildFolder).pathname,
    cache: () => cache,
  });
  stopper.add(
    'http',
    () => closeSite(app),
    () => app.server.closeAllConnections(),
  );
  await app.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 1024 });
  await api.register(app);

  const build = built?.pages ?? (await buildWhileDeveloping(app, stopper));
  const pages = createPages({
    build,
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
  addSharePictures(app, pages);
  addPages(app, pages, env.publicUrl);

  const [firstPage = '/', ...laterPages] = warmPages;
  if (built) {
    const pageCache = createPageCache({
      publicPages: createPublicPages(built.pages.routes),
      render: pages.renderPublic,
      sources,
      securityHeaders: headers,
      warm: warmPages,
      onError: (error, key) => log.error({ err: error, path: key }, 'public page failed'),
    });
    api.onTagsChanged((tags) => pageCache.purge(tags ?? ['*']));
    await pageCache.warm([firstPage]);
    cache = pageCache;
  }

  // Fastify would write its own line about that among the sentences for the person who waits.
  const level = app.log.level;
  app.log.level = 'warn';
  await app.listen({ port: env.port, host: env.host });
  app.log.level = level;
  stopper.finishStarting();
  if (env.isDemoWanted) {
    const { demoPeople } = await import('@newline/db/demo/people');
    const learner = demoPeople(env.secretKey).find((person) => person.role === 'learner');
    if (learner)
      say(`Sign in as ${learner.email} with the password ${learner.password} (npm run newline -- demo:people lists the others).`);
  }
  const firstAdminLink = await api.firstAdmin.createLink();
  if (firstAdminLink) say(`This site has no administrator yet. Become it here, once, within 24 hours: ${firstAdminLink}`);
  if (!env.isProduction && !env.smtpUrl) say(`Mails of the site stand at ${env.publicUrl}/dev/mailbox.`);
  console.log(`ready ${env.publicUrl}`);
  // What nobody waits for. When the database goes away meanwhile, the next request, or the job's own clock, tries again.
  for (const later of [() => cache?.warm(laterPages), api.drawTexts, api.auth]) {
    if (stopper.isTold()) return;
    try {
      await later();
    } catch (error) {
      if (!stopper.isTold()) log.warn({ err: error }, 'what follows a start is put off');
    }
  }
}

/** The demo's loader is loaded only when there is something to load. */
async function loadDemoIfEmpty(connections: Connections, { secretKey, publicUrl }: Env): Promise<void> {
  if (!(await isDatabaseEmpty(connections.owner))) return;
  const { loadDemo } = await import('@newline/db/demo/load');
  await loadDemo(connections, { secretKey, publicUrl, now: new Date(), log: say });
}

/** One plain sentence for the person who waits. */
function say(line: string): void {
  console.log(line);
}

/** The pages, and their GraphQL documents by their hash: the browser sends only the hash. */
async function readBuild(): Promise<{ pages: ServerBuild; knownDocuments: Record<string, string> }> {
  let text: string;
  try {
    text = await readFile(new URL('./known-documents.json', buildFolder), 'utf8');
  } catch {
    throw new StartError('The pages are not built. Run npm run build, or npm start, which does it.');
  }
  const pages = (await import(new URL('./server/index.js', buildFolder).href)) as ServerBuild;
  return { pages, knownDocuments: JSON.parse(text) as Record<string, string> };
}

async function buildWhileDeveloping(app: FastifyInstance, stopper: ReturnType<typeof createStopper>): Promise<() => Promise<ServerBuild>> {
  const { startVite } = await import('./server/vite-dev.ts');
  const vite = await startVite(app);
  stopper.add('vite', () => vite.close());
  // Vite would end the process on a signal before anything was drained.
  stopper.listenForSignals();
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
