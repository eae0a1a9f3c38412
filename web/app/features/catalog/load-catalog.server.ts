import { pageNumberOf } from '../../shared/page-number.server.ts';
import { searchLimits } from '@newline/api/rules/limits/search';
import { cutText } from '@newline/document/truncate';
import { data, type RouterContextProvider } from 'react-router';
import { bookCard, courseCard, nextDue, type CardFacts } from '../../shared/catalog/card-facts.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { BooksDocument, CoursesDocument, TitlesWithWordsDocument } from './catalog-documents.ts';

/** The number of titles on a page of a list, or of each kind in a search. */
const pageSize = searchLimits.catalogPage;

type Catalog = { cards: CardFacts[]; query: string | null; page: number; hasNextPage: boolean };

/** Loads one page of courses or books; with `?q=`, the titles of both kinds that contain these words. */
export async function loadCatalog(context: Readonly<RouterContextProvider>, url: URL, kind: 'course' | 'book'): Promise<Catalog> {
  const parameters = url.searchParams;
  const query = cutText((parameters.get('q') ?? '').replaceAll('\0', '').trim(), searchLimits.titleWords);
  dependsOn(context, ['courses', 'books', 'contributions', 'users', 'testimonials', 'plans']);
  const page = pageNumberOf(parameters.get('page'));
  const { cards, hasNextPage } = query === '' ? await loadPage(context, kind, page) : await findTitles(context, kind, page, query);
  if (page > 1 && cards.length === 0) throw data(null, { status: 404 });
  return { cards, query: query === '' ? null : query, page, hasNextPage };
}

async function findTitles(context: Readonly<RouterContextProvider>, kind: 'course' | 'book', page: number, search: string) {
  const now = Date.now();
  const result = await runDocument(context, TitlesWithWordsDocument, { words: search, first: pageSize, offset: (page - 1) * pageSize });
  const { coursesWithWords: courses, booksWithWords: books } = result;
  dependsOn(context, [], nextDue([...courses.nodes, ...books.nodes], now));
  const courseCards = courses.nodes.map((node) => courseCard(node, now));
  const bookCards = books.nodes.map((node) => bookCard(node, now));
  return {
    cards: kind === 'course' ? [...courseCards, ...bookCards] : [...bookCards, ...courseCards],
    hasNextPage: courses.pageInfo.hasNextPage || books.pageInfo.hasNextPage,
  };
}

async function loadPage(context: Readonly<RouterContextProvider>, kind: 'course' | 'book', page: number) {
  const now = Date.now();
  const part = { first: pageSize, offset: (page - 1) * pageSize };
  if (kind === 'course') {
    const { nodes, pageInfo } = (await runDocument(context, CoursesDocument, part)).coursesBySlugs;
    dependsOn(context, [], nextDue(nodes, now));
    return { cards: nodes.map((node) => courseCard(node, now)), hasNextPage: pageInfo.hasNextPage };
  }
  const { nodes, pageInfo } = (await runDocument(context, BooksDocument, part)).booksBySlugs;
  dependsOn(context, [], nextDue(nodes, now));
  return { cards: nodes.map((node) => bookCard(node, now)), hasNextPage: pageInfo.hasNextPage };
}
