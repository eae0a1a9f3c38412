import { bookCard, type CardFacts, courseCard, isNewRelease } from '../../shared/catalog/card-facts.ts';
import type { ExploreArticle, ExploreBook, ExploreCourse, TaggedContent } from './explore-documents.ts';

/** A dependency of a title's code, as its author entered it. */
export type Dependency = { name: string; version: string | null; link: string | null };

/** A title in the explore section. It's computed where the page is rendered, so that the browser shows the same. */
export type ExploreCard = {
  id: string;
  kind: 'course' | 'book' | 'article';
  title: string;
  permalink: string;
  topic: string;
  imageUrl: string | null;
  /** The first technology among its tags; null without one. */
  technology: string | null;
  /** 'Bootcamp', 'Workshop', 'Masterclass', 'Free' or 'Pro'. */
  label: string;
  /** Null for items that are only sold separately. */
  price: CardFacts['price'];
  prices: CardFacts['prices'];
  isNewRelease: boolean;
  /** Its description, or a placeholder. */
  description: string;
  authors: string[];
  /** '4.8 / 5.0'; null without ratings, and for articles, which aren't rated. */
  rating: string | null;
  ratingCount: number;
  createdAt: string;
};

/** The first course of a category: its dependencies are on the back of its card. */
export type LargeCard = ExploreCard & { videoSeconds: number; primaryLanguage: string | null; dependencies: Dependency[] };

/** The titles of a category that are shown. */
export type ExploreList = {
  large: LargeCard | null;
  small: ExploreCard[];
  shown: number;
  total: number;
  hasMore: boolean;
  /** True when all titles are loaded, even if some aren't shown yet. */
  isAllLoaded: boolean;
};

/** The number of titles per page and per press of View More. As many of each kind are loaded, because all of them may be the newest. */
export const pageSize = 5;

/**
 * Merges titles of all three kinds into one list, newest first; the newest course is the large card before all others.
 *
 * @param content `pageSize * pages` of each kind, or all there are
 * @param before the list already shown, in its order: later titles are appended, never inserted
 */
export function exploreList(content: TaggedContent, now: number, pages = 1, before: ExploreList | null = null): ExploreList {
  const { articlesForTag, coursesByTag, booksByTag } = content;
  const [first, ...courses] = coursesByTag.nodes;
  const sorted = [
    ...courses.map((node) => courseFacts(node, now)),
    ...booksByTag.nodes.map((node) => bookFacts(node, now)),
    ...articlesForTag.nodes.map((node) => articleFacts(node, now)),
  ].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const lists = [articlesForTag, coursesByTag, booksByTag];
  const large = before?.large ?? (first ? largeFacts(first, now) : null);
  const shownIds = new Set([large?.id, ...(before?.small ?? []).map(({ id }) => id)]);
  const stream = [...(before?.small ?? []), ...sorted.filter(({ id }) => !shownIds.has(id))];
  const small = stream.slice(0, pages * pageSize - (large === null ? 0 : 1));
  const shown = small.length + (large === null ? 0 : 1);
  const isAllLoaded = lists.every(({ nodes, totalCount }) => nodes.length >= totalCount);
  return {
    large,
    small,
    shown,
    total: lists.reduce((sum, { totalCount }) => sum + totalCount, 0),
    hasMore: small.length < stream.length || !isAllLoaded,
    isAllLoaded,
  };
}

/** Merges the lists of two pages; titles in both, because something new was published in between, appear once. */
export function withMore(loaded: TaggedContent, more: TaggedContent): TaggedContent {
  return {
    articlesForTag: joined(loaded.articlesForTag, more.articlesForTag),
    coursesByTag: joined(loaded.coursesByTag, more.coursesByTag),
    booksByTag: joined(loaded.booksByTag, more.booksByTag),
  };
}

function joined<TNode extends { id: string }>(a: { nodes: TNode[] }, b: { totalCount: number; nodes: TNode[] }) {
  const loadedIds = new Set(a.nodes.map(({ id }) => id));
  return { totalCount: b.totalCount, nodes: [...a.nodes, ...b.nodes.filter(({ id }) => !loadedIds.has(id))] };
}

function courseFacts(node: ExploreCourse, now: number): ExploreCard {
  const { label, kind, ...card } = courseCard(node, now);
  return { ...card, kind, label: card.price ?? label, ...summaryOf(node, kind), imageUrl: node.coverImageUrl ?? node.posterImageUrl };
}

function bookFacts(node: ExploreBook, now: number): ExploreCard {
  const { label, kind, ...card } = bookCard(node, now);
  return { ...card, kind, label: card.price ?? label, ...summaryOf(node, kind), imageUrl: node.posterImageUrl };
}

function articleFacts(node: ExploreArticle, now: number): ExploreCard {
  return {
    id: node.id,
    kind: 'article',
    title: node.title,
    permalink: node.permalink,
    topic: node.topic.toLowerCase(),
    imageUrl: node.mainImageUrl,
    label: node.subscriptionRequired ? 'Pro' : 'Free',
    price: node.subscriptionRequired ? 'Pro' : 'Free',
    prices: [],
    isNewRelease: isNewRelease(node.createdAt, now),
    authors: node.contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : [])),
    rating: null,
    ratingCount: 0,
    createdAt: node.createdAt,
    ...summaryOf(node, 'article'),
  };
}

function largeFacts(node: ExploreCourse, now: number): LargeCard {
  const { primaryLanguage, list } = readDependencies(node.dependencies);
  return { ...courseFacts(node, now), imageUrl: node.posterImageUrl, videoSeconds: node.videoSeconds, primaryLanguage, dependencies: list };
}

function summaryOf(
  { summary, description, taggings }: Pick<ExploreArticle, 'summary' | 'description' | 'taggings'>,
  kind: ExploreCard['kind'],
): Pick<ExploreCard, 'description' | 'technology'> {
  return {
    description: summary ?? description ?? `No ${kind} description provided`,
    technology: taggings.nodes.find(({ tag }) => tag?.isCategory === false)?.tag?.name ?? null,
  };
}

/** Parses an author's JSON; invalid entries are left out. */
function readDependencies(json: string | null): { primaryLanguage: string | null; list: Dependency[] } {
  if (json === null) return { primaryLanguage: null, list: [] };
  const parsed = JSON.parse(json) as { primaryLanguage?: unknown; list?: unknown };
  const list = Array.isArray(parsed.list) ? (parsed.list as Partial<Record<keyof Dependency, unknown>>[]) : [];
  return {
    primaryLanguage: textOr(parsed.primaryLanguage),
    list: list.flatMap((entry) => {
      const name = textOr(entry?.name);
      if (name === null) return [];
      const link = textOr(entry.link);
      return [{ name, version: textOr(entry.version), link: link !== null && /^https?:\/\//u.test(link) ? link : null }];
    }),
  };
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
