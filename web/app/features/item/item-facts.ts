import type { HiddenAs } from '../../shared/catalogue/hidden-as.ts';
import type { OutlinePart } from '../../shared/catalogue/outline-parts.ts';
import type { RatingTotals, ReviewFacts } from '../../shared/reviews/review-facts.ts';

/** A lesson's line in the syllabus; `number` is null for one that does not count. */
export type OutlineLine = {
  id: string;
  number: number | null;
  title: string;
  permalink: string;
  isFree: boolean;
  /** True when the reader for whom the page was made may have all of it: on a kept page a visitor. */
  isOpen: boolean;
  videoSeconds: number | null;
};

/** What the page of a course or a book shows, worked out on the server. */
export type ItemFacts = {
  id: string;
  kind: 'course' | 'book';
  slug: string;
  title: string;
  permalink: string;
  topic: string;
  lead: string | null;
  label: string;
  /** Null for what is bought by itself. */
  price: 'Free' | 'Pro' | null;
  language: string | null;
  /** True for what no subscription opens. */
  isBoughtAlone: boolean;
  /** What it costs, as it is written; null for what is not sold by itself, and for what is not for sale. */
  buyFor: string | null;
  /** The language it is taught in, as people call it: 'English'. */
  taughtIn: string;
  heroVideoUrl: string | null;
  previewPdfUrl: string | null;
  pricingFeatures: string[];
  marketingHeadline: string | null;
  /** Documents (JSON strings), parsed from Markdown. */
  marketingDelta: string | null;
  syllabusDelta: string | null;
  questions: { question: string; answerDelta: string | null }[];
  resources: { title: string; url: string }[];
  /** True when a book can be had as PDF. */
  hasPdf: boolean;
  /** The assets server, where its repository is; null without one. */
  assetsUrl: string | null;
  hiddenAs: HiddenAs;
  isNewRelease: boolean;
  isComingSoon: boolean;
  isEarlyAccess: boolean;
  isListed: boolean;
  posterImageUrl: string | null;
  descriptionParagraphs: string[];
  /** The long description as a document (a JSON string). */
  descriptionDelta: string | null;
  numLessons: number;
  videoSeconds: number;
  numExercises: number;
  numStudents: number;
  /** YYYY-MM-DD. */
  revisedAt: string;
  ratings: RatingTotals;
  authors: {
    id: string;
    username: string;
    displayName: string;
    profileImageUrl: string | null;
    employmentTitle: string | null;
    employerName: string | null;
    biography: string | null;
    /** 'AUTHOR' or 'EDITOR'. */
    contribution: string;
  }[];
  sections: OutlinePart<OutlineLine>[];
  reviews: ReviewFacts[];
};
