import { createElement, type ReactNode } from 'react';
import { usePageFacts } from '../page-facts.tsx';

/**
 * A part of the shell that says the same on every page that gives it this name, whoever reads it. The server writes it once and then puts it
 * in as it was; the browser sees no difference, and has no code for it. Nothing in it may ask for an id of React's, or know the reader.
 */
export function CachedFragment({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const { cachedFragments } = usePageFacts();
  return cachedFragments ? createElement('kept-part', { name }, cachedFragments.has(name) ? null : children) : children;
}
