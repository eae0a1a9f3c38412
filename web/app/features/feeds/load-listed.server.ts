import { append } from '@newline/document/append';
import type { PageTag } from '@newline/api/page-tags';
import type { RouterContextProvider } from 'react-router';
import { pathOf } from '../../shared/paths/path-card.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import type { TypedDocument } from '../../shared/graphql-document.ts';
import {
  type Batch,
  type BatchVariables,
  ListedArticlesDocument,
  ListedBooksDocument,
  ListedClipsDocument,
  ListedCountsDocument,
  ListedCoursesDocument,
  ListedPagesDocument,
  ListedPathsDocument,
  ListedUsernamesDocument,
} from './feed-documents.ts';

type Context = Readonly<RouterContextProvider>;

/** Which rows to load, and which related data. */
type ListOptions = {
  readonly atMost?: number;
  /** The rows of a part of the list, whether they are included or not. */
  readonly part?: { readonly from: number; readonly count: number };
  readonly withAuthors?: boolean;
  readonly withLessons?: boolean;
};

/**
 * Loads all items of one kind that the site lists, the newest `atMost`, or those of a part, and registers what the response depends on with
 * the page cache.
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

/** Loads a part of the published learning paths: at most a hundred. */
export async function loadListedPaths(context: Context, offset: number) {
  dependsOn(context, ['paths', 'courses', 'books', 'articles', 'clips']);
  const { listedLearningPaths } = await runDocument(context, ListedPathsDocument, { first: rowsPerRequest, offset });
  return listedLearningPaths.nodes.map(({ slug, ...path }) => ({ ...path, permalink: pathOf(slug) }));
}

/** Returns how many titles and clips the site lists, including announced ones. */
export async function countListed(context: Context) {
  dependsOn(context, ['courses', 'books', 'articles', 'clips', 'paths']);
  const { courses, books, articles, clips, paths } = await runDocument(context, ListedCountsDocument, {});
  return {
    courses: courses.totalCount,
    books: books.totalCount,
    articles: articles.totalCount,
    clips: clips.totalCount,
    paths: paths.totalCount,
  };
}

/** Loads the usernames of everyone who contributed to a published, listed title. */
export async function loadListedUsernames(context: Context): Promise<readonly string[]> {
  dependsOn(context, ['courses', 'books', 'articles', 'contributions', 'users']);
  const { listedUsernames } = await runDocument(context, ListedUsernamesDocument, {});
  return (listedUsernames ?? []).filter((name) => name !== null);
}

/** False for an item that is only announced. */
function isPublished({ isPublished: isOut, publishedAt }: { isPublished: boolean; publishedAt: string | null }): boolean {
  return isOut && publishedAt !== null && Date.parse(publishedAt) <= Date.now();
}

/** The API's maximum. */
const rowsPerRequest = 100;

async function loadAll<TNode>(
  context: Context,
  document: TypedDocument<{ list: Batch<TNode> }, BatchVariables>,
  tags: readonly PageTag[],
  { atMost = Number.POSITIVE_INFINITY, part, withAuthors = false, withLessons = false }: ListOptions,
  isIncluded: (node: TNode) => boolean,
): Promise<TNode[]> {
  dependsOn(context, tags);
  const items: TNode[] = [];
  let after: string | null = null;
  for (let read = 0; ; ) {
    const left = (part?.count ?? Number.POSITIVE_INFINITY) - read;
    const variables: Pick<BatchVariables, 'first' | 'after' | 'offset'> = {
      first: Math.min(rowsPerRequest, left),
      after,
      offset: after === null ? (part?.from ?? null) : null,
    };
    const { list }: { list: Batch<TNode> } = await runDocument(context, document, { ...variables, withAuthors, withLessons });
    append(items, list.nodes.filter(isIncluded));
    read += list.nodes.length;
    if (items.length >= atMost) return items.slice(0, atMost);
    if (read >= (part?.count ?? Number.POSITIVE_INFINITY) || !list.pageInfo.hasNextPage || list.pageInfo.endCursor === null) return items;
    after = list.pageInfo.endCursor;
  }
}
