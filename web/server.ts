import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claimStorage } from '@newline/api/claim-storage';
import { type Env, type MetricsSettings, readEnv, type TracingSettings, withoutDemoFile } from '@newline/api/env';
import { tagHeaders } from '@newline/api/features/cdn/cdn-settings';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { muxSources } from '@newline/api/features/videos/mux-settings';
import { createLog } from '@newline/api/log';
import { listenForTags } from '@newline/api/tags-listener';
import type { Connections } from '@newline/db/connections';
import { isRestoreDue, settleRestore } from '@newline/db/backup/restore-journal';
import { isDatabaseEmpty } from '@newline/db/is-database-empty';
import { startDatabase } from '@newline/db/start-database';
import { frameSources } from '@newline/document/embeds/frame-for';
import { embedProviders } from '../embeds.config.ts';
import { sources as otherHosts } from '../sources.config.ts';
import { type Announce, createAnnounce, handOverFirstAdminLink } from './server/announce-start.ts';
import { createStopper, StoppedWhileStarting } from './server/create-stopper.ts';
import { createEarlyFiles } from './server/early-files.ts';
import { createEmbedOrigin, runSources } from './server/embed-pages/embed-origin.ts';
import { createFront } from './server/front.ts';
import { createHttpsRedirect } from './server/https-redirect.ts';
import type { LoadedSite } from './server/load-site.ts';
import type { SiteMetrics, startSiteMetrics } from './server/metrics/site-metrics.ts';
import { logProcessMessages } from './server/log-process-messages.ts';
import { openCachedPages } from './server/cached-pages.ts';
import { createPageCache, isDocument } from './server/page-cache.ts';
import { createPageStore } from './server/page-store.ts';
import type { PublicPage } from './server/public-pages.ts';
import { renderDocument } from './server/render-document.ts';
import { createRequestRoutes } from './server/request-routes.ts';
import { requireFreePort } from './server/require-free-port.ts';
import { securityHeaders } from './server/security-headers.ts';
import type { SiteTracing, startSiteTracing } from './server/tracing/site-tracing.ts';
import { exportPages, warmPages } from './server/warm-pages.ts';

const builtFiles = fileURLToPath(new URL('./build/client', import.meta.url));

/** How long a stop lets a proxy move to another process, in milliseconds. */
const leaveMs = 1_500;

type StartOptions = {
  dev: boolean;
  sources?: string | null;
  /** True for a new site without the demo, now and at later starts. */
  isEmpty?: boolean;
};

/**
 * Starts the site: environment, database, listen; then demo, API, pages. It answers what it can while it's loading; other requests wait.
 * When everything is loaded, it prints one line, `ready http://…`; in production, where output is collected, as JSON.
 *
 * @throws StartError with a sentence for an operator who can fix the problem; everything is stopped again by then
 */
export async function startServer({ dev, sources = null, isEmpty = false }: StartOptions): Promise<void> {
  const stopper = createStopper();
  stopper.listenForSignals();
  try {
    await start(dev, sources, isEmpty, stopper);
  } catch (error) {
    await stopper.stop();
    if (error instanceof StoppedWhileStarting) process.exit(0);
    throw error;
  }
}

async function start(dev: boolean, code: string | null, isEmpty: boolean, stopper: ReturnType<typeof createStopper>): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.logLevel);
  const isTerminal = process.stdout.isTTY;
  stopper.onFailure((name, error) => log.error({ err: error, step: name }, 'stopping failed'));
  if (env.isProduction && !isTerminal) logProcessMessages(log);
  const say = createAnnounce({ isProduction: env.isProduction, isTerminal, log });
  await requireFreePort(env);
  // Most of a start is reading code. Without cached pages nothing can be answered before it's read, so it's read while waiting for
  // PostgreSQL. Otherwise it would delay the first response.
  if (dev || !existsSync(join(env.dataDir, 'pages', 'kept'))) import('./server/load-site.ts').catch(() => undefined);
  const database = await startDatabase({ ...env.database, log: say });
  stopper.add('database', database.stop);
  const { connections } = database;
  if (!database.embedded) {
    const { dataDir, storage } = env;
    stopper.add('storage', (await claimStorage({ connection: connections.direct, dataDir, storage, log, say })).close);
  }
  if (isEmpty) await leaveDemoOut(connections, env, say);
  await settleRestore({ dataDir: env.dataDir, owner: connections.owner, log: say });
  const tags = listenForTags(connections.direct, log);
  stopper.add('tags', tags.close);

  const isHttps = env.publicUrl.startsWith('https:');
  const headers = securityHeaders({ isHttps });
  const mux = muxSources(env.video.mux);
  const sources = {
    img: [...otherHosts.img, ...mux.img],
    media: [...otherHosts.media, ...mux.media],
    connect: [...otherHosts.connect, ...mux.connect],
    frame: [...otherHosts.frame, ...frameSources(embedProviders, env.embedOrigin), ...runSources(env)],
    isHttps,
  };
  const embeds = createEmbedOrigin({ embedOrigin: env.embedOrigin, publicUrl: env.publicUrl, providers: embedProviders, headers });
  // Cached pages are served before the rest is loaded; rendering a page waits for it.
  let loaded: LoadedSite | null = null;
  const loading = Promise.withResolvers<LoadedSite>();
  const cache = dev
    ? null
    : createPageCache({
        publicPages: { find: (url) => findPublic(loaded, url) },
        render: async (key) => {
          const { api, pages } = await loading.promise;
          return isDocument(key) ? renderDocument(api.publicDocuments, key) : pages.renderPublic(key);
        },
        sources,
        securityHeaders: headers,
        fillingFor: async (request, key) => (await loaded?.publicPageFilling?.(request, key)) ?? null,
        tagHeader: env.cdn && tagHeaders[env.cdn.provider],
        warm: warmPages,
        onError: (error, key) => stopper.isStopping() || log.error({ err: error, path: key }, 'public page failed'),
      });
  if (cache)
    tags.onTagsChanged((changed) => {
      cache.purge(changed ?? ['*']);
      loaded?.studyPages?.purge(changed ?? ['*']);
    });
  const cachedPages =
    code === null
      ? null
      : openCachedPages({ ...pagesFolder(env, code), onError: (error) => log.warn({ err: error }, 'pages could not be kept') });
  const pageStore = cache && cachedPages && createPageStore({ cache, cachedPages, tags });
  await pageStore?.restore();

  const files = dev
    ? null
    : await createEarlyFiles({ folder: builtFiles, headers, otherwise: (request, response) => front.hold(request, response) });
  const redirectToHttps = createHttpsRedirect({ publicUrl: env.publicUrl, trustProxy: env.trustProxy, headers });
  const routes = env.metrics || env.tracing ? createRequestRoutes() : null;
  const metrics = env.metrics && routes && (await startMetrics(env.metrics, { dataDir: env.dataDir, cache, routes, log }));
  if (metrics) stopper.add('metrics', metrics.close);
  const tracing = env.tracing && routes && (await startTracing(env.tracing, { trustProxy: env.trustProxy, routes, log }));
  if (tracing) stopper.add('traces', tracing.close);
  const front = createFront({
    headers,
    watch: metrics?.watch,
    within: tracing?.within,
    ...(redirectToHttps && { first: redirectToHttps }),
    early: (request, response) =>
      embeds.answer(request, response) || cache?.answerCached(request, response) === true || files?.(request, response) === true,
    onError: (error, { url }) => log.error({ err: error, path: url?.split('?', 1)[0] }, 'request failed'),
  });
  if (pageStore) stopper.add('kept pages', pageStore.close);
  stopper.add('http', front.close, () => front.server.closeAllConnections());
  await front.listen({ port: env.port, host: env.host });

  if (env.isDemoWanted) await loadDemoIfEmpty(connections, env, say);
  const { loadSite, openSite } = await import('./server/load-site.ts');
  const runtime = { env, log, connections, tags, stopper, metrics, tracing, routes };
  loaded = await loadSite({ dev, runtime, http: { front, embeds, headers, sources, cache: () => cache } });
  if (cache) stopper.addBelow('http', 'pages being rendered', cache.close);
  loading.resolve(loaded);
  const { api, app } = loaded;
  const [firstPage = '/', ...laterPages] = warmPages;
  await cache?.warm([firstPage]);
  await openSite(app, front);
  if (env.trustProxy > 0) stopper.add('proxy', () => front.leave(leaveMs));
  stopper.finishStarting();
  if (env.isDemoWanted) {
    const { demoPeople } = await import('@newline/db/demo/people');
    const learner = demoPeople(env.secretKey).find((user) => user.role === 'learner');
    if (learner)
      say(`Sign in as ${learner.email} with the password ${learner.password} (npm run newline -- demo:people lists the others).`);
  }
  handOverFirstAdminLink(await api.firstAdmin.createLink(), { dataDir: env.dataDir, isTerminal, announce: say });
  if (!env.isProduction && !env.smtpUrl) say(`Emails from this site are at ${env.publicUrl}/dev/mailbox.`);
  say(`ready ${env.publicUrl}`);
  // Work that no request waits for. If the database becomes unavailable meanwhile, the next request, or the job's own schedule, tries
  // again.
  for (const later of [() => cache?.warm(laterPages), pageStore?.begin, api.renderTexts, api.auth, () => cache?.warm(exportPages)]) {
    if (stopper.isStopping()) return;
    try {
      await later?.();
    } catch (error) {
      if (!stopper.isStopping()) log.warn({ err: error }, 'what follows a start is put off');
    }
  }
}

/** Returns the public page, or the response of a public query, at a URL. */
function findPublic(loaded: LoadedSite | null, url: string): PublicPage | null {
  if (!isDocument(url)) return loaded?.publicPages?.find(url) ?? null;
  const key = loaded?.api.publicDocuments.keyOf(url) ?? null;
  return key === null ? null : { key, redirectTo: null, isGated: false, isExport: false };
}

/** Returns the folder in which pages are cached, and everything besides the content that determines their rendering. */
function pagesFolder(env: Env, code: string): { folder: string; secretKey: string; madeBy: string } {
  const settings = { ...env, fetchTestMap: [...env.fetchTestMap] };
  const madeBy = JSON.stringify([code, settings, findChromium() !== null]);
  return { folder: join(env.dataDir, 'pages'), secretKey: env.secretKey, madeBy };
}

/** Records that this site doesn't have the demo. A site that already has content stays unchanged. */
async function leaveDemoOut(connections: Connections, { dataDir }: Env, say: Announce): Promise<void> {
  if (await isDatabaseEmpty(connections.owner)) await writeFile(join(dataDir, withoutDemoFile), '');
  else say(`There is a site in ${dataDir} already, so --empty changes nothing. To start a new one, set DATA_DIR to another folder.`);
}

/** Metrics are loaded only if they're on. */
async function startMetrics(
  settings: MetricsSettings,
  options: Omit<Parameters<typeof startSiteMetrics>[0], 'settings'>,
): Promise<SiteMetrics> {
  const { startSiteMetrics: start } = await import('./server/metrics/site-metrics.ts');
  return start({ settings, ...options });
}

/** OpenTelemetry is loaded only if traces are on. */
async function startTracing(
  settings: TracingSettings,
  options: Omit<Parameters<typeof startSiteTracing>[0], 'settings'>,
): Promise<SiteTracing> {
  const { startSiteTracing: start } = await import('./server/tracing/site-tracing.ts');
  return start({ settings, ...options });
}

/** The demo's loader is loaded only when there is something to load. */
async function loadDemoIfEmpty(connections: Connections, { secretKey, publicUrl, dataDir }: Env, say: Announce): Promise<void> {
  if (isRestoreDue(dataDir) || !(await isDatabaseEmpty(connections.owner))) return;
  const { loadDemo } = await import('@newline/db/demo/load');
  await loadDemo(connections, { secretKey, publicUrl, now: new Date(), log: say });
}
