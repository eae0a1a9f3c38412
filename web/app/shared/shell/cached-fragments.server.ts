import type { CachedFragments } from './cached-fragments.ts';

const opening = '<cached-fragment name="';
const closing = '</cached-fragment>';

/** The module preloads that React renders into the head, before the first script. */
const modules = /(?:<link rel="modulepreload"[^>]*>)+/;
const firstScript = '<script';

/**
 * The rendered fragments by name, split at the nonce of their page. There are as many as there are sections and sets of routes, and none
 * depends on the reader.
 */
const fragments = new Map<string, readonly string[]>();

/** Returns the fragments of one page, which is rendered with this nonce and the modules of these routes. */
export function cachedFragmentsOf(
  nonce: string,
  routeIds: readonly string[],
): CachedFragments & { readonly putIn: (html: string) => string } {
  const scripts = `scripts ${routeIds.join(' ')}`;
  const modulesName = `modules ${routeIds.join(' ')}`;
  const hasScripts = fragments.has(scripts);
  const keep = (name: string, html: string) => fragments.set(name, html.split(nonce));
  const written = (name: string) => fragments.get(name)?.join(nonce) ?? '';

  return {
    has: (name) => fragments.has(name),
    scripts,
    /** Completes the page: inserts cached fragments, and removes the markers of newly rendered ones. */
    putIn(html) {
      const [start = '', ...marked] = html.split(opening);
      const parts = marked.map((rest) => {
        const nameEnd = rest.indexOf('">');
        const partEnd = rest.indexOf(closing, nameEnd);
        const name = rest.slice(0, nameEnd);
        const part = rest.slice(nameEnd + 2, partEnd);
        if (part !== '') keep(name, part);
        return (part === '' ? written(name) : part) + rest.slice(partEnd + closing.length);
      });
      if (!hasScripts) keep(modulesName, modules.exec(start)?.[0] ?? '');
      const scriptAt = start.indexOf(firstScript);
      const head = hasScripts && scriptAt >= 0 ? start.slice(0, scriptAt) + written(modulesName) + start.slice(scriptAt) : start;
      return head + parts.join('');
    },
  };
}
