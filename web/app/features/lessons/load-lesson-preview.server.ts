import { data, type RouterContextProvider } from 'react-router';
import { runDocument } from '../../shared/run-document.server.ts';
import { LessonPreviewDocument } from './lesson-documents.ts';
import type { LessonFacts } from './lesson-facts.ts';
import { loadLessonAs, type WorkingLesson } from './load-lesson.server.ts';

/** The kind of reader that a preview shows the page for. */
export type PreviewReader = 'visitor' | 'free' | 'pro';

/** Loads the page of a lesson as a reader will see it once its working text is published. Throws 404 for users who aren't its authors. */
export async function loadLessonPreview(
  context: Readonly<RouterContextProvider>,
  url: URL,
  id: string,
  reader: PreviewReader,
): Promise<LessonFacts> {
  const { lessonById: lesson } = await runDocument(context, LessonPreviewDocument, { id, hasPro: reader === 'pro' });
  if (!lesson?.mayWrite) throw data(null, { status: 404 });
  const { latestRevision: revision, course, book } = lesson;
  const slug = course?.slug ?? book?.slug;
  if (slug === undefined) throw data(null, { status: 404 });
  const working: WorkingLesson = revision === null ? emptyLesson(lesson.title, lesson.willOpen === true) : partOf(revision, reader);
  return loadLessonAs(
    context,
    url,
    { slug, lesson: lesson.slug },
    { kind: course ? 'lesson' : 'chapter', working, isMember: reader !== 'visitor' },
  );
}

type Revision = {
  version: number;
  title: string;
  bodyDelta: string;
  bodyDrawings: string | null;
  openBlocks: number | null;
  proBlocks: number | null;
};

/** Cuts the text for the reader; data of the whole text is only included with all of it. */
function partOf({ version, title, bodyDelta, bodyDrawings, openBlocks, proBlocks }: Revision, reader: PreviewReader): WorkingLesson {
  const document = JSON.parse(bodyDelta) as { content?: unknown[] };
  const blocks = document.content ?? [];
  const mine = reader === 'pro' ? proBlocks : openBlocks;
  const cut = (list: unknown[]) => (mine === null ? list : list.slice(0, mine));
  return {
    version,
    title,
    bodyDelta: JSON.stringify({ ...document, content: cut(blocks) }),
    bodyDrawings: bodyDrawings === null ? null : JSON.stringify(cut(JSON.parse(bodyDrawings) as unknown[])),
    isCut: mine !== null && mine < blocks.length,
    isWhole: mine === null,
  };
}

/** Without a text there is still a video, for readers with access. */
function emptyLesson(title: string, isWhole: boolean): WorkingLesson {
  return { version: 0, title, bodyDelta: null, bodyDrawings: null, isCut: false, isWhole };
}
