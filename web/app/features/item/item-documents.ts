import { graphql } from '../../shared/graphql-document.ts';
import type { SurveyNode, TestimonialNode } from '../../shared/reviews/review-nodes.ts';

/** A lesson's or chapter's place, as the syllabus shows it. */
export type OutlinePlace = {
  id: string;
  courseSection: { id: string; title: string } | null;
  lesson: {
    id: string;
    title: string;
    role: string;
    permalink: string;
    isFree: boolean;
    isOpen: boolean;
    videoDuration: number | null;
  } | null;
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
  heroVideoUrl: string | null;
  previewPdfUrl: string | null;
  pricingFeatures: string[];
  syllabus: string | null;
  /** JSON strings. */
  faq: string;
  resources: string;
  lessonLanguage: string;
  marketingHeadline: string | null;
  marketingCopyMarkdown: string | null;
  dependencies: string | null;
  isComingSoon: boolean;
  isEarlyAccess: boolean;
  isShownPublicly: boolean;
  isPublished: boolean;
  archivedAt: string | null;
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
  prices: { nodes: { amountCents: number; currency: string }[] };
  contributions: { nodes: ItemAuthor[] };
  testimonials: { nodes: TestimonialNode[] };
  surveys: { nodes: SurveyNode[] };
};

/** The course of a slug with everything its page shows. */
export const CourseDocument = graphql(/* GraphQL */ `query course($slug: String!) {
  courseBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    heroVideoUrl previewPdfUrl pricingFeatures syllabus faq resources lessonLanguage marketingHeadline marketingCopyMarkdown
    isComingSoon isEarlyAccess isShownPublicly isPublished archivedAt isBootcamp isLiveWorkshop isMasterclass isFree createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    prices(first: 1, condition: { isAdvanced: false }) { nodes { amountCents currency } }
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    courseLessons { nodes { id courseSection { id title } lesson { id title role permalink isFree isOpen videoDuration } } }
    testimonials(first: 24) {
      nodes {
        id rating quoteMd createdAt isFinished name title employer profileImageUrl websiteUrl twitterUsername githubUsername linkedInUrl
        answerMd answerer { displayName }
        user {
          id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
        }
      }
    }
    surveys(first: 24) {
      nodes {
        id scaleNumber reviewText createdAt
        user {
          id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
        }
      }
    }
  }
}`);

/** The book of a slug with everything its page shows. */
export const BookDocument = graphql(/* GraphQL */ `query book($slug: String!) {
  bookBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    heroVideoUrl previewPdfUrl pricingFeatures syllabus faq resources lessonLanguage marketingHeadline marketingCopyMarkdown
    isComingSoon isEarlyAccess isShownPublicly isPublished archivedAt isBootcamp isLiveWorkshop isForSale createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    prices(first: 1, condition: { isAdvanced: false }) { nodes { amountCents currency } }
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    bookLessons { nodes { id courseSection { id title } lesson { id title role permalink isFree isOpen videoDuration } } }
    testimonials(first: 24) {
      nodes {
        id rating quoteMd createdAt isFinished name title employer profileImageUrl websiteUrl twitterUsername githubUsername linkedInUrl
        answerMd answerer { displayName }
        user {
          id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
        }
      }
    }
    surveys(first: 24) {
      nodes {
        id scaleNumber reviewText createdAt
        user {
          id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
        }
      }
    }
  }
}`);

/** Where the signed-in reader stands in the item. */
export type ItemProgressNode = {
  isEnrolled: boolean;
  completedLessonIds: string[];
  openLessonIds: string[];
  watchedLessons: number;
  readLessons: number;
  markedLessons: number;
  isBegun: boolean;
  nextLessonId: string | null;
  nextPositionSeconds: number | null;
};

/** What is personal on an item's page: asked for after the page, which is the same for everybody. */
export type OwnItem = { repositoryPass: string | null; progress: ItemProgressNode | null };

/** A title that the reader has bought. */
export type OwnPurchaseNode = {
  isAdvanced: boolean;
  createdAt: string;
  refundedAt: string | null;
  course: { id: string } | null;
  book: { id: string } | null;
};

/** What the reader has bought, for the page of what no subscription opens. */
export const OwnPurchasesDocument = graphql(/* GraphQL */ `query ownPurchases {
  viewer { purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } } }
}`);

export const CourseProgressDocument = graphql(/* GraphQL */ `query courseProgress($slug: String!) {
  courseBySlug(slug: $slug) {
    repositoryPass
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

export const BookProgressDocument = graphql(/* GraphQL */ `query bookProgress($slug: String!) {
  bookBySlug(slug: $slug) {
    repositoryPass
    progress {
      isEnrolled completedLessonIds openLessonIds watchedLessons readLessons markedLessons isBegun nextLessonId nextPositionSeconds
    }
  }
}`);

/** Puts a course or a book among the reader's own. */
export const EnrollDocument = graphql(/* GraphQL */ `mutation enroll($courseId: UUID, $bookId: UUID) {
  enroll(input: { courseId: $courseId, bookId: $bookId }) { enrollment { id } }
}`);

/** What of a course or a book will open for a reader, as the database says it. */
export type ItemPreviewNode = {
  slug: string;
  mayWrite: boolean;
  places: { nodes: { lesson: { id: string; willOpen: boolean | null } | null }[] };
};

/** A course as its writers look at it with the eyes of somebody else. */
export const CoursePreviewDocument = graphql(/* GraphQL */ `query coursePreview($id: UUID!, $hasPro: Boolean!) {
  courseById(id: $id) { slug mayWrite places: courseLessons { nodes { lesson { id willOpen(hasPro: $hasPro) } } } }
}`);

/** A book as its writers look at it with the eyes of somebody else. */
export const BookPreviewDocument = graphql(/* GraphQL */ `query bookPreview($id: UUID!, $hasPro: Boolean!) {
  bookById(id: $id) { slug mayWrite places: bookLessons { nodes { lesson { id willOpen(hasPro: $hasPro) } } } }
}`);

/** What an address leads to, now or in the past. */
export const PermalinkDocument = graphql(/* GraphQL */ `query permalink($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    course { slug permalink }
    book { slug permalink }
  }
}`);
