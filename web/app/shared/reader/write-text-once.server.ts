import { hash } from 'node:crypto';
import { protectedRepositoryLink } from '@newline/document/nodes/protected-repository-link';
import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import type { TextFacts, TextHeading } from './text-facts.ts';
import { writeText } from './written-text.tsx';

/** A text as HTML, its headings for the table of contents, and its number of blocks. */
export type FinishedText = { html: string; headings: readonly TextHeading[]; blockCount: number };

/** The maximum total size of all cached texts, in characters. */
const maxCachedCharacters = 4 * 1024 * 1024;

const cache = new LRUCache<string, FinishedText>({ maxSize: maxCachedCharacters, sizeCalculation: ({ html }) => html.length + 1024 });

/**
 * Renders a text as HTML and caches it for others who get the same text. Access stays correct: the database has already cut the text for
 * this reader, and the key consists of everything that the HTML is made of. Another cut or another signature has another key.
 */
export function writeTextOnce(text: TextFacts): FinishedText {
  const { bodyDelta, bodyDrawings, siteOrigin, embedOrigin } = text;
  // The URL has a different signature each time, and few texts show it.
  const repositoryUrl = bodyDelta?.includes(protectedRepositoryLink.name) ? text.repositoryUrl : null;
  const key = hash('sha256', JSON.stringify([bodyDelta, bodyDrawings, siteOrigin, repositoryUrl, embedOrigin]), 'base64');
  const cached = cache.get(key);
  if (cached) return cached;
  const { content, headings, blockCount } = writeText({ ...text, repositoryUrl });
  const finished: FinishedText = { html: renderToStaticMarkup(content), headings, blockCount };
  cache.set(key, finished);
  return finished;
}
