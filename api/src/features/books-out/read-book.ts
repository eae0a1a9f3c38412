import type { Execute } from '../../graphql/run-document.ts';
import type { Viewer } from '../../viewer.ts';
import type { BookContent, ChapterContent } from './book-content.ts';

type ChapterNode = {
  courseSection: { title: string } | null;
  lesson: {
    slug: string;
    title: string;
    role: string;
    permalink: string;
    updatedAt: string;
    isOpen: boolean;
    isCut: boolean | null;
    bodyDelta: string | null;
    bodyDrawings: string | null;
  } | null;
};

type BookNode = {
  id: string;
  slug: string;
  title: string;
  subtitle: string | null;
  summary: string | null;
  lessonLanguage: string;
  permalink: string;
  posterImageUrl: string | null;
  updatedAt: string;
  isComingSoon: boolean;
  contributions: { nodes: { title: string; user: { displayName: string } | null }[] };
  bookLessons: { nodes: ChapterNode[] };
};

/** So many chapters are read at once: their texts are long. */
const step = 25;
const maxChapters = 1_000;

const bookDocument = /* GraphQL */ `
  query bookToTakeAlong($slug: String!, $first: Int!, $offset: Int!) {
    bookBySlug(slug: $slug) {
      id slug title subtitle summary lessonLanguage permalink posterImageUrl updatedAt isComingSoon
      contributions(first: 20) { nodes { title user { displayName } } }
      bookLessons(first: $first, offset: $offset) {
        nodes {
          courseSection { title }
          lesson { slug title role permalink updatedAt isOpen isCut bodyDelta bodyDrawings }
        }
      }
    }
  }
`;

/**
 * Reads a book with the right of a viewer: by the API's own fields, so that the gate cuts it as everywhere.
 *
 * @returns null when there is none that this viewer may see
 */
export async function readBook(execute: Execute, viewer: Viewer, slug: string): Promise<BookContent | null> {
  const chapters: ChapterNode[] = [];
  let book: BookNode | null = null;
  for (let offset = 0; offset < maxChapters; offset += step) {
    const result = await execute<{ bookBySlug: BookNode | null }>({
      document: bookDocument,
      variables: { slug, first: step, offset },
      viewer,
    });
    if (result.errors?.[0]) throw new Error(`A book could not be read: ${result.errors[0].message}`);
    book = result.data?.bookBySlug ?? null;
    if (!book) return null;
    chapters.push(...book.bookLessons.nodes);
    if (book.bookLessons.nodes.length < step) break;
  }
  if (!book) return null;
  let number = 0;
  const contents = chapters.flatMap(({ courseSection, lesson }): ChapterContent[] => {
    if (!lesson) return [];
    const isCounted = lesson.role !== 'CHANGELOG';
    if (isCounted) number += 1;
    const document = parsed(lesson.bodyDelta);
    return [
      {
        slug: lesson.slug,
        title: lesson.title,
        number: isCounted ? number : null,
        sectionTitle: courseSection?.title ?? null,
        permalink: lesson.permalink,
        document: isEmpty(document) ? null : document,
        drawings: parsed(lesson.bodyDrawings),
        isCut: lesson.isCut ?? false,
      },
    ];
  });
  const changes = [book.updatedAt, ...chapters.flatMap(({ lesson }) => lesson?.updatedAt ?? [])].map((at) => Date.parse(at));
  return {
    id: book.id,
    slug: book.slug,
    title: book.title,
    subtitle: book.subtitle,
    summary: book.summary,
    language: book.lessonLanguage,
    permalink: book.permalink,
    authors: book.contributions.nodes.flatMap(({ title, user }) => (title === 'AUTHOR' && user ? [user.displayName] : [])),
    posterImageUrl: book.posterImageUrl,
    revisedAt: new Date(Math.max(...changes)),
    isWhole: chapters.every(({ lesson }) => lesson === null || lesson.isOpen),
    chapters: contents,
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}

function isEmpty(document: unknown): boolean {
  const content = typeof document === 'object' && document !== null ? (Reflect.get(document, 'content') as unknown) : null;
  return !Array.isArray(content) || content.length === 0;
}
