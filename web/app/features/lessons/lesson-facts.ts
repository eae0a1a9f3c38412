import type { HiddenAs } from '../../shared/catalogue/hidden-as.ts';
import type { OutlinePart } from '../../shared/catalogue/outline-parts.ts';
import type { RatingTotals } from '../../shared/reviews/review-facts.ts';
import type { TextFacts, TextHeading } from '../../shared/reader/text-facts.ts';
import type { ProgressNode } from './lesson-documents.ts';

/** A line of the outline; `number` is null for one that does not count. */
export type OutlineLine = {
  id: string;
  number: number | null;
  title: string;
  permalink: string;
  videoSeconds: number | null;
  isFree: boolean;
  isCompleted: boolean;
};

/** A line of what is said. */
export type TranscriptLine = { second: number; words: string };

/** What the page of a lesson or a chapter shows, worked out on the server. */
export type LessonFacts = {
  id: string;
  kind: 'lesson' | 'chapter';
  title: string;
  description: string | null;
  permalink: string;
  item: { id: string; slug: string; title: string; permalink: string; topic: string; posterImageUrl: string | null };
  ratings: RatingTotals;
  hiddenAs: HiddenAs;
  isListed: boolean;
  parts: OutlinePart<OutlineLine>[];
  /** Its own line. */
  line: OutlineLine | null;
  sectionTitle: string | null;
  video: { url: string; pass: string | null; seconds: number | null } | null;
  /** The second that the address asks for (`?t=`); null without. */
  startAt: number | null;
  transcript: TranscriptLine[];
  commentsCount: number;
  headings: readonly TextHeading[];
  blockCount: number;
  hasText: boolean;
  text: TextFacts | null;
  /** Changes with the text. */
  textKey: string;
  /** What stands between the reader and the rest; null when nothing does. */
  wall: { opensWith: 'Pro' | 'purchase'; isVideoLocked: boolean } | null;
  /** Who reads; null for a visitor, and in a preview, of which nothing is kept. */
  userId: string | null;
  /** True for somebody signed in. */
  isMember: boolean;
  progress: ProgressNode | null;
};
