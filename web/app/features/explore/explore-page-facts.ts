import { bookCard, courseCard, isNewRelease } from '../../shared/catalogue/card-facts.ts';
import type { ExploreArticle, ExploreBook, ExploreCourse, TaggedContent } from './explore-documents.ts';

/** What a title needs to run, as its author wrote it down. */
export type Dependency = { name: string; version: string | null; link: string | null };

/** A title of the explore section, worked out where the page is made so that the browser shows the same. */
export type ExploreCard = {
  id: string;
  kind: 'course' | 'book' | 'article';
  title: string;
  permalink: string;
  topic: string;
  imageUrl: string | null;
  /** The first technology it is tagged with; null without one. */
  technology: string | null;
  /** 'Bootcamp', 'Workshop', 'Free' or 'Pro': one of them. */
  label: string;
  isNewRelease: boolean;
  /** Its own words, or that there are none. */
  description: string;
  authors: string[];
  /** '4.8 / 5.0'; null without ratings, and for an article, which nobody rates. */
  rating: string | null;
  ratingCount: number;
  createdAt: string;
};

/** The first course of a category: its details stand on the other side of its picture. */
export type LargeCard = ExploreCard & { videoSeconds: number; primaryLanguage: string | null; dependencies: Dependency[] };

/** One category as far as it is shown. */
export type ExploreList = {
  large: LargeCard | null;
  small: ExploreCard[];
  shown: number;
  total: number;
  hasMore: boolean;
  /** True when no title is left to ask for, though some may not be shown yet. */
  isAllLoaded: boolean;
};

/** How many titles a page has and each press of View More brings. Of each kind as many are loaded: all of them may be the newest. */
export const pageSize = 5;

/**
 * Titles of all three kinds in one list, newest first; the newest course is the large card, before all others.
 *
 * @param content `pageSize * pages` of each kind, or all there are
 * @param before what is shown already, in its order: later titles come after it, never in between
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
  const known = new Set([large?.id, ...(before?.small ?? []).map(({ id }) => id)]);
  const stream = [...(before?.small ?? []), ...sorted.filter(({ id }) => !known.has(id))];
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

/** The lists of two pages as one; what stands in both, because something new came in between, stands once. */
export function withMore(loaded: TaggedContent, more: TaggedContent): TaggedContent {
  return {
    articlesForTag: joined(loaded.articlesForTag, more.articlesForTag),
    coursesByTag: joined(loaded.coursesByTag, more.coursesByTag),
    booksByTag: joined(loaded.booksByTag, more.booksByTag),
  };
}

function joined<TNode extends { id: string }>(a: { nodes: TNode[] }, b: { totalCount: number; nodes: TNode[] }) {
  const known = new Set(a.nodes.map(({ id }) => id));
  return { totalCount: b.totalCount, nodes: [...a.nodes, ...b.nodes.filter(({ id }) => !known.has(id))] };
}

function courseFacts(node: ExploreCourse, now: number): ExploreCard {
  const { price, label, kind, ...card } = courseCard(node, now);
  return { ...card, kind, label: price ?? label, ...wordsOf(node, kind), imageUrl: node.coverImageUrl ?? node.posterImageUrl };
}

function bookFacts(node: ExploreBook, now: number): ExploreCard {
  const { price, label, kind, ...card } = bookCard(node, now);
  return { ...card, kind, label: price ?? label, ...wordsOf(node, kind), imageUrl: node.posterImageUrl };
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
    isNewRelease: isNewRelease(node.createdAt, now),
    authors: node.contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : [])),
    rating: null,
    ratingCount: 0,
    createdAt: node.createdAt,
    ...wordsOf(node, 'article'),
  };
}

function largeFacts(node: ExploreCourse, now: number): LargeCard {
  const { primaryLanguage, list } = readDependencies(node.dependencies);
  return { ...courseFacts(node, now), imageUrl: node.posterImageUrl, videoSeconds: node.videoSeconds, primaryLanguage, dependencies: list };
}

function wordsOf(
  { summary, description, taggings }: Pick<ExploreArticle, 'summary' | 'description' | 'taggings'>,
  kind: ExploreCard['kind'],
): Pick<ExploreCard, 'description' | 'technology'> {
  return {
    description: summary ?? description ?? `No ${kind} description provided`,
    technology: taggings.nodes.find(({ tag }) => tag?.isCategory === false)?.tag?.name ?? null,
  };
}

/** The JSON that an author wrote, as far as it is what is expected. */
function readDependencies(json: string | null): { primaryLanguage: string | null; list: Dependency[] } {
  if (json === null) return { primaryLanguage: null, list: [] };
  const given = JSON.parse(json) as { primaryLanguage?: unknown; list?: unknown };
  const list = Array.isArray(given.list) ? (given.list as Partial<Record<keyof Dependency, unknown>>[]) : [];
  return {
    primaryLanguage: textOr(given.primaryLanguage),
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
