import { append } from '@newline/document/append';
import type { PageTag } from '@newline/api/page-tags';
import type { RouterContextProvider } from 'react-router';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import type { TypedDocument } from '../../shared/graphql-document.ts';
import {
  type Batch,
  type BatchVariables,
  ListedArticlesDocument,
  ListedBooksDocument,
  ListedClipsDocument,
  ListedCoursesDocument,
} from './feed-documents.ts';

type Context = Readonly<RouterContextProvider>;

/** Which rows to load, and which related data. */
type Wanted = { readonly atMost?: number; readonly withAuthors?: boolean; readonly withLessons?: boolean };

/**
 * Loads all items of one kind that the site lists, or the newest `atMost`, and registers what the response depends on with the page cache.
 */
export const loadListed = {
  courses: (context: Context, wanted: Wanted = {}) =>
    loadAll(context, ListedCoursesDocument, ['courses', 'lessons', 'contributions', 'users'], wanted, isPublished),
  books: (context: Context, wanted: Wanted = {}) =>
    loadAll(context, ListedBooksDocument, ['books', 'lessons', 'contributions', 'users'], wanted, isPublished),
  articles: (context: Context, wanted: Wanted = {}) =>
    loadAll(context, ListedArticlesDocument, ['articles', 'contributions', 'users'], wanted, isPublished),
  clips: (context: Context, wanted: Wanted = {}) =>
    loadAll(context, ListedClipsDocument, ['clips', 'courses', 'books'], wanted, () => true),
};

/** False for an item that is only announced. */
function isPublished({ isPublished: isOut, publishedAt }: { isPublished: boolean; publishedAt: string | null }): boolean {
  return isOut && publishedAt !== null && Date.parse(publishedAt) <= Date.now();
}

async function loadAll<TNode>(
  context: Context,
  document: TypedDocument<{ list: Batch<TNode> }, BatchVariables>,
  tags: readonly PageTag[],
  { atMost = Number.POSITIVE_INFINITY, withAuthors = false, withLessons = false }: Wanted,
  isWanted: (node: TNode) => boolean,
): Promise<TNode[]> {
  dependsOn(context, tags);
  const found: TNode[] = [];
  // Rows per request: the API's maximum, and fewer when lessons are included.
  const first = withLessons ? 25 : 100;
  let after: string | null = null;
  for (;;) {
    const { list }: { list: Batch<TNode> } = await runDocument(context, document, { first, after, withAuthors, withLessons });
    append(found, list.nodes.filter(isWanted));
    if (found.length >= atMost) return found.slice(0, atMost);
    if (!list.pageInfo.hasNextPage || list.pageInfo.endCursor === null) return found;
    after = list.pageInfo.endCursor;
  }
}
