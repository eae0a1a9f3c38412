import { home } from '../../../../home.config.ts';
import { labelOf } from '../../shared/catalogue/card-facts.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import { readQuote } from '../../shared/reviews/read-quote.ts';
import { averageOf, ratingsText, totalsOf } from '../../shared/reviews/review-facts.ts';
import type { AuthorNode, FeaturedNode, HighlightNode, StatsNode, TitleNode } from './home-documents.ts';
import type { AuthorWords, Bubble, Highlight, HomeFacts, HomeLines, ProPlan, StackCover, Voice } from './home-facts.ts';
import { mostSlideVideos, type Slide, type SlideVideo } from './slide.ts';

/** How many titles the highlight strip shows (HOME-02). */
const mostHighlights = 5;
/** How many titles the carousel has at most, and covers the stack. */
const mostSlides = 8;
const mostStacked = 9;

/** A course or a book, told apart. */
export type OfKind<T> = T & { kind: 'course' | 'book' };

/** Both lists as one, most recently published first; what is coming soon is left out. */
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

/** The five most recently published items that are not coming soon. */
export function highlightsOf(courses: readonly HighlightNode[], books: readonly HighlightNode[]): Highlight[] {
  return publishedFirst(courses, books)
    .slice(0, mostHighlights)
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

/** The slides of the carousel: those with a video first come, by date; the others have a poster alone. */
export function slidesOf(titles: readonly OfKind<TitleNode>[]): Slide[] {
  return titles.slice(0, mostSlides).map((node, at) => {
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

/** The hero video, then clips; only those with an address that can be played, three at most. */
function videosOf(node: TitleNode): Omit<SlideVideo, 'id'>[] {
  const candidates = [{ title: node.title, videoUrl: node.heroVideoUrl, thumbnailSeconds: 8 }, ...node.clips.nodes];
  return candidates
    .flatMap(({ title, videoUrl, thumbnailSeconds }) => {
      const sources = videoSources(videoUrl);
      if (sources === null) return [];
      const { streamUrl, captionsUrl, stillUrl } = sources;
      return [{ title, streamUrl, captionsUrl, stillUrl: stillUrl(thumbnailSeconds) }];
    })
    .slice(0, mostSlideVideos);
}

/** The covers of the stack: books stand there; courses fill up. */
export function stackOf(titles: readonly OfKind<TitleNode>[]): StackCover[] {
  const books = titles.filter(({ kind }) => kind === 'book');
  return books
    .slice(0, mostStacked)
    .map(({ id, kind, title, topic, posterImageUrl }) => ({ id, kind, title, topic: topic.toLowerCase(), posterImageUrl }));
}

/** The featured testimonials, in their order. */
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

/** The authors' own words, of those who have an account here. */
export function authorWordsOf(people: readonly AuthorNode[]): AuthorWords[] {
  const byName = new Map(people.map((person) => [person.username, person]));
  return home.authors.words.flatMap((words) => {
    const person = byName.get(words.username);
    return person ? [{ ...words, name: person.displayName, imageUrl: person.profileImageUrl }] : [];
  });
}

/** Everybody who is an AUTHOR of a title of the page, with how much they made; `order` first, where it is given. */
export function bubblesOf(courses: readonly StatsNode[], books: readonly StatsNode[], order: readonly string[]): Bubble[] {
  const made = new Map<string, { person: AuthorNode; courses: number; books: number }>();
  for (const [kind, nodes] of [
    ['courses', courses],
    ['books', books],
  ] as const) {
    for (const { contributions } of nodes) {
      for (const { title, user } of contributions.nodes) {
        if (user === null || title !== 'AUTHOR') continue;
        const entry = made.get(user.username) ?? { person: user, courses: 0, books: 0 };
        made.set(user.username, { ...entry, [kind]: entry[kind] + 1 });
      }
    }
  }
  const found = order.length === 0 ? [...made.values()] : order.flatMap((username) => made.get(username) ?? []);
  return found.map(({ person, ...counts }) => ({
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
