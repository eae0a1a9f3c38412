import type { ApiClient } from './api-client.ts';
import { suffix } from './people.ts';
import type { SiteRows } from './site-rows.ts';

// Courses, lessons, clips and articles of a single test. They are in no list, so that no other test finds them.

/** A published course with its lessons, in order. */
export type MadeCourse = { id: string; title: string; slug: string; path: string; lessons: MadeLesson[] };
/** A lesson; `version` is that of its text, 0 if it has none. */
export type MadeLesson = { id: string; title: string; path: string; version: number };
/** A published article; `version` is that of its text. */
export type MadeArticle = { id: string; title: string; slug: string; path: string; version: number };

/** A lesson to create: its title, and the Markdown of its text if it has one. */
export type LessonWanted = { title: string; markdown?: string; isFree?: boolean };

/**
 * Creates a course like its author would.
 *
 * @param details of the item, such as `isFree` and `isShownPublicly`; by default a course is for subscribers and in no list
 * @param isDraft leaves it unpublished
 */
export async function makeCourse(
  author: ApiClient,
  { title = 'Made course', lessons = [], details = {}, isDraft = false }: CourseWanted = {},
): Promise<MadeCourse> {
  const fullTitle = `${title} ${suffix()}`;
  const { createCourse } = await ask<{ createCourse: { course: { id: string } } }>(
    author,
    'mutation c($title: String!) { createCourse(input: { title: $title }) { course { id } } }',
    { title: fullTitle },
  );
  const { id } = createCourse.course;
  const made: MadeLesson[] = [];
  for (const lesson of lessons) made.push(await makeLesson(author, { courseId: id }, lesson));
  await ask(
    author,
    'mutation u($id: UUID!, $patch: CourseDetails!) { updateCourse(input: { id: $id, patch: $patch }) { course { id } } }',
    {
      id,
      patch: { isShownPublicly: false, isFree: false, ...details },
    },
  );
  if (!isDraft) await ask(author, 'mutation p($id: UUID!) { publishCourse(input: { id: $id }) { course { id } } }', { id });
  const { courseById } = await ask<{ courseById: { slug: string; permalink: string } }>(
    author,
    'query c($id: UUID!) { courseById(id: $id) { slug permalink } }',
    { id },
  );
  const path = courseById.permalink;
  return { id, title: fullTitle, slug: courseById.slug, path, lessons: made };
}
type CourseWanted = { title?: string; lessons?: LessonWanted[]; details?: Record<string, unknown>; isDraft?: boolean };

/** Creates a book with its chapters like its author would: for subscribers, published and in no list. */
export async function makeBook(author: ApiClient, { title, chapters }: { title: string; chapters: LessonWanted[] }): Promise<MadeCourse> {
  const fullTitle = `${title} ${suffix()}`;
  const { createBook } = await ask<{ createBook: { book: { id: string; slug: string; permalink: string } } }>(
    author,
    'mutation b($title: String!) { createBook(input: { title: $title }) { book { id slug permalink } } }',
    { title: fullTitle },
  );
  const { id, slug, permalink: path } = createBook.book;
  const lessons: MadeLesson[] = [];
  for (const chapter of chapters) lessons.push(await makeLesson(author, { bookId: id }, chapter));
  await ask(author, 'mutation u($id: UUID!, $patch: BookDetails!) { updateBook(input: { id: $id, patch: $patch }) { book { id } } }', {
    id,
    patch: { isShownPublicly: false },
  });
  await ask(author, 'mutation p($id: UUID!) { publishBook(input: { id: $id }) { book { id } } }', { id });
  return { id, title: fullTitle, slug, path, lessons };
}

/** Creates a lesson at the end of a course or a book, with a published text. */
async function makeLesson(
  author: ApiClient,
  item: { courseId: string } | { bookId: string },
  { title, markdown, isFree }: LessonWanted,
): Promise<MadeLesson> {
  const { createLesson } = await ask<{ createLesson: { lesson: { id: string; permalink: string } } }>(
    author,
    'mutation l($input: CreateLessonInput!) { createLesson(input: $input) { lesson { id permalink } } }',
    { input: { ...item, title } },
  );
  const { id, permalink: path } = createLesson.lesson;
  if (isFree !== undefined)
    await ask(
      author,
      'mutation u($id: UUID!, $patch: LessonDetails!) { updateLesson(input: { id: $id, patch: $patch }) { lesson { id } } }',
      {
        id,
        patch: { isFree },
      },
    );
  if (markdown === undefined) return { id, title, path, version: 0 };
  const { saveLesson } = await ask<{ saveLesson: { version: number } }>(
    author,
    'mutation s($input: SaveLessonInput!) { saveLesson(input: $input) { version } }',
    { input: { id, title, baseVersion: 0, bodyMarkdown: markdown } },
  );
  await ask(author, 'mutation p($input: PublishLessonInput!) { publishLesson(input: $input) { lesson { id } } }', {
    input: { id, version: saveLesson.version },
  });
  return { id, title, path, version: saveLesson.version };
}

/** Creates an article like its author would: by default published, in no list and public. */
export async function makeArticle(
  author: ApiClient,
  { title = 'Made article', markdown = 'A paragraph.', blocks, details = {}, isDraft = false }: ArticleWanted = {},
): Promise<MadeArticle> {
  const fullTitle = `${title} ${suffix()}`;
  const { createArticle } = await ask<{
    createArticle: { article: { id: string; slug: string; permalink: string; latestRevision: { version: number } } };
  }>(
    author,
    'mutation a($input: CreateArticleInput!) { createArticle(input: $input) { article { id slug permalink latestRevision { version } } } }',
    {
      input: {
        title: fullTitle,
        ...(blocks ? { bodyDelta: JSON.stringify({ type: 'doc', content: blocks }) } : { bodyMarkdown: markdown }),
      },
    },
  );
  const { id, slug, permalink: path, latestRevision } = createArticle.article;
  await ask(
    author,
    'mutation u($id: UUID!, $patch: ArticleDetails!) { updateArticle(input: { id: $id, patch: $patch }) { article { id } } }',
    {
      id,
      patch: { isShownPublicly: false, ...details },
    },
  );
  if (!isDraft)
    await ask(author, 'mutation a($input: PublishArticleInput!) { publishArticle(input: $input) { article { permalink } } }', {
      input: { id, version: latestRevision.version },
    });
  return { id, title: fullTitle, slug, path, version: latestRevision.version };
}

/** `blocks` are those of the document, instead of Markdown. */
type ArticleWanted = {
  title?: string;
  markdown?: string;
  blocks?: readonly object[];
  details?: Record<string, unknown>;
  isDraft?: boolean;
};

/**
 * Creates a clip with a video of the demo, in an unlisted course of its own: it has a page, but isn't in the grid or the player's order.
 */
export async function makeClip(
  rows: SiteRows,
  { title = 'Made clip', isShort = true }: { title?: string; isShort?: boolean } = {},
): Promise<{ id: string; title: string; path: string }> {
  const mark = suffix();
  const fullTitle = `${title} ${mark}`;
  const [made] = await rows.run(
    `with item as (
       insert into app_public.courses (title, slug, permalink, is_published, published_at, is_shown_publicly)
       values ($1, 'of-clip-' || $2, '/courses/of-clip-' || $2, true, now() - interval '1 day', false) returning id
     )
     insert into app_public.clips (title, is_short, video_url, duration_seconds, course_id, created_at)
     select $1, $3, c.video_url, c.duration_seconds, item.id, now() - interval '2 years'
     from item, (select video_url, duration_seconds from app_public.clips where video_url is not null order by created_at limit 1) c returning id`,
    [fullTitle, mark, isShort],
  );
  const id = String(made?.['id']);
  return { id, title: fullTitle, path: `/clips/${id}` };
}

async function ask<TData>(author: ApiClient, document: string, variables: Record<string, unknown>): Promise<TData> {
  const { data, errors } = await author.run<TData>(document, variables);
  if (!data || errors) throw new Error(`${document}: expected data, got ${JSON.stringify(errors)}`);
  return data;
}
