import type { CertificateRules } from '@newline/api/rules/certificate-criteria';
import type { HiddenAs } from '../../shared/catalog/hidden-as.ts';
import type { OutlinePart } from '../../shared/catalog/outline-parts.ts';
import type { PriceText } from '../../shared/prices/title-prices.ts';
import type { RatingTotals } from '../../shared/reviews/review-facts.ts';
import type { ReviewList } from '../../shared/reviews/review-list.ts';

/** A lesson in the syllabus; `number` is null for an unnumbered one. */
export type OutlineLine = {
  id: string;
  number: number | null;
  title: string;
  permalink: string;
  isFree: boolean;
  /** True when the reader that the page was rendered for may read all of it; on a cached page, a visitor. */
  isOpen: boolean;
  videoSeconds: number | null;
};

/** What the page of a course or book shows, computed on the server. */
export type ItemFacts = {
  id: string;
  kind: 'course' | 'book';
  slug: string;
  title: string;
  permalink: string;
  topic: string;
  lead: string | null;
  label: string;
  /** Null for an item that is only sold separately. */
  price: 'Free' | 'Pro' | null;
  language: string | null;
  /** True for an item that no subscription includes. */
  isBoughtAlone: boolean;
  /** The prices of the title alone, the default one first; empty when it's free or isn't sold separately. */
  prices: readonly PriceText[];
  /** The language in which it's taught, by name: 'English'. */
  taughtIn: string;
  heroVideoUrl: string | null;
  previewPdfUrl: string | null;
  pricingFeatures: string[];
  marketingHeadline: string | null;
  /** Documents (JSON strings) parsed from Markdown. */
  marketingDelta: string | null;
  syllabusDelta: string | null;
  questions: { question: string; answerDelta: string | null }[];
  resources: { title: string; url: string }[];
  /** True when the book is available as PDF. */
  hasPdf: boolean;
  /** The URL of the assets server, where its repository is; null without one. */
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
  /** What its certificate needs; null if it offers none. */
  certificate: CertificateRules | null;
  numStudents: number;
  /** YYYY-MM-DD; null for a draft, which isn't published. */
  revisedAt: string | null;
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
  reviews: ReviewList;
};
