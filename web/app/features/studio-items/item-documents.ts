import type { ItemStatus } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A course or a book. */
export type ItemKind = 'course' | 'book';

/** The role of a contributor, which determines what they may do. */
export type ContributionTitle = 'AUTHOR' | 'EDITOR';

/** A lesson in the studio's outline. */
export type LessonRow = {
  id: string;
  title: string;
  slug: string;
  description: string | null;
  isFree: boolean;
  isAdvancedPackageLesson: boolean;
  isEmpty: boolean | null;
  repositoryPathname: string | null;
};

/** The position of a lesson in the outline. */
export type PlaceRow = { courseSection: { id: string } | null; lesson: LessonRow | null };

/** A section of the outline. */
export type SectionRow = { id: string; title: string };

/** The fields that the studio shows for both courses and books. */
export type ItemFields = {
  id: string;
  title: string;
  subtitle: string | null;
  slug: string;
  permalink: string;
  topic: string;
  description: string | null;
  summary: string | null;
  primaryDescriptionMarkdown: string | null;
  posterImageUrl: string | null;
  heroVideoUrl: string | null;
  previewPdfUrl: string | null;
  isComingSoon: boolean;
  isEarlyAccess: boolean;
  isShownPublicly: boolean;
  allowsOfflineVideos: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  numExercises: number;
  previewPercent: number | null;
  pricingFeatures: string[];
  syllabus: string | null;
  faq: string;
  resources: string;
  /** A JSON string; null for none. */
  dependencies: string | null;
  lessonLanguage: string;
  marketingHeadline: string | null;
  marketingCopyMarkdown: string | null;
  publishedAt: string | null;
  status: ItemStatus;
  mayWrite: boolean;
  mayPublish: boolean;
  taggings: { nodes: { tag: { slug: string; name: string } | null }[] };
  prices: { nodes: { isAdvanced: boolean; amountCents: number; currency: string; isDefault: boolean }[] };
  contributions: { nodes: { id: string; title: ContributionTitle; user: { username: string; displayName: string } | null }[] };
  courseSections: { nodes: SectionRow[] };
  clips: { nodes: { id: string; title: string; isShort: boolean; videoUrl: string | null }[] };
};

/** A course with its outline, its clips and all tags. */
export const StudioCourseDocument = graphql(/* GraphQL */ `query studioCourse($id: UUID!) {
  courseById(id: $id) {
    id title subtitle slug permalink topic description summary primaryDescriptionMarkdown posterImageUrl heroVideoUrl previewPdfUrl
    isComingSoon isEarlyAccess isShownPublicly allowsOfflineVideos isBootcamp isLiveWorkshop numExercises previewPercent pricingFeatures syllabus faq resources dependencies
    lessonLanguage marketingHeadline marketingCopyMarkdown publishedAt status mayWrite mayPublish
    isFree isMasterclass subscriptionRequired archetype
    certificateRules { needsLessons needsExercises videoPercent }
    certificatesCount exercisesCount
    taggings(first: 20) { nodes { tag { slug name } } }
    prices(first: 40) { nodes { isAdvanced amountCents currency isDefault } }
    contributions(first: 50) { nodes { id title user { username displayName } } }
    courseSections(first: 100) { nodes { id title } }
    courseLessons(first: 100) {
      totalCount
      nodes { courseSection { id } lesson { id title slug description isFree isAdvancedPackageLesson isEmpty repositoryPathname } }
    }
    clips(first: 100) { nodes { id title isShort videoUrl } }
  }
  tags(first: 100) { nodes { slug name } }
}`);

/** A book with its outline, its clips and all tags. */
export const StudioBookDocument = graphql(/* GraphQL */ `query studioBook($id: UUID!) {
  bookById(id: $id) {
    id title subtitle slug permalink topic description summary primaryDescriptionMarkdown posterImageUrl heroVideoUrl previewPdfUrl
    isComingSoon isEarlyAccess isShownPublicly allowsOfflineVideos isBootcamp isLiveWorkshop numExercises previewPercent pricingFeatures syllabus faq resources dependencies
    lessonLanguage marketingHeadline marketingCopyMarkdown publishedAt status mayWrite mayPublish
    isForSale
    taggings(first: 20) { nodes { tag { slug name } } }
    prices(first: 40) { nodes { isAdvanced amountCents currency isDefault } }
    contributions(first: 50) { nodes { id title user { username displayName } } }
    courseSections(first: 100) { nodes { id title } }
    bookLessons(first: 100) {
      totalCount
      nodes { courseSection { id } lesson { id title slug description isFree isAdvancedPackageLesson isEmpty repositoryPathname } }
    }
    clips(first: 100) { nodes { id title isShort videoUrl } }
  }
  tags(first: 100) { nodes { slug name } }
}`);

/** Lessons of a course after the first hundred. */
export const MorePlacesOfCourseDocument = graphql(
  /* GraphQL */ `query morePlacesOfCourse($id: UUID!, $offset: Int!) {
  courseById(id: $id) {
    courseLessons(first: 100, offset: $offset) {
      totalCount
      nodes { courseSection { id } lesson { id title slug description isFree isAdvancedPackageLesson isEmpty repositoryPathname } }
    }
  }
}`,
);

/** Chapters of a book after the first hundred. */
export const MorePlacesOfBookDocument = graphql(
  /* GraphQL */ `query morePlacesOfBook($id: UUID!, $offset: Int!) {
  bookById(id: $id) {
    bookLessons(first: 100, offset: $offset) {
      totalCount
      nodes { courseSection { id } lesson { id title slug description isFree isAdvancedPackageLesson isEmpty repositoryPathname } }
    }
  }
}`,
);

/** A clip, with the lessons it may be taken from. */
export type StudioClip = {
  id: string;
  title: string;
  description: string | null;
  isShort: boolean;
  videoUrl: string | null;
  thumbnailSeconds: number;
  durationSeconds: number | null;
  lessonId: string | null;
  course: ClipItem | null;
  book: ClipItem | null;
};
type ClipItem = {
  id: string;
  title: string;
  mayWrite: boolean;
  mayPublish: boolean;
  publishedAt: string | null;
  courseLessons?: { nodes: { lesson: { id: string; title: string } | null }[] };
  bookLessons?: { nodes: { lesson: { id: string; title: string } | null }[] };
};

/** The clip of a page in the studio. */
export const StudioClipDocument = graphql(/* GraphQL */ `query studioClip($id: UUID!) {
  clipById(id: $id) {
    id title description isShort videoUrl thumbnailSeconds durationSeconds lessonId
    course { id title mayWrite mayPublish publishedAt courseLessons(first: 100) { nodes { lesson { id title } } } }
    book { id title mayWrite mayPublish publishedAt bookLessons(first: 100) { nodes { lesson { id title } } } }
  }
}`);
