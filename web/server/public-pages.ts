import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { PublicRoute } from '../app/shared/public-route.ts';

/** The maximum length of a public page's URL. */
const maxUrlLength = 1024;

/** The number of paths whose routes are cached. */
const maxRemembered = 2000;

/** Matches canonical public paths; others are handled individually for each request. */
const canonicalPath = /^\/$|^(?:\/[a-z0-9_.@-]{1,120})+$/;

/** A public page that a URL leads to. */
export type PublicPage = {
  /** The cache key: its path with its parameters in order. */
  key: string;
  /** The canonical URL, if the requested one is spelled differently; otherwise null. */
  redirectTo: string | null;
  isGated: boolean;
  /** True for a page that lists the whole site. */
  isExport: boolean;
};

/** Distinguishes public pages from others, by the handles of their routes. */
export type PublicPages = ReturnType<typeof createPublicPages>;

/** Reads the routes of a build. */
export function createPublicPages(routes: ServerBuild['routes']) {
  const tree = childrenOf('root', routes);
  /** Cached by path, because matching checks all routes for every request. */
  const routeCache = new LRUCache<string, { readonly route: PublicRoute | null; readonly pattern: string | null }>({ max: maxRemembered });

  function routeAt(path: string): { readonly route: PublicRoute | null; readonly pattern: string | null } {
    const cached = routeCache.get(path);
    if (cached) return cached;
    const matches = matchRoutes(tree, path);
    const handle: unknown = matches?.at(-1)?.route.handle;
    const pattern = matches && `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
    const entry = { route: isPublicRoute(handle) ? handle : null, pattern };
    routeCache.set(path, entry);
    return entry;
  }

  return {
    /**
     * Returns the pattern of the route of a page, public or not; null if no route has this URL.
     *
     * @example patternOf('/courses/testing?page=2') // '/courses/:slug'
     */
    patternOf(url: string): string | null {
      const queryAt = url.indexOf('?');
      const canonical = url.length > maxUrlLength ? null : canonicalOf(documentPath(queryAt < 0 ? url : url.slice(0, queryAt)).path);
      return canonical === null ? null : routeAt(canonical).pattern;
    },

    /**
     * Returns the public page of a request's URL; null when it isn't public and has to be rendered for the user. URLs of client-side
     * navigation (`/courses.data`, `/_.data`) have their own keys.
     *
     * @example find('/courses?utm_source=mail') // { key: '/courses', redirectTo: null, … }
     * @example find('/Courses/?page=1') // { key: '/courses', redirectTo: '/courses', … }
     * @example find('/account') // null
     */
    find(url: string): PublicPage | null {
      if (url.length > maxUrlLength) return null;
      const queryAt = url.indexOf('?');
      const requestedPath = queryAt < 0 ? url : url.slice(0, queryAt);
      const { path, ending } = documentPath(requestedPath);
      const canonical = canonicalOf(path);
      const route = canonical === null ? null : routeAt(canonical).route;
      if (canonical === null || route === null) return null;
      const canonicalUrl = ending === '.data' && canonical === '/' ? '/_.data' : `${canonical}${ending}`;
      const facts = { isGated: route.isGated ?? false, isExport: route.isExport ?? false };
      if (queryAt < 0) return { key: canonicalUrl, redirectTo: canonicalUrl === requestedPath ? null : canonicalUrl, ...facts };

      const parameters = new URLSearchParams(url.slice(queryAt));
      // React Router requests only some routes; such a response isn't the whole page's.
      if (parameters.has('_routes') || route.dynamic?.some((name) => parameters.has(name))) return null;
      const canonicalParameters = new URLSearchParams();
      let isSpelledOut = false;
      for (const [name, unsaid] of Object.entries(route.parameters ?? {})) {
        const value = parameters.get(name);
        if (value !== null && value === unsaid) {
          parameters.delete(name);
          isSpelledOut = true;
        } else if (value !== null) canonicalParameters.set(name, value);
      }
      const isRedirected = isSpelledOut || canonicalUrl !== requestedPath;
      return {
        key: withQuery(canonicalUrl, canonicalParameters),
        redirectTo: isRedirected ? withQuery(canonicalUrl, parameters) : null,
        ...facts,
      };
    },
  };
}

function withQuery(path: string, parameters: URLSearchParams): string {
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** Returns the path of the page that a `.data` URL belongs to, and that suffix; other paths are returned as they are. */
function documentPath(path: string): { path: string; ending: '' | '.data' } {
  if (!path.endsWith('.data')) return { path, ending: '' };
  return { path: path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length), ending: '.data' };
}

/** Returns the canonical spelling of a path: lower case, no escapes, no `.` or `..`, no trailing slash. Null when it has none. */
function canonicalOf(path: string): string | null {
  if (canonicalPath.test(path) && !/\/\.\.?(?:\/|$)/.test(path)) return path;
  if (/\/\/|\\|%2f|%5c/i.test(path)) return null;
  try {
    const spelled = decodeURIComponent(new URL(`http://host${path}`).pathname).toLowerCase();
    const trimmed = spelled.length > 1 && spelled.endsWith('/') ? spelled.slice(0, -1) : spelled;
    return canonicalPath.test(trimmed) ? trimmed : null;
  } catch {
    return null;
  }
}

function isPublicRoute(handle: unknown): handle is PublicRoute {
  return typeof handle === 'object' && handle !== null && 'isPublic' in handle && handle.isPublic === true;
}

/** Returns the child routes of a route, as React Router's matching expects them. */
function childrenOf(parentId: string, routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const facts = { id: route.id, ...(route.path !== undefined && { path: route.path }), handle: route.module.handle };
      return route.index ? { ...facts, index: true } : { ...facts, children: childrenOf(route.id, routes) };
    });
}
