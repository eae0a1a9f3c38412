import { requestDocument } from '../request-document.ts';
import { BookSizeDocument, CourseSizeDocument } from './offline-documents.ts';
import type { OfflineTitle } from './offline-titles.ts';

/** The size of a page without its text: the header, the footer and what the browser's code needs, in bytes. */
const pageBytes = 20_000;
/** The size of a lesson in the outline, which every page of a title has, in bytes. */
const lineBytes = 900;

/** Asks the site how large a copy of a title would be, in bytes: an estimate, because only a copy has all of its pages. */
export async function askSize({ id, kind }: Pick<OfflineTitle, 'id' | 'kind'>): Promise<number> {
  const lessons =
    kind === 'course'
      ? (await requestDocument(CourseSizeDocument, { id })).courseById?.courseLessons.nodes
      : (await requestDocument(BookSizeDocument, { id })).bookById?.bookLessons.nodes;
  return estimateSize((lessons ?? []).map(({ lesson }) => lesson?.offlineBytes ?? null));
}

/**
 * Returns the size of a copy with these lessons: the page of the title, and one for each.
 *
 * @param lessons the size of the text and images of each; null for those that the reader can't keep
 */
function estimateSize(lessons: readonly (number | null)[]): number {
  const included = lessons.filter((bytes) => bytes !== null);
  const pages = (included.length + 1) * (pageBytes + lessons.length * lineBytes);
  return included.reduce((sum, bytes) => sum + bytes, pages);
}
