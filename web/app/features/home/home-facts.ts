import type { SiteClaim } from '@newline/api/rules/site/settings';
import type { Quote } from '../../shared/reviews/quote.ts';
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
export type LogoFacts = { id: string; name: string; imageUrl: string | null };

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
  link: { label: string; path: string };
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

/** The plan that the page leads to. */
export type ProPlan = { readonly slug: string; readonly amountCents: number; readonly currency: string };

/** The sections that not every site has, or that stand below them: each with its line number. One that is left out has that of the next. */
export type HomeLines = Readonly<
  Record<'highlights' | 'students' | 'recent' | 'pro' | 'newsletter' | 'voices' | 'authors' | 'bubbles' | 'ways' | 'desk', number>
>;

/** The data of the home page, computed on the server. */
export type HomeFacts = {
  highlights: Highlight[];
  students: LogoFacts[];
  customers: LogoFacts[];
  slides: Slide[];
  stack: StackCover[];
  /** The large one first. */
  voices: Voice[];
  authors: AuthorQuote[];
  bubbles: Bubble[];
  /** The numbers on the page. */
  claims: readonly SiteClaim[];
  /** Null while no plan is offered. */
  plan: ProPlan | null;
  lines: HomeLines;
  /** How many titles Pro includes; null says no number. */
  catalogFigure: string | null;
};

/** The static parts of the page. */
export type HomePart = 'opening' | 'strips' | 'pro' | 'voices';
