import { home } from '../../../../home.config.ts';
import { labelOf } from '../../shared/catalogue/card-facts.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import { readQuote } from '../../shared/reviews/read-quote.ts';
import { averageOf, ratingsText, totalsOf } from '../../shared/reviews/review-facts.ts';
import type { AuthorNode, FeaturedNode, HighlightNode, StatsNode, TitleNode } from './home-documents.ts';
import type { AuthorQuote, Bubble, Highlight, HomeFacts, HomeLines, ProPlan, StackCover, Voice } from './home-facts.ts';
import { maxSlideVideos, type Slide, type SlideVideo } from './slide.ts';

/** The number of titles in the highlight strip (HOME-02). */
const maxHighlights = 5;
/** The maximum number of slides in the carousel and of covers in the stack. */
const maxSlides = 8;
const maxStackCovers = 9;

/** A course or a book with its kind. */
export type OfKind<T> = T & { kind: 'course' | 'book' };

/** Merges both lists, most recently published first, without announced items. */
export function publishedFirst<T extends { id: string; publishedAt: string | null; isComingSoon: boolean }>(
  courses: readonly T[],
  books: readonly T[],
): OfKind<T>[] {
  const all = [
    ...courses.map((node) => ({ ...node, kind: 'course' as const })),
    ...books.map((node) => ({ ...node, kind: 'book' as const })),
  ];
  return all
    .filter(({ isComingSoon, publishedAt }) => !isComingSoon && publishedAt !== null)
    .toSorted((a, b) => Date.parse(b.publishedAt ?? '') - Date.parse(a.publishedAt ?? '') || b.id.localeCompare(a.id));
}

/** Returns the five most recently published items that aren't just announced. */
export function highlightsOf(courses: readonly HighlightNode[], books: readonly HighlightNode[]): Highlight[] {
  return publishedFirst(courses, books)
    .slice(0, maxHighlights)
    .map(({ id, kind, title, permalink, topic, posterImageUrl, publishedAt, ...flags }) => ({
      id,
      kind,
      title,
      permalink,
      topic: topic.toLowerCase(),
      posterImageUrl,
      label: labelOf(flags, kind === 'book' ? 'Book' : 'Course'),
      publishedAt: publishedAt ?? '',
    }));
}

/** Returns the slides of the carousel: titles with a video first, by date; the others only have a poster. */
export function slidesOf(titles: readonly OfKind<TitleNode>[]): Slide[] {
  return titles.slice(0, maxSlides).map((node, at) => {
    const totals = totalsOf(node.ratings);
    return {
      kind: node.kind,
      title: node.title,
      permalink: node.permalink,
      topic: node.topic.toLowerCase(),
      summary: node.summary,
      authors: authorsOf(node),
      posterImageUrl: node.posterImageUrl,
      rating: `${averageOf(totals).toFixed(1)} / 5`,
      ratings: ratingsText(totals),
      videos: videosOf(node).map((video, index) => ({ id: `${at}.${index}`, ...video })),
    };
  });
}

/** Returns the hero video, then clips; at most three with a playable URL. */
function videosOf(node: TitleNode): Omit<SlideVideo, 'id'>[] {
  const candidates = [{ title: node.title, videoUrl: node.heroVideoUrl, thumbnailSeconds: 8 }, ...node.clips.nodes];
  return candidates
    .flatMap(({ title, videoUrl, thumbnailSeconds }) => {
      const sources = videoSources(videoUrl);
      if (sources === null) return [];
      const { streamUrl, captionsUrl, stillUrl } = sources;
      return [{ title, streamUrl, captionsUrl, stillUrl: stillUrl(thumbnailSeconds) }];
    })
    .slice(0, maxSlideVideos);
}

/** Returns the covers of the stack: books first, then courses. */
export function stackOf(titles: readonly OfKind<TitleNode>[]): StackCover[] {
  const books = titles.filter(({ kind }) => kind === 'book');
  return books
    .slice(0, maxStackCovers)
    .map(({ id, kind, title, topic, posterImageUrl }) => ({ id, kind, title, topic: topic.toLowerCase(), posterImageUrl }));
}

/** Returns the featured testimonials, in order. */
export function voicesOf(nodes: readonly FeaturedNode[]): Voice[] {
  return nodes.map(({ id, quoteMd, name, title, employer, profileImageUrl, course, book }, index) => {
    const about = index === 0 ? (course ?? book)?.title : undefined;
    return {
      id,
      quote: readQuote(quoteMd),
      name: name ?? 'A reader',
      position: [[title, employer].filter(Boolean).join(' at '), about && `on ${about}`].filter(Boolean).join(', '),
      imageUrl: profileImageUrl,
    };
  });
}

/** Returns the quotes of authors who have an account here. */
export function authorQuotesOf(authors: readonly AuthorNode[]): AuthorQuote[] {
  const byName = new Map(authors.map((author) => [author.username, author]));
  return home.authors.words.flatMap((quote) => {
    const user = byName.get(quote.username);
    return user ? [{ ...quote, name: user.displayName, imageUrl: user.profileImageUrl }] : [];
  });
}

/** Returns everyone who is an AUTHOR of one of the page's titles, with their number of titles; users in `order` come first. */
export function bubblesOf(courses: readonly StatsNode[], books: readonly StatsNode[], order: readonly string[]): Bubble[] {
  const byUsername = new Map<string, { person: AuthorNode; courses: number; books: number }>();
  for (const [kind, nodes] of [
    ['courses', courses],
    ['books', books],
  ] as const) {
    for (const { contributions } of nodes) {
      for (const { title, user } of contributions.nodes) {
        if (user === null || title !== 'AUTHOR') continue;
        const entry = byUsername.get(user.username) ?? { person: user, courses: 0, books: 0 };
        byUsername.set(user.username, { ...entry, [kind]: entry[kind] + 1 });
      }
    }
  }
  const entries = order.length === 0 ? [...byUsername.values()] : order.flatMap((username) => byUsername.get(username) ?? []);
  return entries.map(({ person, ...counts }) => ({
    username: person.username,
    name: person.displayName,
    imageUrl: person.profileImageUrl,
    position: [person.employmentTitle, person.employerName].filter(Boolean).join(' at '),
    titles: [countOf(counts.courses, 'course'), countOf(counts.books, 'book')].filter(Boolean).join(', '),
  }));
}

function authorsOf({ contributions }: TitleNode): string {
  return contributions.nodes.flatMap(({ title, user }) => (user && title === 'AUTHOR' ? [user.displayName] : [])).join(', ');
}

function countOf(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? word : `${word}s`}`;
}

/** The plan that the page leads to: Pro by the month, where that is offered. */
export function planOf(
  plans: readonly { slug: string; kind: string; billingInterval: string; amountCents: number; currency: string; isOffered: boolean }[],
): ProPlan | null {
  const plan = plans.find(({ kind, billingInterval, isOffered }) => kind === 'PRO' && billingInterval === 'MONTH' && isOffered);
  return plan === undefined ? null : { slug: plan.slug, amountCents: plan.amountCents, currency: plan.currency };
}

/** The lines of the headline, which the others count on from. */
const headlineLines = 3;

/** Numbers the sections that the page has, one after the other. */
export function linesOf(facts: Omit<HomeFacts, 'lines'>): HomeLines {
  let line = headlineLines;
  const next = (isShown: boolean) => (isShown ? (line += 1) : line + 1);
  return {
    highlights: next(facts.highlights.length > 0),
    students: next(facts.students.length > 0),
    recent: next(facts.slides.length > 0),
    pro: next(facts.plan !== null),
    newsletter: next(true),
    voices: next(facts.voices.length > 0 || facts.customers.length > 0),
    authors: next(facts.authors.length > 0),
    bubbles: next(facts.bubbles.length > 0),
    ways: next(true),
    desk: next(true),
  };
}
