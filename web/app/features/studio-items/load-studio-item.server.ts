import { isId } from '@newline/api/rules/is-id';
import { append } from '@newline/document/append';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import {
  MorePlacesOfBookDocument,
  MorePlacesOfCourseDocument,
  type PlaceRow,
  StudioBookDocument,
  StudioClipDocument,
  StudioCourseDocument,
} from './item-documents.ts';
import { outlineOf } from './outline.ts';
import type { StudioItem, TagRow } from './studio-item.ts';

type Context = Readonly<RouterContextProvider>;
type Loaded = { item: StudioItem; tags: TagRow[] };

/** Loads a course in the studio. Throws a redirect for visitors, and 404 for users who aren't its authors. */
export async function loadStudioCourse(context: Context, url: URL, id: string): Promise<Loaded> {
  admit(context, url, id);
  const { courseById: course, tags } = await runDocument(context, StudioCourseDocument, { id });
  if (!course?.mayWrite) throw data(null, { status: 404 });
  const { courseLessons, certificateRules, certificatesCount, exercisesCount, ...fields } = course;
  const entries = await allPlaces(courseLessons, async (offset) => {
    const more = await runDocument(context, MorePlacesOfCourseDocument, { id, offset });
    return more.courseById?.courseLessons.nodes ?? [];
  });
  const certificate = { rules: certificateRules, issuedCount: certificatesCount ?? 0, exercisesCount: exercisesCount ?? 0 };
  return { item: { ...fields, kind: 'course', certificate, outline: outlineOf(fields.courseSections.nodes, entries) }, tags: tags.nodes };
}

/** Loads a book in the studio. Throws a redirect for visitors, and 404 for users who aren't its authors. */
export async function loadStudioBook(context: Context, url: URL, id: string): Promise<Loaded> {
  admit(context, url, id);
  const { bookById: book, tags } = await runDocument(context, StudioBookDocument, { id });
  if (!book?.mayWrite) throw data(null, { status: 404 });
  const { bookLessons, isForSale, ...fields } = book;
  const entries = await allPlaces(bookLessons, async (offset) => {
    const more = await runDocument(context, MorePlacesOfBookDocument, { id, offset });
    return more.bookById?.bookLessons.nodes ?? [];
  });
  const same = {
    kind: 'book',
    isFree: !isForSale,
    isMasterclass: false,
    subscriptionRequired: true,
    archetype: 'BOOK',
    certificate: null,
  } as const;
  return { item: { ...fields, ...same, outline: outlineOf(fields.courseSections.nodes, entries) }, tags: tags.nodes };
}

/** Loads a clip in the studio. Throws a redirect for visitors, and 404 for users who aren't authors of its item. */
export async function loadStudioClip(context: Context, url: URL, id: string) {
  admit(context, url, id);
  const { clipById: clip } = await runDocument(context, StudioClipDocument, { id });
  const item = clip?.course ?? clip?.book;
  if (!clip || !item?.mayWrite) throw data(null, { status: 404 });
  const entries = clip.course?.courseLessons.nodes ?? clip.book?.bookLessons.nodes ?? [];
  const lessons = entries.flatMap(({ lesson }) => (lesson ? [lesson] : []));
  return {
    clip,
    lessons,
    item: { id: item.id, title: item.title, kind: clip.course ? ('course' as const) : ('book' as const) },
    mayDelete: item.mayPublish || item.publishedAt === null,
  };
}

function admit(context: Context, url: URL, id: string): void {
  const { pathname } = url;
  if (viewerOf(context).userId === null) throw redirect(`/sign-in?returnTo=${encodeURIComponent(pathname)}`);
  if (!isId(id)) throw data(null, { status: 404 });
}

/** Loads all lessons, because a list returns a hundred rows at a time and an outline is shown whole. */
async function allPlaces(
  first: { totalCount: number; nodes: PlaceRow[] },
  more: (offset: number) => Promise<PlaceRow[]>,
): Promise<PlaceRow[]> {
  const entries = [...first.nodes];
  while (entries.length < first.totalCount) {
    const next = await more(entries.length);
    if (next.length === 0) break;
    append(entries, next);
  }
  return entries;
}
