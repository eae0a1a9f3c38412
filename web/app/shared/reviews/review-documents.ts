import { typed } from '../graphql-document.ts';

/** Somebody's own review of an item. Staff may have hidden it, with a reason or without. */
export type OwnReview = { id: string; rating: number; quoteMd: string; hiddenAt?: string | null; hiddenReason?: string | null };

type Found = { testimonials: { nodes: OwnReview[] } } | null;
type Kept = { testimonial: (OwnReview & { course: { ratings: number[] } | null; book: { ratings: number[] } | null }) | null } | null;

/** The user's review of a course. */
export const OwnCourseReviewDocument = typed<{ courseBySlug: Found }, { slug: string; userId: string }>(/* GraphQL */ `
  query usersCourseTestimonial($slug: String!, $userId: UUID!) {
    courseBySlug(slug: $slug) { testimonials(condition: { userId: $userId }, first: 1) { nodes { id rating quoteMd hiddenAt hiddenReason } } }
  }
`);

/** The user's review of a book. */
export const OwnBookReviewDocument = typed<{ bookBySlug: Found }, { slug: string; userId: string }>(/* GraphQL */ `
  query usersBookTestimonial($slug: String!, $userId: UUID!) {
    bookBySlug(slug: $slug) { testimonials(condition: { userId: $userId }, first: 1) { nodes { id rating quoteMd hiddenAt hiddenReason } } }
  }
`);

/** Reviews an item, and answers every rating it has then. */
export const CreateTestimonialDocument = typed<
  { createTestimonial: Kept },
  { userId: string; quoteMd: string; rating: number; courseId: string | null; bookId: string | null }
>(/* GraphQL */ `
  mutation createTestimonial($userId: UUID, $quoteMd: String!, $rating: Int!, $courseId: UUID, $bookId: UUID) {
    createTestimonial(input: { userId: $userId, quoteMd: $quoteMd, rating: $rating, courseId: $courseId, bookId: $bookId }) {
      testimonial { id rating quoteMd course { ratings } book { ratings } }
    }
  }
`);

/** Changes one's review, and answers every rating that the item has then. */
export const UpdateTestimonialDocument = typed<
  { updateTestimonialById: Kept },
  { id: string; quoteMd: string; rating: number }
>(/* GraphQL */ `
  mutation updateTestimonialById($id: UUID!, $quoteMd: String!, $rating: Int!) {
    updateTestimonialById(input: { id: $id, patch: { quoteMd: $quoteMd, rating: $rating } }) {
      testimonial { id rating quoteMd hiddenAt hiddenReason course { ratings } book { ratings } }
    }
  }
`);

/** Answers a review as one who wrote the item; null takes the answer back. */
export const AnswerReviewDocument = typed<
  { answerReview: { testimonial: { answerMd: string | null; answerer: { displayName: string } | null } | null } | null },
  { id: string; answerMd: string | null }
>(/* GraphQL */ `
  mutation answerReview($id: UUID!, $answerMd: String) {
    answerReview(input: { id: $id, answerMd: $answerMd }) { testimonial { answerMd answerer { displayName } } }
  }
`);
