import { data, type RouterContextProvider } from 'react-router';
import { bookCard, courseCard, nextDue, type CardFacts } from '../../shared/catalogue/card-facts.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { BooksDocument, CoursesDocument } from './catalogue-documents.ts';

/** Titles on a page of a list. */
const pageSize = 60;
/** Pages of 100 that a search by title looks through. */
const maxSearchedPages = 10;

type Catalogue = { cards: CardFacts[]; query: string | null; page: number; hasNextPage: boolean };

/** One page of the courses or the books; with `?q=` every title of both that has these words in it. */
export async function loadCatalogue(context: Readonly<RouterContextProvider>, url: URL, kind: 'course' | 'book'): Promise<Catalogue> {
  const parameters = url.searchParams;
  const query = (parameters.get('q') ?? '').trim().slice(0, 100);
  dependsOn(context, ['courses', 'books', 'contributions', 'users', 'testimonials']);
  if (query !== '') {
    const [courses, books] = await Promise.all([searchKind(context, 'course', query), searchKind(context, 'book', query)]);
    const cards = kind === 'course' ? [...courses, ...books] : [...books, ...courses];
    return { cards, query, page: 1, hasNextPage: false };
  }
  const page = pageOf(parameters.get('page'));
  const { cards, hasNextPage } = await loadPage(context, kind, pageSize, (page - 1) * pageSize);
  if (page > 1 && cards.length === 0) throw data(null, { status: 404 });
  return { cards, query: null, page, hasNextPage };
}

function pageOf(text: string | null): number {
  if (text === null) return 1;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}

async function searchKind(context: Readonly<RouterContextProvider>, kind: 'course' | 'book', query: string): Promise<CardFacts[]> {
  const words = query.toLowerCase().split(/\s+/);
  const found: CardFacts[] = [];
  for (let page = 0; page < maxSearchedPages; page += 1) {
    const { cards, hasNextPage } = await loadPage(context, kind, 100, page * 100);
    found.push(...cards.filter((card) => words.every((word) => card.title.toLowerCase().includes(word))));
    if (!hasNextPage) break;
  }
  return found;
}

async function loadPage(context: Readonly<RouterContextProvider>, kind: 'course' | 'book', first: number, offset: number) {
  const now = Date.now();
  if (kind === 'course') {
    const { nodes, pageInfo } = (await runDocument(context, CoursesDocument, { first, offset })).coursesBySlugs;
    dependsOn(context, [], nextDue(nodes, now));
    return { cards: nodes.map((node) => courseCard(node, now)), hasNextPage: pageInfo.hasNextPage };
  }
  const { nodes, pageInfo } = (await runDocument(context, BooksDocument, { first, offset })).booksBySlugs;
  dependsOn(context, [], nextDue(nodes, now));
  return { cards: nodes.map((node) => bookCard(node, now)), hasNextPage: pageInfo.hasNextPage };
}
