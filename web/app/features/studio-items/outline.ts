import type { LessonRow, PlaceRow, SectionRow } from './item-documents.ts';

/** A section with its lessons. The first one of an outline has no ID: its lessons come before every section. */
export type Section = { readonly id: string | null; readonly title: string; readonly lessons: readonly LessonRow[] };

/** The target of a lesson: a section (null: before the first) and a position in it, from 1. */
export type OutlinePosition = { readonly sectionId: string | null; readonly position: number };

/** Groups lessons by section, those without a section first. */
export function outlineOf(sections: readonly SectionRow[], entries: readonly PlaceRow[]): Section[] {
  const lessonsOf = (id: string | null) =>
    entries.flatMap(({ courseSection, lesson }) => (lesson && (courseSection?.id ?? null) === id ? [lesson] : []));
  return [{ id: null, title: '', lessons: lessonsOf(null) }, ...sections.map(({ id, title }) => ({ id, title, lessons: lessonsOf(id) }))];
}

/** Returns the position of a lesson; null if it isn't in the outline. */
export function positionOf(outline: readonly Section[], lessonId: string): OutlinePosition | null {
  for (const { id, lessons } of outline) {
    const at = lessons.findIndex((lesson) => lesson.id === lessonId);
    if (at >= 0) return { sectionId: id, position: at + 1 };
  }
  return null;
}

/**
 * Returns the position of a lesson after moving it by one step. From the end of its section it moves to the next one, from the start to the
 * previous one; null when it can't move further.
 */
export function stepOf(outline: readonly Section[], lessonId: string, step: -1 | 1): OutlinePosition | null {
  const at = outline.findIndex(({ lessons }) => lessons.some(({ id }) => id === lessonId));
  const section = outline[at];
  if (!section) return null;
  const position = section.lessons.findIndex(({ id }) => id === lessonId) + 1 + step;
  if (position >= 1 && position <= section.lessons.length) return { sectionId: section.id, position };
  const next = outline[at + step];
  if (!next) return null;
  return { sectionId: next.id, position: step === 1 ? 1 : next.lessons.length + 1 };
}

/** Returns the outline with a lesson moved to another position. */
export function withLessonAt(outline: readonly Section[], lessonId: string, { sectionId, position }: OutlinePosition): Section[] {
  const lesson = outline.flatMap(({ lessons }) => lessons).find(({ id }) => id === lessonId);
  if (!lesson) return [...outline];
  return outline.map((section) => {
    const others = section.lessons.filter(({ id }) => id !== lessonId);
    return { ...section, lessons: section.id === sectionId ? others.toSpliced(position - 1, 0, lesson) : others };
  });
}

/** Returns the outline with a section moved to another position among the sections, from 1. */
export function withSectionAt(outline: readonly Section[], sectionId: string, position: number): Section[] {
  const section = outline.find(({ id }) => id === sectionId);
  if (!section) return [...outline];
  // The first one has the lessons before every section.
  return outline.filter(({ id }) => id !== sectionId).toSpliced(position, 0, section);
}
