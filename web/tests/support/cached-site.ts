import { createServer } from 'node:http';
import { createPageCache, isDocument, type PageCache } from '../../server/page-cache.ts';
import type { ServerBuild } from 'react-router';
import type { PublicRoute } from '../../app/shared/public-route.ts';
import { createPublicPages } from '../../server/public-pages.ts';
import { securityHeaders } from '../../server/security-headers.ts';
import type { RenderedPage } from '../../server/stored-page.ts';

type Answer = { status: number; headers: Headers; body: string };

/** A page cache on a real socket; `render` renders its pages and may be replaced while it runs. */
export type CachedSite = {
  origin: string;
  cache: PageCache;
  /** The keys that were rendered, in order. */
  renders: string[];
  /** The errors thrown while rendering. */
  errors: unknown[];
  /** The cache's clock. */
  clock: { ms: number };
  render: (key: string) => Promise<RenderedPage>;
  get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;
  close: () => Promise<void>;
};

/** Creates an HTML page with the tag `courses` by default. */
export function renderedPage(body: string, more: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
    slots: [],
    tags: ['courses'],
    dueAtMs: null,
    isForVisitors: false,
    ...more,
  };
}

function routeOf(path: string, handle?: PublicRoute): NonNullable<ServerBuild['routes'][string]> {
  return { id: path, parentId: 'root', path, module: { default: () => null, handle } };
}

const routes: ServerBuild['routes'] = Object.fromEntries(
  [
    routeOf('', { isPublic: true }),
    routeOf('courses', { isPublic: true, parameters: { page: '1' } }),
    routeOf('courses/:slug', { isPublic: true }),
    routeOf('books', { isPublic: true }),
    routeOf('books/:slug', { isPublic: true }),
    routeOf('articles/:slug', { isPublic: true, isGated: true }),
    routeOf('clips/:clipId', { isPublic: true }),
    routeOf('llms.txt', { isPublic: true, isExport: true }),
    routeOf('account'),
  ].map((route) => [route.id, route]),
);

/** Opens a site that only has the cache; requests that it leaves to others get 299, those it passes on get 298. */
export async function openCachedSite(
  options: Pick<Parameters<typeof createPageCache>[0], 'exportPatienceMs' | 'fillingFor'> = {},
): Promise<CachedSite> {
  const renders: string[] = [];
  const errors: unknown[] = [];
  const clock = { ms: Date.UTC(2026, 10, 21) };
  const pages = createPublicPages(routes);
  const cache = createPageCache({
    publicPages: { find: (url) => (isDocument(url) ? { key: url, redirectTo: null, isGated: false, isExport: false } : pages.find(url)) },
    render: (key) => {
      renders.push(key);
      return site.render(key);
    },
    sources: { img: [], media: [], frame: [], connect: [], isHttps: false },
    securityHeaders: securityHeaders({ isHttps: false }),
    onError: (error) => errors.push(error),
    warm: ['/', '/courses'],
    now: () => clock.ms,
    ...options,
  });
  const server = createServer((request, response) => {
    const passOn = () => response.writeHead(298).end('passed on');
    if (!cache.answer(request, response, passOn)) response.writeHead(299).end('not from the cache');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('openCachedSite: expected a port, got none');
  const origin = `http://127.0.0.1:${address.port}`;
  const site: CachedSite = {
    origin,
    cache,
    renders,
    errors,
    clock,
    render: async (key) => renderedPage(`<p>${key}, rendering ${renders.length}</p>`),
    get: async (path, headers = {}, method = 'GET') => {
      const answer = await fetch(`${origin}${path}`, { headers, method });
      return { status: answer.status, headers: answer.headers, body: await answer.text() };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return site;
}
