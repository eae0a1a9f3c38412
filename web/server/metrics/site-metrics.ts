import { createHash, timingSafeEqual } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import { readBearerToken } from '@newline/api/access-token';
import type { MetricsSettings } from '@newline/api/env';
import type { Log } from '@newline/api/log';
import type { Metric } from '@newline/api/metrics/metric';
import { createMetricsText } from '@newline/api/metrics/metrics-text';
import type { FastifyInstance } from 'fastify';
import type { PageCache } from '../page-cache.ts';
import type { RequestRoutes } from '../request-routes.ts';
import { listenOnMetricsPort, type MetricsAnswer } from './metrics-port.ts';

/** The status that is counted if the client disconnected before the response, as in nginx. */
const clientClosed = 499;

/** The metrics of the site: it counts requests and sends everything to Prometheus. */
export type SiteMetrics = {
  /** Counts a request when its response has ended. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  add(metrics: readonly Metric[]): void;
  /** Adds `/metrics` to the site if the metrics have no port. */
  addTo(app: FastifyInstance): void;
  close(): Promise<void>;
};

type Options = {
  settings: MetricsSettings;
  dataDir: string;
  cache: Pick<PageCache, 'size' | 'counts'> | null;
  routes: Pick<RequestRoutes, 'of'>;
  log: Log;
};

/**
 * Starts the metrics, and listens on their port if they have one.
 *
 * @throws StartError if it can't
 */
export async function startSiteMetrics({ settings, dataDir, cache, routes, log }: Options): Promise<SiteMetrics> {
  const text = createMetricsText({ log });
  text.add([...processMetrics(dataDir), ...(cache ? cacheMetrics(cache) : [])]);

  async function answer(authorization: string | undefined): Promise<MetricsAnswer> {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
    if (settings.token !== null && !isToken(authorization, settings.token))
      return { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' }, body: 'METRICS_TOKEN is required.\n' };
    return { status: 200, headers: { ...headers, 'content-type': text.contentType }, body: await text.read() };
  }

  const server = settings.port === null ? null : await listenOnMetricsPort({ host: settings.host, port: settings.port }, answer, log);
  return {
    watch(request, response) {
      const startedAt = performance.now();
      response.once('close', () => {
        const route = routes.of(request);
        const status = response.writableFinished || response.headersSent ? response.statusCode : clientClosed;
        text.countRequest(route, status, route === '/events' ? null : (performance.now() - startedAt) / 1000);
      });
    },
    add: text.add,
    addTo(app) {
      if (server === null)
        app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
          const { status, headers, body } = await answer(request.headers.authorization);
          return reply.code(status).headers(headers).send(body);
        });
    },
    close: () => new Promise((resolve) => (server === null ? resolve() : (server.close(() => resolve()), server.closeAllConnections()))),
  };
}

function processMetrics(dataDir: string): Metric[] {
  const ofDisk = (name: string, help: string, read: (disk: StatsFs) => number): Metric => ({
    name,
    help,
    type: 'gauge',
    read: async () => read(await statfs(dataDir)),
  });
  return [
    ofDisk('newline_data_dir_free_bytes', 'Free space on the disk of DATA_DIR.', ({ bavail, bsize }) => bavail * bsize),
    ofDisk('newline_data_dir_size_bytes', 'The size of the disk of DATA_DIR.', ({ blocks, bsize }) => blocks * bsize),
    {
      name: 'newline_heap_limit_bytes',
      help: 'The most memory that objects may take. The process ends when they need more.',
      type: 'gauge',
      read: () => getHeapStatistics().heap_size_limit,
    },
  ];
}

function cacheMetrics(cache: Pick<PageCache, 'size' | 'counts'>): Metric[] {
  return [
    {
      name: 'newline_page_cache_requests_total',
      help: 'Requests for public pages and queries that were answered from the page cache (hit), or rendered first (miss).',
      type: 'counter',
      labels: ['result'],
      read: () => Object.entries(cache.counts()).map(([result, value]) => ({ labels: { result }, value })),
    },
    {
      name: 'newline_page_cache_pages',
      help: 'Pages and results of queries in the page cache.',
      type: 'gauge',
      read: () => cache.size().pages,
    },
    { name: 'newline_page_cache_bytes', help: 'The size of the page cache.', type: 'gauge', read: () => cache.size().bytes },
  ];
}

/** Compares hashes, so that the time says nothing about the token, not even its length. */
function isToken(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(readBearerToken(authorization) ?? ''), hash(token));
}
