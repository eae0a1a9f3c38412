import type { HomeKind } from '@newline/api/rules/site/page-sections';
import type { SiteClaim } from '@newline/api/rules/site/settings';
import type { Quote } from '../../shared/reviews/quote.ts';
import type { RecentWords } from './carousel.tsx';
import type { PathCard } from '../../shared/paths/path-card.ts';
import type { HomeContent } from '../../shared/page-content/standard-home.ts';
import type { HomePart } from './home-layout.ts';
import type { NewsletterWords } from './newsletter-section.tsx';
import type { Slide } from './slide.ts';

/** A title in the highlight strip. */
export type Highlight = {
  id: string;
  kind: 'course' | 'book';
  title: string;
  permalink: string;
  topic: string;
  posterImageUrl: string | null;
  label: string;
  /** ISO 8601. */
  publishedAt: string;
};

/** A company in a strip. */
export type LogoFacts = { id: string; name: string; imageUrl: string | null; darkImageUrl: string | null; websiteUrl: string | null };

/** A cover in the stack. */
export type StackCover = Pick<Highlight, 'id' | 'kind' | 'title' | 'topic' | 'posterImageUrl'>;

/** A testimonial about the site. */
export type Voice = { id: string; quote: Quote; name: string; position: string; imageUrl: string | null };

/** An author's quote. */
export type AuthorQuote = {
  username: string;
  name: string;
  imageUrl: string | null;
  quote: string;
  role: string;
  /** Null without one. */
  link: { label: string; path: string } | null;
};

/** An author's bubble and its card. */
export type Bubble = {
  username: string;
  name: string;
  imageUrl: string | null;
  position: string;
  /** '2 courses, 1 book'. */
  titles: string;
};

/** The clip next to the headline. */
export type OpeningClip = { id: string; title: string; isShort: boolean; stillUrl: string; duration: string | null };

/** A page of a book next to the headline: how its first chapter starts. */
export type OpeningPage = { book: string; chapter: string; permalink: string; paragraphs: readonly { id: string; text: string }[] };

/** The plan that the page links to. */
export type ProPlan = { readonly slug: string; readonly amountCents: number; readonly currency: string };

/** The line number of each section. A hidden section has the number of the next one. */
export type HomeLines = Readonly<Record<HomeKind, number>>;

/** The line numbers of the sections that run in the browser. */
export type LivingLines = Readonly<Record<'recent' | 'newsletter' | 'desk', number>>;

/** The texts of those sections that differ from the defaults. */
export type LivingWords = {
  readonly recent?: RecentWords;
  readonly newsletter?: NewsletterWords;
  readonly explore?: { readonly link?: string; readonly categories?: readonly string[] };
};

/** The data of the home page, computed on the server. */
export type HomeFacts = {
  /** Null while there is no clip. */
  clip: OpeningClip | null;
  /** Null without a book whose first chapter is free. */
  page: OpeningPage | null;
  highlights: Highlight[];
  paths: PathCard[];
  students: LogoFacts[];
  customers: LogoFacts[];
  slides: Slide[];
  stack: StackCover[];
  /** The testimonials, the large one first. */
  voices: Voice[];
  authors: AuthorQuote[];
  bubbles: Bubble[];
  /** The numbers on the page. */
  claims: readonly SiteClaim[];
  /** Null while no plan is offered. */
  plan: ProPlan | null;
  /** Whether people can apply to teach. */
  takesAuthors: boolean;
  lines: HomeLines;
  /** The sections of each static part. */
  parts: Readonly<Record<HomePart, readonly HomeKind[]>>;
  content: HomeContent;
  /** The number of titles that Pro includes; null to show none. */
  catalogFigure: string | null;
};
