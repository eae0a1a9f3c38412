import type { CachedFragments } from './cached-fragments.ts';

const opening = '<kept-part name="';
const closing = '</kept-part>';

/** The modules that a page tells of in its head: React writes them there, ahead of the first script. */
const modules = /(?:<link rel="modulepreload"[^>]*>)+/;
const firstScript = '<script';

/**
 * What was written of the shell, by name, in the pieces around the nonce of its page. There are as many as there are sections and sets of
 * routes, and none of them knows a reader.
 */
const kept = new Map<string, readonly string[]>();

/** The parts of one page, which is written for this nonce with the modules of these routes. */
export function cachedFragmentsOf(
  nonce: string,
  routeIds: readonly string[],
): CachedFragments & { readonly putIn: (html: string) => string } {
  const scripts = `scripts ${routeIds.join(' ')}`;
  const modulesName = `modules ${routeIds.join(' ')}`;
  const hasScripts = kept.has(scripts);
  const keep = (name: string, html: string) => kept.set(name, html.split(nonce));
  const written = (name: string) => kept.get(name)?.join(nonce) ?? '';

  return {
    has: (name) => kept.has(name),
    scripts,
    /** The whole page: what was kept in its places, and what was written for the first time without its marks. */
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
      const place = start.indexOf(firstScript);
      const head = hasScripts && place >= 0 ? start.slice(0, place) + written(modulesName) + start.slice(place) : start;
      return head + parts.join('');
    },
  };
}
