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
  ListedPagesDocument,
} from './feed-documents.ts';

type Context = Readonly<RouterContextProvider>;

/** Which rows to load, and which related data. */
type ListOptions = { readonly atMost?: number; readonly withAuthors?: boolean; readonly withLessons?: boolean };

/**
 * Loads all items of one kind that the site lists, or the newest `atMost`, and registers what the response depends on with the page cache.
 */
export const loadListed = {
  courses: (context: Context, options: ListOptions = {}) =>
    loadAll(context, ListedCoursesDocument, ['courses', 'lessons', 'contributions', 'users'], options, isPublished),
  books: (context: Context, options: ListOptions = {}) =>
    loadAll(context, ListedBooksDocument, ['books', 'lessons', 'contributions', 'users'], options, isPublished),
  articles: (context: Context, options: ListOptions = {}) =>
    loadAll(context, ListedArticlesDocument, ['articles', 'contributions', 'users'], options, isPublished),
  clips: (context: Context, options: ListOptions = {}) =>
    loadAll(context, ListedClipsDocument, ['clips', 'courses', 'books'], options, () => true),
};

/** Loads the published site pages, such as the terms. */
export async function loadOwnersPages(context: Context) {
  dependsOn(context, ['pages']);
  const { pages } = await runDocument(context, ListedPagesDocument, {});
  return (pages?.nodes ?? []).flatMap(({ publishedAt, ...page }) => (publishedAt === null ? [] : [{ ...page, publishedAt }]));
}

/** False for an item that is only announced. */
function isPublished({ isPublished: isOut, publishedAt }: { isPublished: boolean; publishedAt: string | null }): boolean {
  return isOut && publishedAt !== null && Date.parse(publishedAt) <= Date.now();
}

async function loadAll<TNode>(
  context: Context,
  document: TypedDocument<{ list: Batch<TNode> }, BatchVariables>,
  tags: readonly PageTag[],
  { atMost = Number.POSITIVE_INFINITY, withAuthors = false, withLessons = false }: ListOptions,
  isIncluded: (node: TNode) => boolean,
): Promise<TNode[]> {
  dependsOn(context, tags);
  const items: TNode[] = [];
  // Rows per request: the API's maximum, and fewer when lessons are included.
  const first = withLessons ? 25 : 100;
  let after: string | null = null;
  for (;;) {
    const { list }: { list: Batch<TNode> } = await runDocument(context, document, { first, after, withAuthors, withLessons });
    append(items, list.nodes.filter(isIncluded));
    if (items.length >= atMost) return items.slice(0, atMost);
    if (!list.pageInfo.hasNextPage || list.pageInfo.endCursor === null) return items;
    after = list.pageInfo.endCursor;
  }
}
