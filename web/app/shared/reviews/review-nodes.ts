/** A person as the API answers them beside a review. */
export type ReviewerNode = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  employmentTitle: string | null;
  employerName: string | null;
  websiteUrl: string | null;
  twitterUsername: string | null;
  githubUsername: string | null;
  linkedInUrl: string | null;
};

/** A testimonial as the API answers it. */
export type TestimonialNode = {
  id: string;
  rating: number;
  quoteMd: string;
  createdAt: string;
  isFinished: boolean | null;
  name: string | null;
  title: string | null;
  employer: string | null;
  profileImageUrl: string | null;
  websiteUrl: string | null;
  twitterUsername: string | null;
  githubUsername: string | null;
  linkedInUrl: string | null;
  answerMd: string | null;
  answerer: { displayName: string } | null;
  user: ReviewerNode | null;
};

/** A survey-style review as the API answers it. */
export type SurveyNode = { id: string; scaleNumber: number; reviewText: string | null; createdAt: string; user: ReviewerNode | null };
