import { requestContext } from '@newline/api/request-context';
import { isId } from '@newline/api/rules/is-id';
import { fromMarkdown } from '@newline/document/markdown';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { isNewRelease, labelOf, nextDue, priceOf } from '../../shared/catalog/card-facts.ts';
import { hiddenAs } from '../../shared/catalog/hidden-as.ts';
import { outlineParts } from '../../shared/catalog/outline-parts.ts';
import { priceTexts } from '../../shared/prices/title-prices.ts';
import { totalsOf } from '../../shared/reviews/review-facts.ts';
import { reviewPageOf } from '../../shared/reviews/read-reviews.ts';
import { type ReviewList, reviewSortOf, reviewVariables } from '../../shared/reviews/review-list.ts';
import { type ReviewNode, ReviewsDocument } from '../../shared/reviews/review-nodes.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { BookDocument, CourseDocument, PermalinkDocument, type ItemNode, type OutlinePlace } from './item-documents.ts';
import type { ItemFacts } from './item-facts.ts';

type Context = Readonly<RouterContextProvider>;

/** Loads the page of a course by its slug, with the reviews that the URL's parameters ask for. Throws 404, or a redirect for a former URL. */
export async function loadCourse(context: Context, slug: string, parameters = new URLSearchParams()): Promise<ItemFacts> {
  const { courseBySlug: course } = await runDocument(context, CourseDocument, { slug });
  if (!course) return leaveFor(context, `/courses/${slug}`);
  const { list, nodes } = await loadReviewList(context, { id: course.id, kind: 'course' }, parameters);
  const facts = factsOf(context, course, list, {
    entries: course.courseLessons.nodes,
    kind: 'course',
    rules: course.certificateRules,
    isFree: course.isFree,
    isMasterclass: course.isMasterclass,
  });
  declare(context, course, 'course', nodes);
  return facts;
}

/** Loads the page of a book by its slug, with the reviews that the URL's parameters ask for. Throws 404, or a redirect for a former URL. */
export async function loadBook(context: Context, slug: string, parameters = new URLSearchParams()): Promise<ItemFacts> {
  const { bookBySlug: book } = await runDocument(context, BookDocument, { slug });
  if (!book) return leaveFor(context, `/books/${slug}`);
  const { list, nodes } = await loadReviewList(context, { id: book.id, kind: 'book' }, parameters);
  const facts = factsOf(context, book, list, {
    entries: book.bookLessons.nodes,
    kind: 'book',
    rules: null,
    isFree: !book.isForSale,
    isMasterclass: false,
  });
  declare(context, book, 'book', nodes);
  return facts;
}

/** Loads the item at a top-level path such as /fullstack-graphql; throws a redirect for a former path. */
export async function loadPermalink(context: Context, path: string, parameters: URLSearchParams): Promise<ItemFacts> {
  dependsOn(context, ['permalinks']);
  const { permalinkByPath: permalink } = await runDocument(context, PermalinkDocument, { path });
  if (permalink?.isCurrent && permalink.course) return loadCourse(context, permalink.course.slug, parameters);
  if (permalink?.isCurrent && permalink.book) return loadBook(context, permalink.book.slug, parameters);
  return leave(permalink);
}

async function leaveFor(context: Context, path: string): Promise<never> {
  return leave((await runDocument(context, PermalinkDocument, { path })).permalinkByPath);
}

type Permalink = { course: { permalink: string } | null; book: { permalink: string } | null } | null;

/** Redirects a former URL to the current one; throws 404 if there is none that the reader may see. */
function leave(permalink: Permalink): never {
  const target = permalink?.course?.permalink ?? permalink?.book?.permalink;
  if (target) throw redirect(target, 301);
  throw data(null, { status: 404 });
}

async function loadReviewList(
  context: Context,
  item: { id: string; kind: 'course' | 'book' },
  parameters: URLSearchParams,
): Promise<{ list: ReviewList; nodes: readonly ReviewNode[] }> {
  const sort = reviewSortOf(parameters);
  const requested = parameters.get('before');
  const before = requested !== null && isId(requested) ? requested : null;
  const { nodes } = (await runDocument(context, ReviewsDocument, reviewVariables(item, sort, before))).reviews;
  return { list: { ...reviewPageOf(nodes), sort, isFromStart: before === null }, nodes };
}

function declare(context: Context, item: ItemNode, kind: 'course' | 'book', reviews: readonly ReviewNode[]): void {
  const userIds = [...item.contributions.nodes.map(({ user }) => user?.id), ...reviews.map(({ userId }) => userId)];
  const userTags = userIds.flatMap((id) => (id ? [`user:${id}` as const] : []));
  dependsOn(context, [`${kind}:${item.id}`, 'plans', ...userTags], nextDue([item], Date.now()));
}

type Around = {
  entries: readonly OutlinePlace[];
  kind: 'course' | 'book';
  rules: ItemFacts['certificate'];
  isFree: boolean;
  isMasterclass: boolean;
};

function factsOf(
  context: Context,
  item: ItemNode,
  reviews: ReviewList,
  { entries: outlineEntries, kind, rules, isFree, isMasterclass }: Around,
): ItemFacts {
  const now = Date.now();
  const hidden = hiddenAs(item, now);
  const lessons = outlineEntries.flatMap(({ lesson }) => (lesson ? [lesson] : []));
  const isBoughtAlone = isMasterclass || item.isBootcamp || item.isLiveWorkshop;
  const seconds = lessons.reduce((sum, lesson) => sum + (lesson.videoDuration ?? 0), 0);
  return {
    id: item.id,
    kind,
    slug: item.slug,
    title: item.title,
    permalink: item.permalink,
    topic: item.topic.toLowerCase(),
    lead: item.subtitle ?? item.summary,
    label: labelOf({ ...item, isMasterclass }, kind === 'book' ? 'Book' : 'Course'),
    price: priceOf({ ...item, isMasterclass }, isFree),
    language: languageOf(item.dependencies),
    isBoughtAlone,
    prices: isFree ? [] : priceTexts(item.prices.nodes),
    taughtIn: new Intl.DisplayNames('en', { type: 'language' }).of(item.lessonLanguage) ?? item.lessonLanguage,
    heroVideoUrl: item.heroVideoUrl,
    previewPdfUrl: item.previewPdfUrl,
    pricingFeatures: item.pricingFeatures,
    marketingHeadline: item.marketingHeadline,
    marketingDelta: deltaOf(item.marketingCopyMarkdown),
    syllabusDelta: deltaOf(item.syllabus),
    questions: pairsOf(item.faq, 'question', 'answer').map(([question, answer]) => ({ question, answerDelta: deltaOf(answer) })),
    resources: pairsOf(item.resources, 'title', 'url')
      .filter(([, url]) => /^https?:\/\//u.test(url))
      .map(([title, url]) => ({ title, url })),
    hasPdf: kind === 'book' && context.get(requestContext).hasBookPdf,
    assetsUrl: context.get(requestContext).assetsUrl,
    hiddenAs: hidden,
    isNewRelease: isNewRelease(item.createdAt, now) && !item.isComingSoon && hidden === null,
    isComingSoon: item.isComingSoon,
    isEarlyAccess: item.isEarlyAccess,
    isListed: item.isShownPublicly,
    posterImageUrl: item.posterImageUrl,
    descriptionParagraphs: (item.description ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== ''),
    descriptionDelta: deltaOf(item.primaryDescriptionMarkdown),
    numLessons: item.numLessons,
    videoSeconds: seconds,
    numExercises: item.numExercises,
    certificate: rules,
    numStudents: item.numStudents,
    revisedAt:
      hidden === 'Draft' ? null : (item.publishedAt && item.publishedAt > item.createdAt ? item.publishedAt : item.createdAt).slice(0, 10),
    ratings: totalsOf(item.ratings),
    authors: item.contributions.nodes.flatMap(({ title, user }) => (user ? [{ ...user, contribution: title }] : [])),
    sections: outlineParts(outlineEntries, ({ id, title, permalink, isFree, isOpen, videoDuration }, number) => ({
      id,
      number,
      title,
      permalink,
      isFree,
      isOpen,
      videoSeconds: videoDuration,
    })),
    reviews,
  };
}

function languageOf(dependencies: string | null): string | null {
  try {
    const parsed: unknown = JSON.parse(dependencies ?? 'null');
    if (typeof parsed === 'object' && parsed !== null && 'primaryLanguage' in parsed && typeof parsed.primaryLanguage === 'string') {
      return parsed.primaryLanguage;
    }
  } catch {
    // Entered by hand and unreadable, so it's left out of the page.
  }
  return null;
}

/** Parses a list of pairs from a JSON string; invalid entries, for example entered by hand, are left out. */
function pairsOf(json: string, first: string, second: string): [string, string][] {
  try {
    const parsed: unknown = JSON.parse(json);
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap((entry: unknown): [string, string][] => {
      if (typeof entry !== 'object' || entry === null) return [];
      const [one, two] = [Reflect.get(entry, first) as unknown, Reflect.get(entry, second) as unknown];
      return typeof one === 'string' && typeof two === 'string' ? [[one, two]] : [];
    });
  } catch {
    return [];
  }
}

function deltaOf(markdown: string | null): string | null {
  if (!markdown) return null;
  const read = fromMarkdown(markdown, 'article');
  return read.ok ? JSON.stringify(read.document) : null;
}
