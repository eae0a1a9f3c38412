import type {
  BookQuery,
  CourseCertificateQuery,
  CourseProgressQuery,
  CourseQuery,
  OwnPurchasesQuery,
} from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

type CourseNode = NonNullable<CourseQuery['courseBySlug']>;
type BookNode = NonNullable<BookQuery['bookBySlug']>;

/** A course or book with the data of its page. */
export type ItemNode = CourseNode | BookNode;

/** A lesson or chapter in the syllabus. */
export type OutlinePlace = CourseNode['courseLessons']['nodes'][number];

/** The course with a slug and everything its page shows. */
export const CourseDocument = graphql(/* GraphQL */ `query course($slug: String!) {
  courseBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    heroVideoUrl previewPdfUrl pricingFeatures syllabus faq resources lessonLanguage marketingHeadline marketingCopyMarkdown
    isComingSoon isEarlyAccess isShownPublicly isPublished archivedAt isBootcamp isLiveWorkshop isMasterclass isFree createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } }
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    certificateRules { needsLessons needsExercises videoPercent }
    courseLessons { nodes { id courseSection { id title } lesson { id title role permalink isFree isOpen videoDuration } } }
  }
}`);

/** The book with a slug and everything its page shows. */
export const BookDocument = graphql(/* GraphQL */ `query book($slug: String!) {
  bookBySlug(slug: $slug) {
    id title slug permalink topic subtitle summary description primaryDescriptionMarkdown posterImageUrl dependencies
    heroVideoUrl previewPdfUrl pricingFeatures syllabus faq resources lessonLanguage marketingHeadline marketingCopyMarkdown
    isComingSoon isEarlyAccess isShownPublicly isPublished archivedAt isBootcamp isLiveWorkshop isForSale createdAt publishedAt updatedAt
    numLessons numExercises numStudents ratingCount ratingSum ratings
    prices(first: 20, condition: { isAdvanced: false }) { nodes { amountCents currency isDefault } }
    contributions(first: 20) {
      nodes { title user { id username displayName profileImageUrl employmentTitle employerName biography } }
    }
    bookLessons { nodes { id courseSection { id title } lesson { id title role permalink isFree isOpen videoDuration } } }
  }
}`);

/** The signed-in reader's progress in the item. */
export type ItemProgressNode = NonNullable<NonNullable<CourseProgressQuery['courseBySlug']>['progress']>;

/** The personal data of an item's page. It's loaded after the page, which is the same for everyone. */
export type OwnItem = { repositoryPass: string | null; progress: ItemProgressNode | null };

/** A purchase of the reader. */
export type OwnPurchase = NonNullable<OwnPurchasesQuery['viewer']>['purchases']['nodes'][number];

/** The personal data that the server sends with the page. */
export type SentItem = { readonly id: string; readonly progress: ItemProgressNode | null; readonly purchases: readonly OwnPurchase[] };

/** The reader's purchases, for items that are sold separately. */
export const OwnPurchasesDocument = graphql(/* GraphQL */ `query ownPurchases {
  viewer { purchases(first: 100) { nodes { isAdvanced createdAt refundedAt course { id } book { id } } } }
}`);

/** How far the reader is from the certificate of the course, or their certificate. */
export const CourseCertificateDocument = graphql(/* GraphQL */ `query courseCertificate($slug: String!) {
  courseBySlug(slug: $slug) {
    id mayWrite
    certificate { id }
    certificateProgress {
      needsLessons lessonsCount completedCount exercisesCount passedCount videoPercent videoSeconds watchedSeconds hasAccess isEarned
    }
  }
}`);

/** What belongs to the reader of a course that offers a certificate. */
export type OwnCourseCertificate = NonNullable<CourseCertificateQuery['courseBySlug']>;

/** Issues the certificate of a course to the reader. */
export const ClaimCertificateDocument = graphql(/* GraphQL */ `mutation claimCertificate($courseId: UUID!) {
  claimCertificate(input: { courseId: $courseId }) { certificate { id } }
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

/** Enrolls the reader in a course or book. */
export const EnrollDocument = graphql(/* GraphQL */ `mutation enroll($courseId: UUID, $bookId: UUID) {
  enroll(input: { courseId: $courseId, bookId: $bookId }) { enrollment { id } }
}`);

/** A course as its authors preview it for other readers. */
export const CoursePreviewDocument = graphql(/* GraphQL */ `query coursePreview($id: UUID!, $hasPro: Boolean!) {
  courseById(id: $id) { slug mayWrite entries: courseLessons { nodes { lesson { id willOpen(hasPro: $hasPro) } } } }
}`);

/** A book as its authors preview it for other readers. */
export const BookPreviewDocument = graphql(/* GraphQL */ `query bookPreview($id: UUID!, $hasPro: Boolean!) {
  bookById(id: $id) { slug mayWrite entries: bookLessons { nodes { lesson { id willOpen(hasPro: $hasPro) } } } }
}`);

/** The item at a current or former path. */
export const PermalinkDocument = graphql(/* GraphQL */ `query permalink($path: String!) {
  permalinkByPath(path: $path) {
    isCurrent
    course { slug permalink }
    book { slug permalink }
  }
}`);
