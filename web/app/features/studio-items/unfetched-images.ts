import { graphql } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { ItemKind } from './item-documents.ts';

const UnfetchedImagesOfCourseDocument = graphql(/* GraphQL */ `query unfetchedImagesOfCourse($id: UUID!, $offset: Int!) {
  courseById(id: $id) {
    courseLessons(first: 25, offset: $offset) {
      totalCount
      nodes { lesson { id title latestRevision { unfetchedImages { blockId } } } }
    }
  }
}`);

const UnfetchedImagesOfBookDocument = graphql(/* GraphQL */ `query unfetchedImagesOfBook($id: UUID!, $offset: Int!) {
  bookById(id: $id) {
    bookLessons(first: 25, offset: $offset) {
      totalCount
      nodes { lesson { id title latestRevision { unfetchedImages { blockId } } } }
    }
  }
}`);

/** The images of each text of an item that are still on other sites, in the order of the outline; only texts that have some. */
export type UnfetchedImages = readonly {
  readonly lessonId: string;
  readonly title: string;
  readonly images: readonly { readonly blockId: string | null }[];
}[];

/** Loads which images of an item's texts are still on other sites. */
export async function loadUnfetchedImages(kind: ItemKind, id: string, signal: AbortSignal): Promise<UnfetchedImages> {
  const texts: UnfetchedImages[number][] = [];
  for (let offset = 0, count = 1; offset < count; offset += 25) {
    // Each request reads whole texts, so there are never two at a time.
    const page =
      kind === 'course'
        ? (await requestDocument(UnfetchedImagesOfCourseDocument, { id, offset }, { signal })).courseById?.courseLessons
        : (await requestDocument(UnfetchedImagesOfBookDocument, { id, offset }, { signal })).bookById?.bookLessons;
    count = page?.totalCount ?? 0;
    for (const { lesson } of page?.nodes ?? []) {
      const images = lesson?.latestRevision?.unfetchedImages ?? [];
      if (lesson && images.length > 0) texts.push({ lessonId: lesson.id, title: lesson.title, images });
    }
  }
  return texts;
}
