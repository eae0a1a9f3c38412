import type { BookDetails, CourseDetails } from '../../../.documents/graphql.ts';
import { graphql, type TypedDocument } from '../../shared/graphql-document.ts';
import type { ItemKind } from './item-documents.ts';

/** Changed details of a course or book; absent ones stay as they are. */
export type ItemPatch = CourseDetails & BookDetails;

/** The operations that change a course or book. */
type ItemChanges = {
  update: TypedDocument<unknown, { id: string; patch: ItemPatch }>;
  publish: TypedDocument<unknown, { id: string; publishedAt: string | null; isEarlyAccess: boolean }>;
  unpublish: TypedDocument<unknown, { id: string }>;
  archive: TypedDocument<unknown, { id: string; isArchived: boolean }>;
};

/** The course or book that something is added to; the other one is null. */
export type Owner = { courseId: string | null; bookId: string | null };

/** Returns the item's ID as the owner of something that is added to it. */
export function ownerOf(kind: ItemKind, id: string): Owner {
  return kind === 'course' ? { courseId: id, bookId: null } : { courseId: null, bookId: id };
}

/** The operations that change a course. */
export const courseChanges: ItemChanges = {
  update: graphql(/* GraphQL */ `mutation updateCourse($id: UUID!, $patch: CourseDetails!) {
  updateCourse(input: { id: $id, patch: $patch }) { course { id } }
}`),
  publish: graphql(/* GraphQL */ `mutation publishCourse($id: UUID!, $publishedAt: Datetime, $isEarlyAccess: Boolean!) {
  publishCourse(input: { id: $id, publishedAt: $publishedAt, isEarlyAccess: $isEarlyAccess }) { course { id } }
}`),
  unpublish: graphql(/* GraphQL */ `mutation unpublishCourse($id: UUID!) { unpublishCourse(input: { id: $id }) { course { id } } }`),
  archive: graphql(/* GraphQL */ `mutation archiveCourse($id: UUID!, $isArchived: Boolean!) {
  archiveCourse(input: { id: $id, isArchived: $isArchived }) { course { id } }
}`),
};

/** The operations that change a book. */
export const bookChanges: ItemChanges = {
  update: graphql(/* GraphQL */ `mutation updateBook($id: UUID!, $patch: BookDetails!) {
  updateBook(input: { id: $id, patch: $patch }) { book { id } }
}`),
  publish: graphql(/* GraphQL */ `mutation publishBook($id: UUID!, $publishedAt: Datetime, $isEarlyAccess: Boolean!) {
  publishBook(input: { id: $id, publishedAt: $publishedAt, isEarlyAccess: $isEarlyAccess }) { book { id } }
}`),
  unpublish: graphql(/* GraphQL */ `mutation unpublishBook($id: UUID!) { unpublishBook(input: { id: $id }) { book { id } } }`),
  archive: graphql(/* GraphQL */ `mutation archiveBook($id: UUID!, $isArchived: Boolean!) {
  archiveBook(input: { id: $id, isArchived: $isArchived }) { book { id } }
}`),
};

/** The operations that change an outline. */
export const outlineChanges = {
  addSection: graphql(/* GraphQL */ `mutation createSection($courseId: UUID, $bookId: UUID, $title: String!) {
  createSection(input: { courseId: $courseId, bookId: $bookId, title: $title }) { courseSection { id } }
}`),
  renameSection: graphql(
    /* GraphQL */ `mutation updateSection($id: UUID!, $title: String!) { updateSection(input: { id: $id, title: $title }) { courseSection { id } } }`,
  ),
  moveSection: graphql(
    /* GraphQL */ `mutation moveSection($id: UUID!, $position: Int!) { moveSection(input: { id: $id, position: $position }) { courseSection { id } } }`,
  ),
  deleteSection: graphql(/* GraphQL */ `mutation deleteSection($id: UUID!) { deleteSection(input: { id: $id }) { courseSection { id } } }`),
  addLesson: graphql(
    /* GraphQL */ `mutation createLesson($courseId: UUID, $bookId: UUID, $sectionId: UUID, $title: String!) {
  createLesson(input: { courseId: $courseId, bookId: $bookId, sectionId: $sectionId, title: $title }) { lesson { id } }
}`,
  ),
  updateLesson: graphql(/* GraphQL */ `mutation updateLesson($id: UUID!, $patch: LessonDetails!) {
  updateLesson(input: { id: $id, patch: $patch }) { lesson { id } }
}`),
  moveLesson: graphql(
    /* GraphQL */ `mutation moveLesson($id: UUID!, $sectionId: UUID, $position: Int!) {
  moveLesson(input: { id: $id, sectionId: $sectionId, position: $position }) { lesson { id } }
}`,
  ),
  deleteLesson: graphql(/* GraphQL */ `mutation deleteLesson($id: UUID!) { deleteLesson(input: { id: $id }) { lesson { id } } }`),
} as const;

/** The operations that change clips. */
export const clipChanges = {
  add: graphql(
    /* GraphQL */ `mutation createClip($courseId: UUID, $bookId: UUID, $title: String!) {
  createClip(input: { courseId: $courseId, bookId: $bookId, title: $title }) { clip { id } }
}`,
  ),
  update: graphql(/* GraphQL */ `mutation updateClip($id: UUID!, $patch: ClipDetails!) {
  updateClip(input: { id: $id, patch: $patch }) { clip { id } }
}`),
  remove: graphql(/* GraphQL */ `mutation deleteClip($id: UUID!) { deleteClip(input: { id: $id }) { clip { id } } }`),
} as const;

/** Adds an author or editor to an item. */
export const SetContributorDocument = graphql(
  /* GraphQL */ `mutation setContributor($courseId: UUID, $bookId: UUID, $username: String!, $title: ContributionTitle!) {
  setContributor(input: { courseId: $courseId, bookId: $bookId, username: $username, title: $title }) { contribution { id } }
}`,
);

/** Removes an author or editor from an item. */
export const RemoveContributorDocument = graphql(
  /* GraphQL */ `mutation removeContributor($id: UUID!) { removeContributor(input: { id: $id }) { contribution { id } } }`,
);

/** Sets a price in a currency, or removes it when there is no amount. */
export const SetItemPriceDocument = graphql(
  /* GraphQL */ `mutation setItemPrice($courseId: UUID, $bookId: UUID, $isAdvanced: Boolean!, $amountCents: Int, $currency: String!, $isDefault: Boolean!) {
  setItemPrice(
    input: {
      courseId: $courseId, bookId: $bookId, isAdvanced: $isAdvanced, amountCents: $amountCents, currency: $currency, isDefault: $isDefault
    }
  ) { itemPrice { id } }
}`,
);

/** Sets what the certificate of a course needs; with `isOffered` false, it offers none. */
export const SetCertificateRulesDocument = graphql(
  /* GraphQL */ `mutation setCertificateRules($courseId: UUID!, $isOffered: Boolean!, $needsLessons: Boolean!, $needsExercises: Boolean!, $videoPercent: Int!) {
  setCertificateRules(
    input: {
      courseId: $courseId, isOffered: $isOffered, needsLessons: $needsLessons, needsExercises: $needsExercises, videoPercent: $videoPercent
    }
  ) { course { id } }
}`,
);
