import type { FillSlot, OwnPart, StudyPage } from '@newline/api/page-copy';
import { escapeHtml } from '@newline/document/escape-html';
import { fillHeader } from '../../shared/shell/fill-header.server.ts';
import { OwnChapterDocument, OwnLessonDocument, type OwnLessonNode } from './lesson-documents.ts';
import { doneButtonClass } from './done-button.tsx';
import type { LessonFacts, OwnLesson } from './lesson-facts.ts';
import { outlineProgress, withOwn } from './outline-progress.ts';
import { countsOf, noteTitle, reasonOf } from './progress-note.tsx';

type OwnItem = { updatedAt: string; completedLessonIds: readonly string[] | null; lesson: OwnLessonNode | null };

/** Identifies the content of a lesson's page for readers with one kind of access; the other lessons are announced by tags. */
export function versionOf(item: { updatedAt: string }, { updatedAt, isCut }: { updatedAt: string; isCut: boolean | null }): string {
  return `${item.updatedAt} ${updatedAt} ${isCut}`;
}

const slug = '[a-z0-9][a-z0-9-]{0,99}';

/** The pages of lessons and chapters. */
export const lessonStudyPages: readonly StudyPage[] = [
  {
    path: new RegExp(`^/courses/(?<slug>${slug})/(?<lesson>${slug})$`),
    document: String(OwnLessonDocument),
    read: (data) => ownOf((data as { courseBySlug: OwnItem | null }).courseBySlug),
  },
  {
    path: new RegExp(`^/books/(?<slug>${slug})/(?<lesson>${slug})$`),
    document: String(OwnChapterDocument),
    read: (data) => ownOf((data as { bookBySlug: OwnItem | null }).bookBySlug),
  },
];

function ownOf(item: OwnItem | null): ReturnType<StudyPage['read']> {
  if (!item?.lesson?.readerAccess || item.lesson.readerAccess === 'EDITOR') return null;
  const { id, readerAccess: access, progress } = item.lesson;
  const lesson: OwnLesson = { id, completedLessonIds: item.completedLessonIds ?? [], progress };
  return { access, version: versionOf(item, item.lesson), own: { lesson } };
}

/** Returns what the slots of a lesson's copy contain for a reader. */
export function fillLesson(copy: LessonFacts, own: OwnPart): FillSlot {
  const lesson = withOwn(copy, own['lesson'] as OwnLesson, own.viewer.id);
  const { progress } = lesson;
  const isDone = progress?.isCompleted ?? false;
  const { completed, label, count, left } = outlineProgress(lesson, isDone);
  const done = (id: string) => completed.has(id);
  const fill: Record<string, (argument: string) => string> = {
    progress: () => ` aria-label="${label}"`,
    bar: (id) => (done(id) ? ' data-state="done"' : ''),
    count: () => count,
    left: () => left,
    line: (id) => (done(id) ? ' data-done=""' : ''),
    done: () => (isDone ? ` aria-pressed="true" class="${doneButtonClass(true)}"` : ''),
    continue: () => (progress?.blockId && !isDone ? ' data-on=""' : ''),
    'continue-link': () => (progress?.blockId ? ` href="#b-${escapeHtml(progress.blockId)}"` : ''),
    'note-title': () => noteTitle(progress),
    'note-reason': () => reasonOf(lesson),
    'note-counts': () => countsOf(lesson),
  };
  const fillShell = fillHeader(own);
  return (name, neutral) => {
    const [kind = '', argument = ''] = name.split(':');
    return fill[kind]?.(argument) ?? fillShell(name, neutral);
  };
}
