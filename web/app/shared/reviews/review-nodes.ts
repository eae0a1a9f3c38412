import type { ReviewedSurveyFragment, ReviewedTestimonialFragment, ReviewerFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';

/** A person beside a review. */
graphql(/* GraphQL */ `fragment Reviewer on User {
  id username displayName profileImageUrl employmentTitle employerName websiteUrl twitterUsername githubUsername linkedInUrl
}`);

/** A testimonial as its card needs it. */
graphql(/* GraphQL */ `fragment ReviewedTestimonial on Testimonial {
  id rating quoteMd createdAt isFinished name title employer profileImageUrl websiteUrl twitterUsername githubUsername linkedInUrl
  answerMd answerer { displayName }
  user { ...Reviewer }
}`);

/** A survey-style review as its card needs it. */
graphql(/* GraphQL */ `fragment ReviewedSurvey on Survey {
  id scaleNumber reviewText createdAt
  user { ...Reviewer }
}`);

export type ReviewerNode = ReviewerFragment;
export type TestimonialNode = ReviewedTestimonialFragment;
export type SurveyNode = ReviewedSurveyFragment;
