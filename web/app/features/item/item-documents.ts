import { typed } from '../../shared/graphql-document.ts';

/** A lesson's or chapter's place, as the syllabus shows it. */
export type OutlinePlace = {
  id: string;
  courseSection: { id: string; title: string } | null;
  lesson: { id: string; title: string; role: string; isFree: boolean; videoDuration: number | null } | null;
};

/** Somebody who made the item. */
export type ItemAuthor = {
  title: string;
  user: {
    id: string;
    username: string;
    displayName: string;
    profileImageUrl: string | null;
    employmentTitle: string | null;
    employerName: string | null;
    biography: string | null;
  } | null;
};

/** A review, as the list shows it. */
export type ItemReview = {
  id: string;
  rating: number;
  quoteMd: string;
  name: string | null;
  title: string | null;
  employer: string | null;
  profileImageUrl: string | null;
  user: {
    username: string;
    displayName: string;
    profileImageUrl: string | null;
    employmentTitle: string | null;
    employerName: string | null;
  } | null;
};

/** A course or a book, as its page is given it. */
export type ItemNode = {
  id: string;
  title: string;
  slug: string;
  permalink: string;
  topic: string;
  subtitle: string | null;
  summary: string | null;
  description: string | null;
  primaryDescriptionMarkdown: string | null;
  posterImageUrl: string | null;
  dependencies: string | null;
  isComingSoon: boolean;
  isEarlyAccess: boolean;
  isShownPublicly: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  numLessons: number;
  numExercises: number;
  numStudents: number;
  ratingCount: number;
  ratingSum: number;
  ratings: number[];
  contributions: { nodes: ItemAuthor[] };
  testimonials: { nodes: ItemReview[] };
};

/** The course of a slug with everything its page shows. */
export const CourseDocument = typed<
  { courseBySlug: (ItemNode & { isFree: boolean; courseLessons: { nodes: OutlinePlace[] } }) | null },
  { slug: string }
>(/* GraphQL */ `query course($slug: String!) {
  courseBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    isComingSoon isEarlyAccess isShownPublicly isBootcamp isLiveWorkshop isFree createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    courseLessons { nodes { id courseSection { id title } lesson { id title role isFree videoDuration } } }
    testimonials(first: 12) {
      nodes {
        id rating quoteMd name title employer profileImageUrl
        user { username displayName profileImageUrl employmentTitle employerName }
      }
    }
  }
}`);

/** The book of a slug with everything its page shows. */
export const BookDocument = typed<
  { bookBySlug: (ItemNode & { isForSale: boolean; bookLessons: { nodes: OutlinePlace[] } }) | null },
  { slug: string }
>(/* GraphQL */ `query book($slug: String!) {
  bookBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    isComingSoon isEarlyAccess isShownPublicly isBootcamp isLiveWorkshop isForSale createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    bookLessons { nodes { id courseSection { id title } lesson { id title role isFree videoDuration } } }
    testimonials(first: 12) {
      nodes {
        id rating quoteMd name title employer profileImageUrl
        user { username displayName profileImageUrl employmentTitle employerName }
      }
    }
  }
}`);

type Found = { slug: string; permalink: string } | null;

/** What an address leads to, now or in the past. */
export const PermalinkDocument = typed<
  { permalinkByPath: { isCurrent: boolean; course: Found; book: Found; user: { username: string } | null } | null },
  { path: string }
>(/* GraphQL */ `query permalink($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    course { slug permalink }
    book { slug permalink }
    user { username }
  }
}`);
