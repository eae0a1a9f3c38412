import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';

/** A line of the URL table for a page. */
export type PageKind = { pattern: string; matches: (path: string) => boolean };

/** Returns all kinds of pages, the most exact first: a path is of the first kind that matches it. */
export function pageKinds(routes: readonly RouteConfigEntry[]): PageKind[] {
  return flatten(routes, '')
    .toSorted((a, b) => looseness(a) - looseness(b))
    .map((pattern) => {
      const expression = new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
      return { pattern, matches: (path) => expression.test(path) };
    });
}

const app = join(import.meta.dirname, '../../web/app');

/** Returns the paths of the routes that are components; the others are files for programs. */
function flatten(routes: readonly RouteConfigEntry[], parent: string): string[] {
  return routes.flatMap(({ path, file, children = [] }) => {
    const pattern = path === undefined ? parent : `${parent}/${path}`;
    if (!readFileSync(join(app, file), 'utf8').includes('export default')) return [];
    if (children.length > 0) return flatten(children, pattern);
    // A route with an optional part has two kinds of pages: a list, and one of its items.
    const [list, item] = [pattern.replace(/\/:\w+\?$/, ''), pattern.replace(/\?$/, '')];
    return list === item ? [list === '' ? '/' : list] : [list, item];
  });
}

function looseness(pattern: string): number {
  return pattern.includes('*') ? 9 : (pattern.match(/:/g)?.length ?? 0);
}
