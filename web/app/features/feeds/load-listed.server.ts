import type { PageTag } from '@newline/api/page-tags';
import type { RouterContextProvider } from 'react-router';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import type { TypedDocument } from '../../shared/graphql-document.ts';
import { type Batch, ListedArticlesDocument, ListedBooksDocument, ListedClipsDocument, ListedCoursesDocument } from './feed-documents.ts';

type Context = Readonly<RouterContextProvider>;

/** How many rows one question brings: what the API gives at the most when lessons hang on them. */
const batchSize = 25;

/** All the site lists of one kind, or the newest `atMost` of it; and what the answer depends on is told to the page cache. */
export const loadListed = {
  courses: (context: Context, atMost?: number) =>
    loadAll(context, ListedCoursesDocument, ['courses', 'lessons', 'contributions', 'users'], atMost),
  books: (context: Context, atMost?: number) =>
    loadAll(context, ListedBooksDocument, ['books', 'lessons', 'contributions', 'users'], atMost),
  articles: (context: Context, atMost?: number) => loadAll(context, ListedArticlesDocument, ['articles', 'contributions', 'users'], atMost),
  clips: (context: Context, atMost?: number) => loadAll(context, ListedClipsDocument, ['clips', 'courses', 'books'], atMost),
};

async function loadAll<TNode>(
  context: Context,
  document: TypedDocument<{ list: Batch<TNode> }, { first: number; offset: number }>,
  tags: readonly PageTag[],
  atMost = Number.POSITIVE_INFINITY,
): Promise<TNode[]> {
  dependsOn(context, tags);
  const found: TNode[] = [];
  for (;;) {
    const { list } = await runDocument(context, document, { first: Math.min(batchSize, atMost - found.length), offset: found.length });
    found.push(...list.nodes);
    if (list.nodes.length === 0 || found.length >= Math.min(atMost, list.totalCount)) return found;
  }
}
