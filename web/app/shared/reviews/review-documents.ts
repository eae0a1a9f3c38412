import { graphql } from '../graphql-document.ts';

/** The user's own review of an item. Administrators may have hidden it, with or without a reason. */
export type OwnReview = {
  id: string;
  rating: number;
  quoteMd: string;
  createdAt: string;
  hiddenAt?: string | null;
  hiddenReason?: string | null;
};

/** The user's review of a course. */
export const OwnCourseReviewDocument = graphql(/* GraphQL */ `
  query usersCourseTestimonial($slug: String!, $userId: UUID!) {
    courseBySlug(slug: $slug) { testimonials(condition: { userId: $userId }, first: 1) { nodes { id rating quoteMd createdAt hiddenAt hiddenReason } } }
  }
`);

/** The user's review of a book. */
export const OwnBookReviewDocument = graphql(/* GraphQL */ `
  query usersBookTestimonial($slug: String!, $userId: UUID!) {
    bookBySlug(slug: $slug) { testimonials(condition: { userId: $userId }, first: 1) { nodes { id rating quoteMd createdAt hiddenAt hiddenReason } } }
  }
`);

/** Creates a review and returns all ratings of the item. */
export const CreateTestimonialDocument = graphql(/* GraphQL */ `
  mutation createTestimonial($userId: UUID, $quoteMd: String!, $rating: Int!, $courseId: UUID, $bookId: UUID) {
    createTestimonial(input: { userId: $userId, quoteMd: $quoteMd, rating: $rating, courseId: $courseId, bookId: $bookId }) {
      testimonial { id rating quoteMd createdAt course { ratings } book { ratings } }
    }
  }
`);

/** Changes the user's review and returns all ratings of the item. */
export const UpdateTestimonialDocument = graphql(/* GraphQL */ `
  mutation updateTestimonialById($id: UUID!, $quoteMd: String!, $rating: Int!) {
    updateTestimonialById(input: { id: $id, patch: { quoteMd: $quoteMd, rating: $rating } }) {
      testimonial { id rating quoteMd createdAt hiddenAt hiddenReason course { ratings } book { ratings } }
    }
  }
`);

/** Answers a review as an author of the item; null deletes the answer. */
export const AnswerReviewDocument = graphql(/* GraphQL */ `
  mutation answerReview($id: UUID!, $answerMd: String) {
    answerReview(input: { id: $id, answerMd: $answerMd }) { testimonial { answerMd answerer { displayName } } }
  }
`);
