import type { BookCardFragment, CourseCardFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';
import { type PriceText, priceTexts } from '../prices/title-prices.ts';

/** The fields that a course card needs; `isFree` is true when everyone may read the course. */
graphql(/* GraphQL */ `fragment CourseCard on Course {
  id title permalink topic summary posterImageUrl isFree isComingSoon isBootcamp isLiveWorkshop isMasterclass createdAt publishedAt
  ratingCount ratingSum
  prices(first: 40) { nodes { amountCents currency isDefault isAdvanced } }
  contributions(first: 5) { nodes { user { displayName } } }
}`);

/** The fields that a book card needs. A book that isn't for sale is free. */
graphql(/* GraphQL */ `fragment BookCard on Book {
  id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
  prices(first: 40) { nodes { amountCents currency isDefault isAdvanced } }
  contributions(first: 5) { nodes { user { displayName } } }
}`);

type CardNode = Omit<CourseCardFragment, 'isFree' | 'isMasterclass'>;

/** The flags that decide what a title is called and who may read it. */
type Flags = { isBootcamp: boolean; isLiveWorkshop: boolean; isMasterclass?: boolean };

/** What a card shows. It's computed on the server, so that the browser renders the same. */
export type CardFacts = {
  id: string;
  kind: 'course' | 'book';
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  posterImageUrl: string | null;
  /** 'Bootcamp', 'Workshop', 'Masterclass', 'Book' or 'Course'. */
  label: string;
  /** Null for items that are only sold separately. */
  price: 'Free' | 'Pro' | null;
  /** The prices of the title alone, the default one first; empty when it's free, announced, or not sold separately. */
  prices: readonly PriceText[];
  isNewRelease: boolean;
  isComingSoon: boolean;
  authors: string[];
  /** '4.8 / 5.0', or null without ratings. */
  rating: string | null;
  ratingCount: number;
  /** ISO 8601; lists are ordered by it. */
  createdAt: string;
};

/** How long an item counts as new. */
const newReleaseMs = 14 * 24 * 60 * 60 * 1000;

/** Returns the card of a course. */
export function courseCard(node: CourseCardFragment, now: number): CardFacts {
  return { ...cardOf(node, now, node.isFree), kind: 'course', label: labelOf(node, 'Course'), price: priceOf(node, node.isFree) };
}

/** Returns the card of a book. */
export function bookCard(node: BookCardFragment, now: number): CardFacts {
  return { ...cardOf(node, now, !node.isForSale), kind: 'book', label: labelOf(node, 'Book'), price: priceOf(node, !node.isForSale) };
}

/** Returns 'Bootcamp', 'Workshop' or 'Masterclass' when that flag is set, otherwise the kind. */
export function labelOf(flags: Flags, kind: 'Course' | 'Book'): string {
  if (flags.isBootcamp) return 'Bootcamp';
  if (flags.isLiveWorkshop) return 'Workshop';
  return flags.isMasterclass ? 'Masterclass' : kind;
}

/** Returns 'Free' or 'Pro'; null for a bootcamp, workshop or masterclass, which is sold separately. */
export function priceOf(flags: Flags, isFree: boolean): 'Free' | 'Pro' | null {
  if (flags.isBootcamp || flags.isLiveWorkshop) return null;
  if (isFree) return 'Free';
  return flags.isMasterclass ? null : 'Pro';
}

/** Returns when the next of these cards stops being new (ISO 8601), so that a cached page is rendered again then; null when none is new. */
export function nextDue(nodes: readonly { createdAt: string }[], now: number): string | null {
  const ends = nodes.map((node) => Date.parse(node.createdAt) + newReleaseMs).filter((end) => end > now);
  return ends.length > 0 ? new Date(ends.reduce((first, end) => Math.min(first, end))).toISOString() : null;
}

/** True during the first 14 days after an item was created. */
export function isNewRelease(createdAt: string, now: number): boolean {
  return Date.parse(createdAt) + newReleaseMs > now;
}

function cardOf(node: CardNode, now: number, isFree: boolean): Omit<CardFacts, 'kind' | 'label' | 'price'> {
  return {
    id: node.id,
    title: node.title,
    permalink: node.permalink,
    topic: node.topic.toLowerCase(),
    summary: node.summary,
    posterImageUrl: node.posterImageUrl,
    isNewRelease: isNewRelease(node.createdAt, now) && !node.isComingSoon,
    isComingSoon: node.isComingSoon,
    authors: node.contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : [])),
    rating: node.ratingCount > 0 ? `${(node.ratingSum / node.ratingCount).toFixed(1)} / 5.0` : null,
    ratingCount: node.ratingCount,
    createdAt: node.createdAt,
    prices: isFree || node.isComingSoon ? [] : priceTexts(node.prices.nodes.filter(({ isAdvanced }) => !isAdvanced)),
  };
}
