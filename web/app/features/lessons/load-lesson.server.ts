import { requestContext } from '@newline/api/request-context';
import { data, redirect, type RouterContextProvider } from 'react-router';
import { hiddenAs } from '../../shared/catalog/hidden-as.ts';
import { outlineParts } from '../../shared/catalog/outline-parts.ts';
import { repositoryUrlOf } from '../../shared/reader/repository-url.ts';
import type { TextFacts } from '../../shared/reader/text-facts.ts';
import { writeTextOnce } from '../../shared/reader/write-text-once.server.ts';
import { totalsOf } from '../../shared/reviews/review-facts.ts';
import { priceTexts } from '../../shared/prices/title-prices.ts';
import { dependsOn, runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { fillLesson, versionOf } from './own-lesson.server.ts';
import {
  ChapterDocument,
  FormerLessonDocument,
  LessonDocument,
  type LessonItemNode,
  type LessonNode,
  type OutlineNode,
} from './lesson-documents.ts';
import type { LessonFacts } from './lesson-facts.ts';

type Context = Readonly<RouterContextProvider>;

/** Half of the lifetime of signed URLs. */
const renewSignedUrlsMs = 6 * 60 * 60 * 1000;
type Params = { slug: string; lesson: string };

/** Loads the page of a lesson by the slugs of its course and itself. Throws 404 when there is none that the reader may see. */
export async function loadLesson(context: Context, url: URL, params: Params, change = asItIs): Promise<LessonFacts> {
  const { courseBySlug: course } = await runDocument(context, LessonDocument, variablesOf(context, params));
  if (!course?.lesson) return leave(context, url);
  return factsOf(context, url, course, { kind: 'lesson', lines: course.outlineList, isFree: course.isFree, change });
}

/** Loads the page of a chapter by the slugs of its book and itself. Throws 404 when there is none that the reader may see. */
export async function loadChapter(context: Context, url: URL, params: Params, change = asItIs): Promise<LessonFacts> {
  const { bookBySlug: book } = await runDocument(context, ChapterDocument, variablesOf(context, params));
  if (!book?.lesson) return leave(context, url);
  return factsOf(
    context,
    url,
    { ...book, isMasterclass: false },
    { kind: 'chapter', lines: book.outlineList, isFree: !book.isForSale, change },
  );
}

/** An access token for the assets server is only requested if there is one, because it costs an access check. */
function variablesOf(context: Context, { slug, lesson }: Params) {
  return { slug, lesson, hasAssets: context.get(requestContext).assetsUrl !== null };
}

/** Redirects a former URL to the current one; throws 404 if there is none that the reader may see. */
async function leave(context: Context, url: URL): Promise<never> {
  const { pathname } = url;
  const { lessonAt: lesson } = await runDocument(context, FormerLessonDocument, { path: pathname });
  if (lesson && lesson.permalink !== pathname) throw redirect(lesson.permalink, 301);
  throw data(null, { status: 404 });
}

/** The working text of a lesson, cut for one reader. */
export type WorkingLesson = {
  version: number;
  title: string;
  bodyDelta: string | null;
  bodyDrawings: string | null;
  isCut: boolean;
  /** True for a reader who also gets its video and repository. */
  isWhole: boolean;
};

/** Loads the page with the working text instead of the published one, for authors to preview it as another reader. */
export async function loadLessonAs(
  context: Context,
  url: URL,
  params: Params,
  { kind, working, isMember }: { kind: LessonFacts['kind']; working: WorkingLesson; isMember: boolean },
): Promise<LessonFacts> {
  const { title, bodyDelta, bodyDrawings, isCut, isWhole } = working;
  const change = (lesson: LessonNode): LessonNode => ({
    ...lesson,
    title,
    bodyDelta,
    bodyDrawings,
    isCut,
    updatedAt: String(working.version),
    progress: null,
    ...(!isWhole && { videoUrl: null, videoPass: null, repositoryPass: null, transcriptList: [] }),
  });
  const facts = await (kind === 'lesson' ? loadLesson(context, url, params, change) : loadChapter(context, url, params, change));
  // No progress is recorded in a preview.
  return { ...facts, userId: null, isMember };
}

type Around = {
  kind: LessonFacts['kind'];
  lines: readonly OutlineNode[];
  isFree: boolean;
  change: (lesson: LessonNode) => LessonNode;
};

const asItIs = (lesson: LessonNode): LessonNode => lesson;

function factsOf(context: Context, url: URL, item: LessonItemNode, { kind, lines, isFree, change }: Around): LessonFacts {
  if (!item.lesson) throw data(null, { status: 404 });
  const lesson = change(item.lesson);
  const { isDocument, handedOver, assetsUrl, embedOrigin, copy } = context.get(requestContext);
  const { userId } = viewerOf(context);
  const { bodyDelta, bodyDrawings } = lesson;
  const text: TextFacts = {
    bodyDelta,
    bodyDrawings,
    siteOrigin: url.origin,
    repositoryUrl: repositoryUrlOf(assetsUrl, lesson.repositoryPathname ?? lesson.permalink, lesson.repositoryPass ?? null),
    embedOrigin,
  };
  const { html, headings, blockCount } = writeTextOnce(text);
  if (isDocument) handedOver.set(`lesson:${lesson.id}`, html);
  const entries = lines.map(({ sectionId, sectionTitle, ...of }) => ({
    courseSection: sectionId === null ? null : { id: sectionId, title: sectionTitle ?? '' },
    lesson: of,
  }));
  const parts = outlineParts(entries, ({ lessonId: id, title, permalink, videoDuration, isFree, isCompleted }, number) => ({
    id,
    number,
    title,
    permalink,
    videoSeconds: videoDuration,
    isFree,
    isCompleted,
  }));
  const line = parts.flatMap(({ lines }) => lines).find(({ id }) => id === lesson.id) ?? null;
  const isVideoLocked = lesson.videoDuration !== null && lesson.videoUrl === null;
  const isLocked = (lesson.isCut ?? false) || isVideoLocked;
  const facts: LessonFacts = {
    id: lesson.id,
    kind,
    title: lesson.title,
    description: lesson.description,
    permalink: lesson.permalink,
    item: {
      id: item.id,
      slug: item.slug,
      title: item.title,
      permalink: item.permalink,
      topic: item.topic.toLowerCase(),
      posterImageUrl: item.posterImageUrl,
    },
    ratings: totalsOf(item.ratings),
    hiddenAs: hiddenAs(item, Date.now()),
    isListed: item.isShownPublicly,
    parts,
    line,
    sectionTitle: parts.find(({ lines }) => lines.some(({ id }) => id === lesson.id))?.title ?? null,
    video: lesson.videoUrl === null ? null : { url: lesson.videoUrl, pass: lesson.videoPass, seconds: lesson.videoDuration },
    startAt: secondOf(url.searchParams.get('t')),
    transcript: lesson.transcriptList,
    commentsCount: lesson.commentsCount,
    headings,
    blockCount,
    hasText: bodyDelta !== null,
    text: isDocument ? null : text,
    textKey: `${lesson.id} ${lesson.updatedAt} ${lesson.isCut}`,
    wall:
      isLocked && !isFree
        ? {
            opensWith: isBoughtAlone(item) ? 'purchase' : 'Pro',
            isVideoLocked,
            prices: item.isComingSoon || lesson.isAdvancedPackageLesson ? [] : priceTexts(item.prices.nodes),
          }
        : null,
    userId,
    isMember: userId !== null || copy !== null,
    progress: lesson.progress,
    isCopy: copy !== null,
  };
  if (copy !== null) {
    const tag = kind === 'lesson' ? (`course:${item.id}` as const) : (`book:${item.id}` as const);
    // Signed URLs in the copy are valid for twelve hours.
    dependsOn(context, [tag, `comments:${lesson.id}`, 'plans', 'permalinks'], new Date(Date.now() + renewSignedUrlsMs).toISOString());
    copy.describe({ version: versionOf(item, lesson), fill: (own) => fillLesson(facts, own) });
  }
  return facts;
}

function secondOf(parameter: string | null): number | null {
  return parameter !== null && /^\d{1,6}$/.test(parameter) ? Number(parameter) : null;
}

function isBoughtAlone({ isMasterclass, isBootcamp, isLiveWorkshop }: LessonItemNode): boolean {
  return isMasterclass || isBootcamp || isLiveWorkshop;
}
