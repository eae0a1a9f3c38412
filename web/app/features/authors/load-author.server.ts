import { fromMarkdown } from '@newline/document/markdown';
import type { RouterContextProvider } from 'react-router';
import { bookCard, courseCard, nextDue, type CardFacts } from '../../shared/catalog/card-facts.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { AuthorDocument, type AuthorNode } from './author-documents.ts';

/** What an author's page shows. */
export type AuthorFacts = Omit<AuthorNode, 'contributions' | 'authorPage'> & {
  /** The path of this page. */
  path: string;
  /** Their quote about working here, as a document (a JSON string); null without one. */
  quoteDelta: string | null;
  cards: CardFacts[];
};

/** Loads the author whose page has this path; null if there is none, or it's a former path. */
export async function loadAuthor(context: Readonly<RouterContextProvider>, path: string): Promise<AuthorFacts | null> {
  const { permalinkByPath: permalink } = await runDocument(context, AuthorDocument, { path });
  if (!permalink?.isCurrent || !permalink.user) return null;
  const { contributions, authorPage, ...facts } = permalink.user;
  const now = Date.now();
  const authored = contributions.nodes.filter(({ title }) => title === 'AUTHOR');
  const courses = authored.flatMap(({ course }) => (course?.isShownPublicly ? [course] : []));
  const books = authored.flatMap(({ book }) => (book?.isShownPublicly ? [book] : []));
  dependsOn(
    context,
    ['permalinks', `user:${facts.id}`, 'contributions', 'courses', 'books', 'plans'],
    nextDue([...courses, ...books], now),
  );
  const cards = [...courses.map((node) => courseCard(node, now)), ...books.map((node) => bookCard(node, now))];
  const quote = authorPage === null ? null : fromMarkdown(authorPage.quoteMd, 'comment');
  return {
    ...facts,
    path,
    quoteDelta: quote?.ok ? JSON.stringify(quote.document) : null,
    cards: cards.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
  };
}
