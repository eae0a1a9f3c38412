import { siteSettings } from '@newline/api/rules/site/site-settings';
import { LRUCache } from 'lru-cache';
import type { CachedFragments } from './cached-fragments.ts';

const opening = '<cached-fragment name="';
const closing = '</cached-fragment>';

/** The module preloads that React renders into the head, before the first script. */
const modules = /(?:<link rel="modulepreload"[^>]*>)+/;
const firstScript = '<script';

/** Enough for the shell in all sections, and for the titles that most readers have in their libraries: about 2 MB. */
const maxFragments = 1_000;

type Fragments = LRUCache<string, readonly string[]>;

/**
 * The rendered fragments with the current settings of the site, by name, split at the page's nonce. None of them contains user data.
 */
let cached = { settings: siteSettings(), parts: newFragments() };

function newFragments(): Fragments {
  return new LRUCache({ max: maxFragments });
}

/** Returns the parts for the current settings. A page that started rendering with older settings keeps using those. */
function cachedFragments(): Fragments {
  const settings = siteSettings();
  if (cached.settings !== settings) cached = { settings, parts: newFragments() };
  return cached.parts;
}

/** Returns the fragments of one page, which is rendered with this nonce and the modules of these routes. */
export function cachedFragmentsOf(
  nonce: string,
  routeIds: readonly string[],
): CachedFragments & { readonly putIn: (html: string) => string } {
  const fragments = cachedFragments();
  const scripts = `scripts ${routeIds.join(' ')}`;
  const modulesName = `modules ${routeIds.join(' ')}`;
  // Asking for a fragment also makes it the last one to be dropped, so it's still there when the page is completed.
  const has = (name: string) => fragments.get(name) !== undefined;
  const hasScripts = [scripts, modulesName].every(has);
  const keep = (name: string, html: string) => fragments.set(name, html.split(nonce));
  const written = (name: string) => fragments.get(name)?.join(nonce) ?? '';

  return {
    has: (name) => (name === scripts ? hasScripts : has(name)),
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
