import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { compactScript, type RouteManifest } from '../server/compact-route-table-plugin.ts';

const flags = {
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
};

/** A table in the form of React Router's, with so many files that some are written as two characters. */
function manifest({ files = 400, hasFeed = false } = {}): RouteManifest {
  const names = Array.from({ length: files }, (_, position) => `/assets/f${position}-_.js`);
  const root = {
    id: 'root',
    path: '',
    ...flags,
    hasErrorBoundary: true,
    module: '/assets/root.js',
    imports: [],
    css: ['/assets/page.css'],
  };
  const library = {
    id: 'routes/library',
    parentId: 'root',
    path: 'library',
    ...flags,
    module: '/assets/library.js',
    imports: names,
    css: [],
  };
  const overview = {
    id: 'routes/library-overview',
    parentId: 'routes/library',
    index: true as const,
    ...flags,
    module: '/assets/a.js',
    imports: [],
    css: [],
  };
  const layout = { id: 'routes/layout', parentId: 'root', ...flags, module: '/assets/b.js', imports: names.slice(3, 9), css: [] };
  const lesson = {
    ...layout,
    id: 'routes/lesson',
    path: 'courses/:slug/:lesson',
    imports: names.toReversed(),
    css: ['/assets/player.css#'],
  };
  const routes = [root, library, overview, layout, lesson];
  if (hasFeed) routes.push({ ...layout, id: 'routes/feed', path: 'feeds/:file', hasDefaultExport: false, imports: [] });
  return {
    entry: { module: '/assets/entry.js', imports: names.slice(0, 2), css: [] },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    url: '/assets/manifest-1.js',
    version: '1',
  };
}

const scriptOf = (table: unknown) => `window.__reactRouterManifest=${JSON.stringify(table)};`;

describe('the compact table of routes', () => {
  test('is in the browser what the router wrote for pages, in a fraction of the bytes', () => {
    const script = scriptOf(manifest({ hasFeed: true }));
    const compact = compactScript(script);
    const restored: unknown = JSON.parse(JSON.stringify(runInNewContext(`let window = {}; ${compact} window.__reactRouterManifest`)));
    expect(restored).toEqual(manifest());
    expect(compact.length).toBeLessThan(script.length / 3);
  });

  test('leaves out what only prefetching needs from routes that no link prefetches', () => {
    const table = manifest();
    const row = { ...table.routes['routes/library'], id: 'routes/studio-lesson', imports: ['/assets/f1-_.js'], css: ['/assets/page.css'] };
    const compact = compactScript(scriptOf({ ...table, routes: { ...table.routes, [row.id]: row } }));
    const restored = runInNewContext(`let window = {}; ${compact} window.__reactRouterManifest`) as RouteManifest;
    expect(JSON.parse(JSON.stringify(restored.routes[row.id]))).toEqual({ ...row, imports: [] });
    expect(restored.routes['routes/library']?.imports).toHaveLength(400);
  });

  test.for([
    ['another start', 'self.manifest={};'],
    ['a property that it does not know', scriptOf({ ...manifest(), sri: true })],
    [
      'a route with a property that it does not know',
      scriptOf({ ...manifest(), routes: { root: { ...manifest().routes.root, caseSensitive: true } } }),
    ],
    ['a file in another folder', scriptOf({ ...manifest(), entry: { module: '/other/a.js', imports: [], css: [] } })],
    ['more files than it can write', scriptOf(manifest({ files: 3000 }))],
  ])('is refused by the build with %s', ([, script]) => {
    expect(() => compactScript(script ?? '')).toThrow(/table of routes/);
  });
});
