import type { HiddenAs } from '../../shared/catalog/hidden-as.ts';
import type { OutlinePart } from '../../shared/catalog/outline-parts.ts';
import type { PriceText } from '../../shared/prices/title-prices.ts';
import type { RatingTotals } from '../../shared/reviews/review-facts.ts';
import type { TextFacts, TextHeading } from '../../shared/reader/text-facts.ts';
import type { ProgressNode } from './lesson-documents.ts';

/** A lesson in the outline; `number` is null for an unnumbered one. */
export type OutlineLine = {
  id: string;
  number: number | null;
  title: string;
  permalink: string;
  videoSeconds: number | null;
  isFree: boolean;
  isCompleted: boolean;
};

/** A line of the transcript. */
export type TranscriptLine = { second: number; words: string };

/** What the page of a lesson or chapter shows, computed on the server. */
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
  /** Its own line in the outline. */
  line: OutlineLine | null;
  sectionTitle: string | null;
  video: { url: string; pass: string | null; seconds: number | null } | null;
  /** The second in the URL (`?t=`); null without one. */
  startAt: number | null;
  transcript: TranscriptLine[];
  commentsCount: number;
  headings: readonly TextHeading[];
  blockCount: number;
  hasText: boolean;
  text: TextFacts | null;
  /** A key that changes with the text. */
  textKey: string;
  /** What restricts access; null when nothing does. */
  wall: {
    opensWith: 'Pro' | 'purchase';
    isVideoLocked: boolean;
    /** The prices of the title alone, the default one first; empty when it isn't sold separately. */
    prices: readonly PriceText[];
  } | null;
  /** The ID of the reader; null for a visitor, and in a preview, where nothing is stored. */
  userId: string | null;
  /** True for a signed-in user. */
  isMember: boolean;
  progress: ProgressNode | null;
  /** True on a copy that all readers with this access get: what belongs to the reader (`OwnLesson`) comes beside it. */
  isCopy: boolean;
};

/** What belongs to the reader of a lesson's page. */
export type OwnLesson = { id: string; completedLessonIds: readonly string[]; progress: ProgressNode | null };
