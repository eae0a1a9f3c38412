import type { BookCardFragment, CourseCardFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';
/** What the card of a course needs; `isFree` tells whether everybody may read it. */
graphql(/* GraphQL */ `fragment CourseCard on Course {
  id title permalink topic summary posterImageUrl isFree isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
  contributions(first: 5) { nodes { user { displayName } } }
}`);

/** What the card of a book needs; one that is not for sale is free. */
graphql(/* GraphQL */ `fragment BookCard on Book {
  id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
  contributions(first: 5) { nodes { user { displayName } } }
}`);

type CardNode = Omit<CourseCardFragment, 'isFree'>;

/** What a card shows, worked out on the server so that the browser shows the same. */
export type CardFacts = {
  id: string;
  kind: 'course' | 'book';
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  posterImageUrl: string | null;
  /** 'Bootcamp', 'Workshop', 'Book' or 'Course'. */
  label: string;
  /** Null for what is bought by itself. */
  price: 'Free' | 'Pro' | null;
  isNewRelease: boolean;
  isComingSoon: boolean;
  authors: string[];
  /** '4.8 / 5.0', or null without ratings. */
  rating: string | null;
  ratingCount: number;
  /** ISO 8601; what lists are ordered by. */
  createdAt: string;
};

/** An item is new for this long. */
const newReleaseMs = 14 * 24 * 60 * 60 * 1000;

/** The card of a course. */
export function courseCard(node: CourseCardFragment, now: number): CardFacts {
  return { ...cardOf(node, now), kind: 'course', label: labelOf(node, 'Course'), price: priceOf(node, node.isFree) };
}

/** The card of a book. */
export function bookCard(node: BookCardFragment, now: number): CardFacts {
  return { ...cardOf(node, now), kind: 'book', label: labelOf(node, 'Book'), price: priceOf(node, !node.isForSale) };
}

/** 'Bootcamp' or 'Workshop' where its flag is set, else what it is. */
export function labelOf(flags: { isBootcamp: boolean; isLiveWorkshop: boolean }, kind: 'Course' | 'Book'): string {
  if (flags.isBootcamp) return 'Bootcamp';
  return flags.isLiveWorkshop ? 'Workshop' : kind;
}

/** 'Free' or 'Pro'; null for a bootcamp or a workshop, which is bought by itself. */
export function priceOf(flags: { isBootcamp: boolean; isLiveWorkshop: boolean }, isFree: boolean): 'Free' | 'Pro' | null {
  if (flags.isBootcamp || flags.isLiveWorkshop) return null;
  return isFree ? 'Free' : 'Pro';
}

/** When the next of these cards stops being new (ISO 8601), so that a kept page is made again then; null when none is new. */
export function nextDue(nodes: readonly { createdAt: string }[], now: number): string | null {
  const ends = nodes.map((node) => Date.parse(node.createdAt) + newReleaseMs).filter((end) => end > now);
  return ends.length > 0 ? new Date(ends.reduce((first, end) => Math.min(first, end))).toISOString() : null;
}

/** True within 14 days of an item's making. */
export function isNewRelease(createdAt: string, now: number): boolean {
  return Date.parse(createdAt) + newReleaseMs > now;
}

function cardOf(node: CardNode, now: number): Omit<CardFacts, 'kind' | 'label' | 'price'> {
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
  };
}
