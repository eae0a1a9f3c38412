import type { ReviewsQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';

/** A page of the reviews of a course or book; `before` is the last one on the previous page. */
export const ReviewsDocument =
  graphql(/* GraphQL */ `query reviews($courseId: UUID, $bookId: UUID, $sort: ReviewSort!, $before: UUID, $atMost: Int!) {
  reviews(courseId: $courseId, bookId: $bookId, sort: $sort, before: $before, atMost: $atMost) {
    nodes {
      id isSurvey rating text createdAt userId username name profileImageUrl title employer websiteUrl twitterUsername githubUsername
      linkedInUrl isFinished answerMd answererName
    }
  }
}`);

export type ReviewNode = ReviewsQuery['reviews']['nodes'][number];
