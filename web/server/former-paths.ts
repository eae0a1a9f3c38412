import type { FastifyInstance } from 'fastify';

/** Former paths of pages with their current ones. Everything below a path has moved with it. */
const renamed = [
  ['/notices', '/notifications'],
  ['/studio/figures', '/studio/analytics'],
  ['/studio/folders', '/studio/import-export'],
  ['/api/folders', '/api/import-export'],
] as const;

/** Redirects the former paths of pages permanently, and the data of a page that was open during an upgrade, too. */
export function addFormerPaths(app: FastifyInstance): void {
  for (const [former] of renamed)
    for (const url of [former, `${former}.data`, `${former}/*`])
      app.get(url, (request, reply) => reply.redirect(currentPath(request.url), 301));
}

/**
 * Returns the current URL of a renamed page, with its query; other URLs unchanged.
 *
 * @example currentPath('/notices?after=10') // '/notifications?after=10'
 */
export function currentPath(url: string): string {
  const [, path = '', rest = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  for (const [former, current] of renamed) {
    const below = path.slice(former.length);
    if (path.startsWith(former) && /^(?:$|\/|\.data$)/.test(below))
      return current + below.replace(/\/figures\.csv$/, '/analytics.csv') + rest;
  }
  return url;
}
