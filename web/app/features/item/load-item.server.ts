import { fromMarkdown } from '@newline/document/markdown';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { isNewRelease, labelOf, nextDue, priceOf } from '../../shared/catalogue/card-facts.ts';
import { dependsOn, runDocument } from '../../shared/run-document.server.ts';
import { BookDocument, CourseDocument, PermalinkDocument, type ItemNode, type OutlinePlace } from './item-documents.ts';
import type { ItemFacts, OutlineSection } from './item-facts.ts';

type Context = Readonly<RouterContextProvider>;

/** The page of a course by its slug. Throws 404, or a redirect where the address is one of the past. */
export async function loadCourse(context: Context, slug: string): Promise<ItemFacts> {
  const { courseBySlug: course } = await runDocument(context, CourseDocument, { slug });
  if (!course) return leaveFor(context, `/courses/${slug}`);
  const facts = factsOf(course, course.courseLessons.nodes, 'course', course.isFree);
  declare(context, course, 'course');
  return facts;
}

/** The page of a book by its slug. Throws 404, or a redirect where the address is one of the past. */
export async function loadBook(context: Context, slug: string): Promise<ItemFacts> {
  const { bookBySlug: book } = await runDocument(context, BookDocument, { slug });
  if (!book) return leaveFor(context, `/books/${slug}`);
  const facts = factsOf(book, book.bookLessons.nodes, 'book', !book.isForSale);
  declare(context, book, 'book');
  return facts;
}

/** What a top-level address such as /fullstack-graphql leads to: the item itself, or a redirect for an address of the past. */
export async function loadPermalink(context: Context, path: string): Promise<ItemFacts> {
  dependsOn(context, ['permalinks']);
  const { permalinkByPath: found } = await runDocument(context, PermalinkDocument, { path });
  if (found?.isCurrent && found.course) return loadCourse(context, found.course.slug);
  if (found?.isCurrent && found.book) return loadBook(context, found.book.slug);
  return leave(found);
}

async function leaveFor(context: Context, path: string): Promise<never> {
  return leave((await runDocument(context, PermalinkDocument, { path })).permalinkByPath);
}

type Found = { course: { permalink: string } | null; book: { permalink: string } | null; user: { username: string } | null } | null;

/** Sends on to where an address of the past lives now; 404 when it never led anywhere the reader may go. */
function leave(found: Found): never {
  const target = found?.course?.permalink ?? found?.book?.permalink;
  if (target) throw redirect(target, 301);
  // An author's own address: their profile stands there.
  if (found?.user) throw redirect(`/@${found.user.username}`, 302);
  throw data(null, { status: 404 });
}

function declare(context: Context, item: ItemNode, kind: 'course' | 'book'): void {
  const people = item.contributions.nodes.flatMap(({ user }) => (user ? [`user:${user.id}`] : []));
  dependsOn(context, [`${kind}:${item.id}`, ...people], nextDue([item], Date.now()));
}

function factsOf(item: ItemNode, places: readonly OutlinePlace[], kind: 'course' | 'book', isFree: boolean): ItemFacts {
  const now = Date.now();
  const lessons = places.flatMap(({ lesson }) => (lesson ? [lesson] : []));
  const seconds = lessons.reduce((sum, lesson) => sum + (lesson.videoDuration ?? 0), 0);
  return {
    id: item.id,
    kind,
    title: item.title,
    permalink: item.permalink,
    topic: item.topic.toLowerCase(),
    lead: item.subtitle ?? item.summary,
    label: labelOf(item, kind === 'book' ? 'Book' : 'Course'),
    price: priceOf(item, isFree),
    language: languageOf(item.dependencies),
    isNewRelease: isNewRelease(item.createdAt, now) && !item.isComingSoon,
    isComingSoon: item.isComingSoon,
    isEarlyAccess: item.isEarlyAccess,
    isListed: item.isShownPublicly,
    posterImageUrl: item.posterImageUrl,
    descriptionParagraphs: (item.description ?? '').split(/\n\s*\n/).filter((text) => text.trim() !== ''),
    descriptionDelta: deltaOf(item.primaryDescriptionMarkdown),
    numLessons: item.numLessons,
    videoSeconds: seconds,
    numExercises: item.numExercises,
    numStudents: item.numStudents,
    revisedAt: (item.publishedAt && item.publishedAt > item.createdAt ? item.publishedAt : item.createdAt).slice(0, 10),
    ratingCount: item.ratingCount,
    ratingAverage: item.ratingCount > 0 ? item.ratingSum / item.ratingCount : null,
    ratings: [1, 2, 3, 4, 5].map((stars) => item.ratings.filter((rating) => rating === stars).length),
    authors: item.contributions.nodes.flatMap(({ user }) => (user ? [user] : [])),
    sections: sectionsOf(places),
    reviews: item.testimonials.nodes.map((review) => ({
      id: review.id,
      rating: review.rating,
      text: review.quoteMd,
      name: review.user?.displayName ?? review.name ?? 'A reader',
      username: review.user?.username ?? null,
      imageUrl: review.user?.profileImageUrl ?? review.profileImageUrl,
      title: review.user?.employmentTitle ?? review.title,
      employer: review.user?.employerName ?? review.employer,
    })),
  };
}

/** Lessons in their order, cut where the section changes; numbers run through the whole item, CHANGELOG has none. */
function sectionsOf(places: readonly OutlinePlace[]): OutlineSection[] {
  const sections: OutlineSection[] = [];
  let number = 0;
  for (const { courseSection, lesson } of places) {
    if (!lesson) continue;
    const isCounted = lesson.role !== 'CHANGELOG';
    if (isCounted) number += 1;
    const id = courseSection?.id ?? 'none';
    if (sections.at(-1)?.id !== id) sections.push({ id, title: courseSection?.title ?? null, lessons: [] });
    sections.at(-1)?.lessons.push({
      id: lesson.id,
      number: isCounted ? number : null,
      title: lesson.title,
      isFree: lesson.isFree,
      videoSeconds: lesson.videoDuration,
    });
  }
  return sections;
}

function languageOf(dependencies: string | null): string | null {
  try {
    const parsed: unknown = JSON.parse(dependencies ?? 'null');
    if (typeof parsed === 'object' && parsed !== null && 'primaryLanguage' in parsed && typeof parsed.primaryLanguage === 'string') {
      return parsed.primaryLanguage;
    }
  } catch {
    // Written by hand and unreadable: the page does without it.
  }
  return null;
}

function deltaOf(markdown: string | null): string | null {
  if (!markdown) return null;
  const read = fromMarkdown(markdown, 'article');
  return read.ok ? JSON.stringify(read.document) : null;
}
