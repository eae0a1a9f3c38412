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

/** What the home page shows, computed on the server. */
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
};

/** The static parts of the page. */
export type HomePart = 'opening' | 'strips' | 'pro' | 'voices';
