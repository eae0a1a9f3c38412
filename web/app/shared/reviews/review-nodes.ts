import type { ReviewedSurveyFragment, ReviewedTestimonialFragment, ReviewerFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';

/** The fields of a reviewer. */
graphql(/* GraphQL */ `fragment Reviewer on User {
  id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
}`);

/** The fields of a testimonial that its card needs. */
graphql(/* GraphQL */ `fragment ReviewedTestimonial on Testimonial {
  id rating quoteMd createdAt isFinished name title employer profileImageUrl websiteUrl twitterUsername githubUsername linkedInUrl
  answerMd answerer { displayName }
  user { ...Reviewer }
}`);

/** The fields of a survey response that its card needs. */
graphql(/* GraphQL */ `fragment ReviewedSurvey on Survey {
  id scaleNumber reviewText createdAt
  user { ...Reviewer }
}`);

export type ReviewerNode = ReviewerFragment;
export type TestimonialNode = ReviewedTestimonialFragment;
export type SurveyNode = ReviewedSurveyFragment;
