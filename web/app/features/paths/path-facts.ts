import { bookCard, type CardFacts, courseCard } from '../../shared/catalog/card-facts.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { formatHours } from '../../shared/format-hours.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import type { PathNode, StepNode } from './path-documents.ts';

/** A step of a learning path, as its page shows it. It's computed on the server, so that the browser renders the same. */
export type PathStep = {
  id: string;
  kind: 'course' | 'book' | 'article' | 'clip';
  /** 'Course', 'Bootcamp', 'Article'. */
  label: string;
  title: string;
  path: string;
  topic: string;
  imageUrl: string | null;
  /** How long it is: '12 lessons', '3 h 20 min'. */
  lengths: string[];
  by: string;
  price: CardFacts['price'];
  prices: CardFacts['prices'];
  isComingSoon: boolean;
  reason: string | null;
  /** The ID that is marked as completed; null for courses and books, whose lessons are. */
  markId: string | null;
  /** The length of its video in seconds, or of its text, as far as they're known. */
  seconds: number;
};

/** A learning path, as its page shows it. */
export type PathFacts = {
  id: string;
  slug: string;
  title: string;
  topic: string;
  summary: string | null;
  paragraphs: string[];
  isDraft: boolean;
  publishedAt: string | null;
  author: PathNode['user'];
  steps: PathStep[];
  /** The length of all steps: '12 h 30 min'; null if none is known. */
  length: string | null;
};

/** Returns what the page of a learning path shows. Steps that learners don't see are left out, also for its author. */
export function pathFacts(node: PathNode, now: number): PathFacts {
  const steps = node.steps.nodes.filter(({ isShown }) => isShown).flatMap((step) => stepOf(step, now) ?? []);
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  return {
    id: node.id,
    slug: node.slug,
    title: node.title,
    topic: node.topic.toLowerCase(),
    summary: node.summary,
    paragraphs: (node.description ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== ''),
    isDraft: !node.isPublished,
    publishedAt: node.publishedAt,
    author: node.user,
    steps,
    length: seconds > 0 ? formatHours(seconds) : null,
  };
}

function stepOf({ id, reason, course, book, article, clip }: StepNode, now: number): PathStep | null {
  if (course) return titleStep(id, reason, courseCard(course, now), course);
  if (book) return titleStep(id, reason, bookCard(book, now), book);
  if (article) {
    const { readingMinutes: minutes, contributions } = article;
    return {
      ...{ id, reason, kind: 'article' as const, label: 'Article', title: article.title, path: article.permalink },
      topic: article.topic.toLowerCase(),
      imageUrl: article.mainImageUrl,
      lengths: minutes === null ? [] : [`${minutes} min`],
      by: contributions.nodes.flatMap(({ user }) => (user ? [user.displayName] : [])).join(', '),
      price: article.subscriptionRequired ? 'Pro' : 'Free',
      prices: [],
      isComingSoon: false,
      markId: article.id,
      seconds: (minutes ?? 0) * 60,
    };
  }
  if (!clip) return null;
  const { durationSeconds: seconds, course: itsCourse, book: itsBook } = clip;
  const item = itsCourse ?? itsBook;
  return {
    ...{ id, reason, kind: 'clip' as const, label: 'Clip', title: clip.title, path: `/clips/${clip.id}` },
    topic: (item?.topic ?? 'ENGINEERING').toLowerCase(),
    imageUrl: videoSources(clip.videoUrl)?.stillUrl(clip.thumbnailSeconds) ?? null,
    lengths: seconds === null ? [] : [formatDuration(seconds)],
    by: item?.title ?? '',
    price: null,
    prices: [],
    isComingSoon: false,
    markId: clip.id,
    seconds: seconds ?? 0,
  };
}

function titleStep(
  id: string,
  reason: string | null,
  card: CardFacts,
  { numLessons, videoSeconds }: { numLessons: number; videoSeconds: number },
): PathStep {
  const word = card.kind === 'book' ? 'chapter' : 'lesson';
  const { kind, label, title, permalink, topic, posterImageUrl, price, prices, isComingSoon, authors } = card;
  return {
    ...{ id, reason, kind, label, title, path: permalink, topic, imageUrl: posterImageUrl, price, prices, isComingSoon },
    lengths: [
      ...(numLessons > 0 ? [`${numLessons.toLocaleString('en')} ${numLessons === 1 ? word : `${word}s`}`] : []),
      ...(videoSeconds > 0 ? [formatHours(videoSeconds)] : []),
    ],
    by: authors.join(', '),
    markId: null,
    seconds: videoSeconds,
  };
}
