import { typed } from '../../shared/graphql-document.ts';
import type { ContributionTitle, ItemKind } from './item-documents.ts';

type Id = { id: string };
type Patch = { id: string; patch: object };
type Publish = { id: string; publishedAt: string | null; isEarlyAccess: boolean };
type Archive = { id: string; isArchived: boolean };
/** The course or the book that something is added to; the other is null. */
export type Owner = { courseId: string | null; bookId: string | null };

/** The item's own id as what is added to it names it. */
export function ownerOf(kind: ItemKind, id: string): Owner {
  return kind === 'course' ? { courseId: id, bookId: null } : { courseId: null, bookId: id };
}

/** What changes a course. */
export const courseChanges = {
  update: typed<object, Patch>(/* GraphQL */ `mutation updateCourse($id: UUID!, $patch: CourseDetails!) {
  updateCourse(input: { id: $id, patch: $patch }) { course { id } }
}`),
  publish: typed<object, Publish>(/* GraphQL */ `mutation publishCourse($id: UUID!, $publishedAt: Datetime, $isEarlyAccess: Boolean!) {
  publishCourse(input: { id: $id, publishedAt: $publishedAt, isEarlyAccess: $isEarlyAccess }) { course { id } }
}`),
  unpublish: typed<object, Id>(
    /* GraphQL */ `mutation unpublishCourse($id: UUID!) { unpublishCourse(input: { id: $id }) { course { id } } }`,
  ),
  archive: typed<object, Archive>(/* GraphQL */ `mutation archiveCourse($id: UUID!, $isArchived: Boolean!) {
  archiveCourse(input: { id: $id, isArchived: $isArchived }) { course { id } }
}`),
} as const;

/** What changes a book. */
export const bookChanges = {
  update: typed<object, Patch>(/* GraphQL */ `mutation updateBook($id: UUID!, $patch: BookDetails!) {
  updateBook(input: { id: $id, patch: $patch }) { book { id } }
}`),
  publish: typed<object, Publish>(/* GraphQL */ `mutation publishBook($id: UUID!, $publishedAt: Datetime, $isEarlyAccess: Boolean!) {
  publishBook(input: { id: $id, publishedAt: $publishedAt, isEarlyAccess: $isEarlyAccess }) { book { id } }
}`),
  unpublish: typed<object, Id>(/* GraphQL */ `mutation unpublishBook($id: UUID!) { unpublishBook(input: { id: $id }) { book { id } } }`),
  archive: typed<object, Archive>(/* GraphQL */ `mutation archiveBook($id: UUID!, $isArchived: Boolean!) {
  archiveBook(input: { id: $id, isArchived: $isArchived }) { book { id } }
}`),
} as const;

/** What changes an outline. */
export const outlineChanges = {
  addSection: typed<
    object,
    Owner & { title: string }
  >(/* GraphQL */ `mutation createSection($courseId: UUID, $bookId: UUID, $title: String!) {
  createSection(input: { courseId: $courseId, bookId: $bookId, title: $title }) { courseSection { id } }
}`),
  renameSection: typed<object, { id: string; title: string }>(
    /* GraphQL */ `mutation updateSection($id: UUID!, $title: String!) { updateSection(input: { id: $id, title: $title }) { courseSection { id } } }`,
  ),
  moveSection: typed<object, { id: string; position: number }>(
    /* GraphQL */ `mutation moveSection($id: UUID!, $position: Int!) { moveSection(input: { id: $id, position: $position }) { courseSection { id } } }`,
  ),
  deleteSection: typed<object, Id>(
    /* GraphQL */ `mutation deleteSection($id: UUID!) { deleteSection(input: { id: $id }) { courseSection { id } } }`,
  ),
  addLesson: typed<object, Owner & { sectionId: string | null; title: string }>(
    /* GraphQL */ `mutation createLesson($courseId: UUID, $bookId: UUID, $sectionId: UUID, $title: String!) {
  createLesson(input: { courseId: $courseId, bookId: $bookId, sectionId: $sectionId, title: $title }) { lesson { id } }
}`,
  ),
  updateLesson: typed<object, Patch>(/* GraphQL */ `mutation updateLesson($id: UUID!, $patch: LessonDetails!) {
  updateLesson(input: { id: $id, patch: $patch }) { lesson { id } }
}`),
  moveLesson: typed<object, { id: string; sectionId: string | null; position: number }>(
    /* GraphQL */ `mutation moveLesson($id: UUID!, $sectionId: UUID, $position: Int!) {
  moveLesson(input: { id: $id, sectionId: $sectionId, position: $position }) { lesson { id } }
}`,
  ),
  deleteLesson: typed<object, Id>(/* GraphQL */ `mutation deleteLesson($id: UUID!) { deleteLesson(input: { id: $id }) { lesson { id } } }`),
} as const;

/** What changes clips. */
export const clipChanges = {
  add: typed<{ createClip: { clip: Id } }, Owner & { title: string }>(
    /* GraphQL */ `mutation createClip($courseId: UUID, $bookId: UUID, $title: String!) {
  createClip(input: { courseId: $courseId, bookId: $bookId, title: $title }) { clip { id } }
}`,
  ),
  update: typed<object, Patch>(/* GraphQL */ `mutation updateClip($id: UUID!, $patch: ClipDetails!) {
  updateClip(input: { id: $id, patch: $patch }) { clip { id } }
}`),
  remove: typed<object, Id>(/* GraphQL */ `mutation deleteClip($id: UUID!) { deleteClip(input: { id: $id }) { clip { id } } }`),
} as const;

/** Says who writes an item. */
export const SetContributorDocument = typed<object, Owner & { username: string; title: ContributionTitle }>(
  /* GraphQL */ `mutation setContributor($courseId: UUID, $bookId: UUID, $username: String!, $title: ContributionTitle!) {
  setContributor(input: { courseId: $courseId, bookId: $bookId, username: $username, title: $title }) { contribution { id } }
}`,
);

/** Takes somebody off an item. */
export const RemoveContributorDocument = typed<object, Id>(
  /* GraphQL */ `mutation removeContributor($id: UUID!) { removeContributor(input: { id: $id }) { contribution { id } } }`,
);

/** Sets or, without an amount, ends a price. */
export const SetItemPriceDocument = typed<object, Owner & { isAdvanced: boolean; amountCents: number | null; currency: string }>(
  /* GraphQL */ `mutation setItemPrice($courseId: UUID, $bookId: UUID, $isAdvanced: Boolean!, $amountCents: Int, $currency: String!) {
  setItemPrice(input: { courseId: $courseId, bookId: $bookId, isAdvanced: $isAdvanced, amountCents: $amountCents, currency: $currency }) { itemPrice { id } }
}`,
);
