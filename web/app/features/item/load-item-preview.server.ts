import { data, type RouterContextProvider } from 'react-router';
import { runDocument } from '../../shared/run-document.server.ts';
import { BookPreviewDocument, CoursePreviewDocument } from './item-documents.ts';
import type { ItemFacts } from './item-facts.ts';
import { loadBook, loadCourse } from './load-item.server.ts';

/** The kind of reader that a preview shows the page for. */
export type PreviewReader = 'visitor' | 'free' | 'pro';

type PreviewRequest = { kind: ItemFacts['kind']; id: string; reader: PreviewReader };

/**
 * Loads the page of a course or book as a reader will see it once it's published; its lessons link to their previews. Throws 404 for users
 * who aren't its authors.
 */
export async function loadItemPreview(context: Readonly<RouterContextProvider>, { kind, id, reader }: PreviewRequest): Promise<ItemFacts> {
  const variables = { id, hasPro: reader === 'pro' };
  const item =
    kind === 'course'
      ? (await runDocument(context, CoursePreviewDocument, variables)).courseById
      : (await runDocument(context, BookPreviewDocument, variables)).bookById;
  if (!item?.mayWrite) throw data(null, { status: 404 });
  const open = new Set(item.entries.nodes.flatMap(({ lesson }) => (lesson?.willOpen === true ? [lesson.id] : [])));
  const facts = await (kind === 'course' ? loadCourse : loadBook)(context, item.slug);
  return {
    ...facts,
    sections: facts.sections.map((section) => ({
      ...section,
      lines: section.lines.map((line) => ({
        ...line,
        isOpen: open.has(line.id),
        permalink: `/studio/lessons/${line.id}/preview?as=${reader}`,
      })),
    })),
  };
}
