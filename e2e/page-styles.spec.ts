import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import routes from '../web/app/routes.ts';
import { signInAt } from './support/api-client.ts';
import { crawlPages } from './support/crawl-pages.ts';
import { demoPerson, expect, test } from './support/journey.ts';
import { pageKinds } from './support/page-kinds.ts';

const assets = join(import.meta.dirname, '../web/build/client/assets');
/** Pages that no other leads to. */
const unlinked = ['/no/such/page', '/courses/no-such-course', '/search?q=type', '/articles/a-style-sheet-of-every-block'];

for (const role of ['visitor', 'author', 'admin'] as const)
  test(`every kind of page is sent with the styles of all that it shows: ${role} @SITE-02`, { tag: '@desk' }, async ({ baseURL }) => {
    const origin = baseURL ?? '';
    const homes = await sheetsOfClasses();
    const kinds = pageKinds(routes);
    const fixed = kinds.map(({ pattern }) => pattern.replace(/\/:\w+\?/, '')).filter((pattern) => !/[:*]/.test(pattern));
    const cookie = role === 'visitor' ? null : (await signInAt(origin, demoPerson(role))).cookie;
    const pages = await crawlPages({ origin, kinds, from: [...fixed, ...unlinked], cookie, each: 2 });
    expect(new Set(pages.map(({ kind }) => kind)).size).toBeGreaterThan(30);
    const unstyled = pages.flatMap(({ address, html }) => {
      const linked = new Set([...html.matchAll(/<link\b[^>]*\bhref="([^"#]+\.css)[^>]*>/g)].map(([, href = '']) => href));
      const shown = html.replace(/<script\b[\s\S]*?<\/script>/g, '').matchAll(/\bclass="([^"]*)"/g);
      const classes = new Set([...shown].flatMap(([, names = '']) => names.split(/\s+/)));
      return [...classes]
        .filter((name) => homes.get(name)?.every((sheet) => !linked.has(sheet)))
        .map((name) => `${address}: .${name} of ${homes.get(name)?.join(', ')}`);
    });
    expect(unstyled).toEqual([]);
  });

/** Which sheets of the build say something of a class that a module gave its name. */
async function sheetsOfClasses(): Promise<Map<string, string[]>> {
  const homes = new Map<string, string[]>();
  for (const file of await readdir(assets)) {
    if (!file.endsWith('.css')) continue;
    const names = new Set([...readFileSync(join(assets, file), 'utf8').matchAll(/\.(_[\w-]{5})(?![\w-])/g)].map(([, name = '']) => name));
    for (const name of names) homes.set(name, [...(homes.get(name) ?? []), `/assets/${file}`]);
  }
  return homes;
}
