import { searchLimits } from '@newline/api/rules/limits/search';
import { cutText } from '@newline/document/truncate';
import type { RouterContextProvider } from 'react-router';
import { runDocument } from '../../shared/run-document.server.ts';
import { SearchDocument, type Hit, type HitKind } from '../../shared/search/search-document.ts';
import { groups } from './search-groups.ts';

/** What the search page shows. */
export type SearchFacts = {
  words: string;
  /** The selected group; null for all. */
  group: string | null;
  hits: Hit[];
};

const maxHits = 50;

/** Runs the search in the URL, as the current reader. */
export async function loadSearch(context: Readonly<RouterContextProvider>, url: URL): Promise<SearchFacts> {
  const parameters = url.searchParams;
  const words = cutText((parameters.get('q') ?? '').replaceAll('\0', ''), searchLimits.words).trim();
  const group = groups.find(({ name }) => name === parameters.get('in'));
  if (words === '') return { words, group: group?.name ?? null, hits: [] };
  const kinds: HitKind[] | null = group ? [...group.kinds] : null;
  const { search } = await runDocument(context, SearchDocument, { words, kinds, atMost: maxHits, isTyping: false });
  return { words, group: group?.name ?? null, hits: search.nodes };
}
