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

/** Which rows are wanted, and what of them beside their own words. */
type Wanted = { readonly atMost?: number; readonly withAuthors?: boolean; readonly withLessons?: boolean };

/** All the site lists of one kind, or the newest `atMost` of it; and what the answer depends on is told to the page cache. */
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

/** True unless it is only announced. */
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
  // How many rows one question brings: what the API gives at the most, and less of it where lessons hang on them.
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
