import { countedFacts, type CountedFact, type HomeKind, homeKinds } from '@newline/api/rules/site/page-sections';
import type { SiteClaim } from '@newline/api/rules/site/settings';
import { labelOf } from '../../shared/catalog/card-facts.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { videoSources } from '../../shared/player/video-sources.ts';
import { readQuote } from '../../shared/reviews/read-quote.ts';
import { averageOf, ratingsText, totalsOf } from '../../shared/reviews/review-facts.ts';
import type { ChosenAuthor, ChosenQuote, ChosenTitle } from '../../shared/page-content/standard-home.ts';
import type { AuthorNode, FeaturedNode, HighlightNode, StatsNode, TitleNode } from './home-documents.ts';
import type { AuthorQuote, Bubble, Highlight, HomeFacts, HomeLines, OpeningClip, ProPlan, StackCover, Voice } from './home-facts.ts';
import { maxSlideVideos, type Slide, type SlideVideo } from './slide.ts';

/** The number of titles in the highlight strip (HOME-02). */
const maxHighlights = 5;
/** The maximum number of slides in the carousel and of covers in the stack. */
const maxSlides = 8;
const maxStackCovers = 9;

/** A review with the person who wrote it, or an editorial testimonial. */
export type ReviewNode = FeaturedNode & { user: { displayName: string; profileImageUrl: string | null } | null };

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

/** Returns the chosen titles first, in order, followed by the others if requested. */
export function chosenFirst<T extends { id: string; slug: string; kind: string }>(
  { titles, isFilled }: { titles: readonly ChosenTitle[]; isFilled: boolean },
  available: readonly T[],
): readonly T[] {
  if (titles.length === 0) return available;
  const chosen = titles.flatMap(({ kind, slug }) => available.find((node) => node.kind === kind && node.slug === slug) ?? []);
  return isFilled ? [...new Set([...chosen, ...available])] : chosen;
}

/** Returns the five most recently published items that aren't just announced; those that were chosen first. */
export function highlightsOf(
  courses: readonly HighlightNode[],
  books: readonly HighlightNode[],
  chosen: { titles: readonly ChosenTitle[]; isFilled: boolean } = { titles: [], isFilled: true },
): Highlight[] {
  return chosenFirst(chosen, publishedFirst(courses, books))
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
  return titles.slice(0, maxSlides).map((node) => {
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
      videos: videosOf(node),
    };
  });
}

/** A clip that can be played. */
type ClipNode = {
  id: string;
  title: string;
  isShort: boolean;
  videoUrl: string | null;
  thumbnailSeconds: number;
  durationSeconds: number | null;
};

/** Returns the clip next to the headline: the newest short one, or else the newest. */
export function openingClipOf(newest: readonly ClipNode[]): OpeningClip | null {
  const clips = newest.flatMap((clip) => {
    const sources = videoSources(clip.videoUrl);
    return sources === null ? [] : [{ ...clip, sources }];
  });
  const clip = clips.find(({ isShort }) => isShort) ?? clips[0];
  if (clip === undefined) return null;
  const { id, title, isShort, thumbnailSeconds, durationSeconds, sources } = clip;
  const duration = durationSeconds === null ? null : formatDuration(durationSeconds);
  return { id, title, isShort, stillUrl: sources.stillUrl(thumbnailSeconds), duration };
}

/** Returns the hero video, then clips of other videos; at most three with a playable URL. */
function videosOf(node: TitleNode): SlideVideo[] {
  const candidates = [{ title: node.title, videoUrl: node.heroVideoUrl, thumbnailSeconds: 8 }, ...node.clips.nodes];
  const byUrl = new Map<string, SlideVideo>();
  for (const { title, videoUrl, thumbnailSeconds } of candidates)
    if (videoUrl !== null && videoSources(videoUrl) !== null && !byUrl.has(videoUrl))
      byUrl.set(videoUrl, { title, videoUrl, second: thumbnailSeconds });
  return [...byUrl.values()].slice(0, maxSlideVideos);
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

/** Returns the chosen testimonials: reviews that still exist, and testimonials written by administrators. */
export function chosenVoices(quotes: readonly ChosenQuote[], reviews: readonly ReviewNode[]): Voice[] {
  return quotes.flatMap(({ id, quote, name, role, imageUrl }, at): Voice[] => {
    if (id === '')
      return [{ id: `written-${at}`, quote: readQuote(quote), name, position: role, imageUrl: imageUrl === '' ? null : imageUrl }];
    const review = reviews.find((each) => each.id === id);
    if (review === undefined) return [];
    const [voice] = voicesOf([review]);
    const person = review.user;
    return voice === undefined
      ? []
      : [{ ...voice, name: review.name ?? person?.displayName ?? voice.name, imageUrl: voice.imageUrl ?? person?.profileImageUrl ?? null }];
  });
}

/** A total from the API. */
type CountedAmount = { readonly fact: string | null; readonly amount: number | null };

/** Returns the totals as shown on the page, without zeros. */
export function claimsOf(chosen: readonly string[], counted: readonly CountedAmount[]): SiteClaim[] {
  return chosen.flatMap((fact) => {
    const amount = counted.find((each) => each.fact === fact)?.amount ?? 0;
    if (amount === 0 || !Object.hasOwn(countedFacts, fact)) return [];
    const [one, many] = countedFacts[fact as CountedFact];
    return [{ figure: amount.toLocaleString('en'), words: amount === 1 ? one : many }];
  });
}

/** Returns the quotes of authors who have an account here. */
export function authorQuotesOf(quotes: readonly ChosenAuthor[], authors: readonly AuthorNode[]): AuthorQuote[] {
  const byName = new Map(authors.map((author) => [author.username, author]));
  return quotes.flatMap(({ username, quote, role, label, url }) => {
    const user = byName.get(username);
    if (user === undefined) return [];
    const link = label === '' || url === '' ? null : { label, path: url };
    return [{ username, quote, role, link, name: user.displayName, imageUrl: user.profileImageUrl }];
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

/** The plan that the page links to: monthly Pro, if it's offered. */
export function planOf(
  plans: readonly { slug: string; kind: string; billingInterval: string; amountCents: number; currency: string; isOffered: boolean }[],
): ProPlan | null {
  const plan = plans.find(({ kind, billingInterval, isOffered }) => kind === 'PRO' && billingInterval === 'MONTH' && isOffered);
  return plan === undefined ? null : { slug: plan.slug, amountCents: plan.amountCents, currency: plan.currency };
}

/** The data that determines whether a section has content. */
type Contents = Omit<HomeFacts, 'lines' | 'parts' | 'content'>;

/** The sections that are empty without these. */
const isEmpty: Partial<Record<HomeKind, (facts: Contents) => boolean>> = {
  HIGHLIGHTS: ({ highlights }) => highlights.length === 0,
  PATHS: ({ paths }) => paths.length === 0,
  STUDENTS: ({ students }) => students.length === 0,
  RECENT: ({ slides }) => slides.length === 0,
  PRO: ({ plan }) => plan === null,
  TESTIMONIALS: ({ voices, customers }) => voices.length === 0 && customers.length === 0,
  AUTHORS: ({ authors }) => authors.length === 0,
  BUBBLES: ({ bubbles }) => bubbles.length === 0,
  WAYS: ({ plan, takesAuthors }) => plan === null && !takesAuthors,
};

/** Numbers the sections that the page has, one after the other; the headline and the catalog below it have no number of their own. */
export function linesOf(shown: readonly HomeKind[], facts: Contents, headlineLines: number): HomeLines {
  let line = headlineLines;
  const numbered = new Map<HomeKind, number>();
  for (const kind of shown) {
    numbered.set(kind, line + 1);
    if (kind !== 'HEADLINE' && kind !== 'EXPLORE' && isEmpty[kind]?.(facts) !== true) line += 1;
  }
  return Object.fromEntries(homeKinds.map((kind) => [kind, numbered.get(kind) ?? line + 1])) as HomeLines;
}
