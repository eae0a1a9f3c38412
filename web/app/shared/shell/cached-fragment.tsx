import { createElement, type ReactNode } from 'react';
import { usePageFacts } from '../page-facts.tsx';

/**
 * A fragment of the shell that is the same for every page that uses this name, and for every reader. The server renders it once and then
 * reuses its HTML; the browser sees no difference, and has no code for it. Its content must not use React's useId or depend on the reader.
 */
export function CachedFragment({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const { cachedFragments } = usePageFacts();
  return cachedFragments ? createElement('cached-fragment', { name }, cachedFragments.has(name) ? null : children) : children;
}
