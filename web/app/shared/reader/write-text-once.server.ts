import { hash } from 'node:crypto';
import { protectedRepositoryLink } from '@newline/document/nodes/protected-repository-link';
import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup } from 'react-dom/server';
import type { TextFacts, TextHeading } from './text-facts.ts';
import { writeText } from './written-text.tsx';

/** A text as HTML, and its headings for the table of contents. */
export type FinishedText = { html: string; headings: readonly TextHeading[]; blockCount: number };

/** All texts together that are kept, in characters. */
const maxCachedCharacters = 4 * 1024 * 1024;

const kept = new LRUCache<string, FinishedText>({ maxSize: maxCachedCharacters, sizeCalculation: ({ html }) => html.length + 1024 });

/**
 * Writes a text as HTML, and keeps that for the next who gets the very same text.
 *
 * Nobody is shown what another may read: the text was cut by the database for this reader before it comes here, and the key is all
 * that the HTML is made of, word by word. Another cut, another signature of a repository is another key.
 */
export function writeTextOnce(text: TextFacts): FinishedText {
  const { bodyDelta, bodyDrawings, siteOrigin, embedOrigin } = text;
  // The link has another signature every time, and few texts show it.
  const repositoryUrl = bodyDelta?.includes(protectedRepositoryLink.name) ? text.repositoryUrl : null;
  const key = hash('sha256', JSON.stringify([bodyDelta, bodyDrawings, siteOrigin, repositoryUrl, embedOrigin]), 'base64');
  const found = kept.get(key);
  if (found) return found;
  const { content, headings, blockCount } = writeText({ ...text, repositoryUrl });
  const finished: FinishedText = { html: renderToStaticMarkup(content), headings, blockCount };
  kept.set(key, finished);
  return finished;
}
