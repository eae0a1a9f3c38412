import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { PublicRoute } from '../app/shared/public-route.ts';

/** The longest address that is looked at; longer ones are no public page. */
const maxUrlLength = 1024;

/** Of so many paths it is remembered which route they have. */
const maxRemembered = 2000;

/** How the parts of a public page's address are spelled; what is in none of them has to be answered for one request alone. */
const canonicalPath = /^\/$|^(?:\/[a-z0-9_.@-]{1,120})+$/;

/** A public page that an address leads to. */
export type PublicPage = {
  /** Under which it is kept: its path with its parameters in order. */
  key: string;
  /** The one address of it, when what was asked for is another spelling; null when it is that one. */
  redirectTo: string | null;
  isGated: boolean;
  /** It lists everything the site has. */
  isExport: boolean;
};

/** Tells the public pages from the others, by what the routes say of themselves. */
export type PublicPages = ReturnType<typeof createPublicPages>;

/** Reads the routes of a build. */
export function createPublicPages(routes: ServerBuild['routes']) {
  const tree = childrenOf('root', routes);
  /** By path: every request asks, and matching goes through all routes. */
  const found = new LRUCache<string, { readonly route: PublicRoute | null }>({ max: maxRemembered });

  function publicRouteOf(path: string): PublicRoute | null {
    const known = found.get(path);
    if (known) return known.route;
    const handle: unknown = matchRoutes(tree, path)?.at(-1)?.route.handle;
    const route = isPublicRoute(handle) ? handle : null;
    found.set(path, { route });
    return route;
  }

  return {
    /**
     * The public page of a request's address; null when it is none and has to be rendered for who asks.
     *
     * The addresses of client navigation (`/courses.data`, `/_.data`) have keys of their own.
     *
     * @example find('/courses?utm_source=mail') // { key: '/courses', redirectTo: null, … }
     * @example find('/Courses/?page=1') // { key: '/courses', redirectTo: '/courses', … }
     * @example find('/account') // null
     */
    find(url: string): PublicPage | null {
      if (url.length > maxUrlLength) return null;
      const queryAt = url.indexOf('?');
      const asked = queryAt < 0 ? url : url.slice(0, queryAt);
      const { path, ending } = documentPath(asked);
      const canonical = canonicalOf(path);
      const route = canonical === null ? null : publicRouteOf(canonical);
      if (canonical === null || route === null) return null;
      const address = ending === '.data' && canonical === '/' ? '/_.data' : `${canonical}${ending}`;
      const facts = { isGated: route.isGated ?? false, isExport: route.isExport ?? false };
      if (queryAt < 0) return { key: address, redirectTo: address === asked ? null : address, ...facts };

      const given = new URLSearchParams(url.slice(queryAt));
      // React Router asks for some routes only; such an answer is not the page's.
      if (given.has('_routes') || route.dynamic?.some((name) => given.has(name))) return null;
      const kept = new URLSearchParams();
      let isSpelledOut = false;
      for (const [name, unsaid] of Object.entries(route.parameters ?? {})) {
        const value = given.get(name);
        if (value !== null && value === unsaid) {
          given.delete(name);
          isSpelledOut = true;
        } else if (value !== null) kept.set(name, value);
      }
      const isOther = isSpelledOut || address !== asked;
      return { key: withQuery(address, kept), redirectTo: isOther ? withQuery(address, given) : null, ...facts };
    },
  };
}

function withQuery(path: string, parameters: URLSearchParams): string {
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** The path of the page that a `.data` address belongs to, and that ending; any other path is its own. */
function documentPath(path: string): { path: string; ending: '' | '.data' } {
  if (!path.endsWith('.data')) return { path, ending: '' };
  return { path: path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.slice(0, -'.data'.length), ending: '.data' };
}

/** The one spelling of a path: small letters, nothing escaped, no `.` or `..`, no slash at its end. Null when it has none. */
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

/** The routes under one, as React Router's matching wants them. */
function childrenOf(parentId: string, routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const facts = { id: route.id, ...(route.path !== undefined && { path: route.path }), handle: route.module.handle };
      return route.index ? { ...facts, index: true } : { ...facts, children: childrenOf(route.id, routes) };
    });
}
