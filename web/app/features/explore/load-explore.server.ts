import { data, redirect, type RouterContextProvider } from 'react-router';
import { bookCard, nextDue } from '../../shared/catalog/card-facts.ts';
import { formatHours } from '../../shared/format-hours.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import type { ShelfBook, ShelfTab } from './books-explorer.tsx';
import {
  BooksExplorerDocument,
  CategoriesDocument,
  CategoryDocument,
  type RankedBook,
  type TaggedContent,
  TaggedContentDocument,
} from './explore-documents.ts';
import { exploreHref, maxPages } from './explore-href.ts';
import { pageSize } from './explore-page-facts.ts';

/** A tab of the explore section: the slug of its category, or 'all' for every title. */
export type Category = { slug: string; name: string; numTitles: number };

/** An article in its row. */
export type ArticleRow = { id: string; title: string; permalink: string; about: string; isFree: boolean };

/** What the explore section shows of one category. */
export type Explored = { categories: Category[]; category: string; content: TaggedContent; now: number; pages: number };

/** Loads the categories with their counts, and the first titles of the one in the URL. */
export async function loadExplored(context: Readonly<RouterContextProvider>, parameters: URLSearchParams): Promise<Explored> {
  dependsOn(context, ['courses', 'books', 'articles', 'contributions', 'users', 'testimonials', 'tags', 'lessons', 'plans']);
  const { tags, articlesForTag, coursesByTag, booksByTag } = await runDocument(context, CategoriesDocument, {});
  const numTitles = articlesForTag.totalCount + coursesByTag.totalCount + booksByTag.totalCount;
  const categories = [{ slug: 'all', name: 'All', numTitles }, ...tags.nodes];
  const category = parameters.get('category') ?? 'all';
  const pages = pagesOf(parameters.get('pages'));
  if (!categories.some(({ slug }) => slug === category)) {
    const { tagOf: tag } = await runDocument(context, CategoryDocument, { tagName: category });
    if (tag?.isCategory && tag.slug !== category) throw redirect(exploreHref(tag.slug, pages), 301);
    throw data(null, { status: 404 });
  }
  const tagName = category === 'all' ? null : category;
  const content = await runDocument(context, TaggedContentDocument, { tagName, first: pageSize * pages, offset: 0 });
  const now = Date.now();
  const nodes = [...content.articlesForTag.nodes, ...content.coursesByTag.nodes, ...content.booksByTag.nodes];
  dependsOn(context, [], nextDue(nodes, now));
  return { categories, category, content, now, pages };
}

function pagesOf(text: string | null): number {
  if (text === null) return 1;
  if (!/^[1-9]\d?$/u.test(text) || Number(text) > maxPages) throw data(null, { status: 404 });
  return Number(text);
}

/** Loads the five newest articles with their topics. */
export async function loadArticleRows(context: Readonly<RouterContextProvider>): Promise<ArticleRow[]> {
  const { articlesForTag } = await runDocument(context, TaggedContentDocument, { tagName: null, first: pageSize, offset: 0 });
  return articlesForTag.nodes.map(({ id, title, permalink, subscriptionRequired, taggings }) => ({
    id,
    title,
    permalink,
    about: taggings.nodes
      .flatMap(({ tag }) => (tag ? [tag.name] : []))
      .slice(0, 2)
      .join(' · '),
    isFree: !subscriptionRequired,
  }));
}

/** Loads the tabs of the books explorer; Coming Soon only if there are announced books (BOOK-01). */
export async function loadShelf(context: Readonly<RouterContextProvider>): Promise<{ tabs: ShelfTab[]; total: number }> {
  dependsOn(context, ['books', 'contributions', 'users', 'testimonials', 'lessons', 'plans']);
  const { recent, popular, rated, coming, booksByTag } = await runDocument(context, BooksExplorerDocument, {});
  const now = Date.now();
  dependsOn(context, [], nextDue(recent.nodes, now));
  const tabs = [
    { value: 'recent', label: 'Most Recent', books: recent.nodes },
    { value: 'popular', label: 'Most Popular', books: popular.nodes },
    { value: 'rated', label: 'Highest Rated', books: rated.nodes },
    { value: 'coming', label: 'Coming Soon', books: coming.nodes },
  ] as const;
  return {
    tabs: tabs
      .filter(({ value, books }) => value !== 'coming' || books.length > 0)
      .map(({ books, ...tab }) => ({ ...tab, books: books.map((book) => shelfBook(book, now)) })),
    total: booksByTag.totalCount,
  };
}

function shelfBook(node: RankedBook, now: number): ShelfBook {
  return { ...bookCard(node, now), duration: node.videoSeconds > 0 ? formatHours(node.videoSeconds) : null };
}
