import type { ImportOutline, ImportReport } from './import-state.ts';

/** A lesson in the preview of an import, as its author arranges it. */
export type ArrangedLesson = {
  readonly index: number;
  readonly file: string;
  readonly title: string;
  readonly section: string | null;
  readonly parts: readonly string[];
  readonly isSplit: boolean;
  readonly isLeftOut: boolean;
  /** False for a lesson that the changed item has already. */
  readonly isNew: boolean;
};

/** A section with its lessons; the first one has no title if lessons come before all sections. */
export type ArrangedSection = { readonly title: string | null; readonly lessons: readonly ArrangedLesson[] };

/** Returns the lessons of a preview, arranged as the author did before, if they did. */
export function lessonsOf({ lessons }: ImportReport, before: ImportOutline | null): readonly ArrangedLesson[] {
  const read = lessons.map(({ file, title, section, parts, isNew }, index) => ({
    index,
    file,
    title,
    section,
    parts,
    isNew,
    isSplit: false,
    isLeftOut: false,
  }));
  const chosen = before?.lessons.flatMap((choice) => {
    const lesson = read[choice.index];
    return lesson?.file === choice.file ? [{ ...lesson, ...choice }] : [];
  });
  if (chosen === undefined || chosen.length === 0) return read;
  const taken = new Set(chosen.map(({ index }) => index));
  return grouped([...chosen, ...read.filter(({ index }) => !taken.has(index)).map((lesson) => ({ ...lesson, isLeftOut: true }))]);
}

/** Returns the sections with their lessons, in order. */
export function sectionsOf(lessons: readonly ArrangedLesson[]): readonly ArrangedSection[] {
  const titles = [...new Set(lessons.map(({ section }) => section))].toSorted(
    (one, other) => Number(one !== null) - Number(other !== null),
  );
  return titles.map((title) => ({ title, lessons: lessons.filter(({ section }) => section === title) }));
}

/** Moves a lesson up (-1) or down (1): within its section, or into the next one. */
export function stepLesson(lessons: readonly ArrangedLesson[], index: number, step: -1 | 1): readonly ArrangedLesson[] {
  const at = lessons.findIndex((lesson) => lesson.index === index);
  const lesson = lessons[at];
  if (lesson === undefined) return lessons;
  const beside = lessons[at + step];
  if (beside === undefined) return step === -1 && lesson.section !== null ? changed(lessons, index, { section: null }) : lessons;
  if (beside.section !== lesson.section) return grouped(changed(lessons, index, { section: beside.section }));
  const others = lessons.filter((other) => other !== lesson);
  return [...others.slice(0, at + step), lesson, ...others.slice(at + step)];
}

/** Places a lesson before or after another one, in that one's section. */
export function placeLesson(
  lessons: readonly ArrangedLesson[],
  index: number,
  beside: { readonly index: number; readonly isAfter: boolean },
): readonly ArrangedLesson[] {
  const lesson = lessons.find((one) => one.index === index);
  const target = lessons.find((one) => one.index === beside.index);
  if (lesson === undefined || target === undefined || lesson === target) return lessons;
  const others = lessons.filter((one) => one !== lesson);
  const at = others.indexOf(target) + (beside.isAfter ? 1 : 0);
  return [...others.slice(0, at), { ...lesson, section: target.section }, ...others.slice(at)];
}

/** Changes a lesson. */
export function changed(lessons: readonly ArrangedLesson[], index: number, change: Partial<ArrangedLesson>): readonly ArrangedLesson[] {
  return lessons.map((lesson) => (lesson.index === index ? { ...lesson, ...change } : lesson));
}

/** Renames a section. */
export function renameSection(lessons: readonly ArrangedLesson[], section: string, title: string): readonly ArrangedLesson[] {
  return grouped(lessons.map((lesson) => (lesson.section === section ? { ...lesson, section: title } : lesson)));
}

/** Returns the outline to import. */
export function outlineOf(title: string, lessons: readonly ArrangedLesson[]): ImportOutline {
  return {
    title,
    lessons: lessons
      .filter(({ isLeftOut }) => !isLeftOut)
      .map(({ index, file, title: name, section, isSplit }) => ({ index, file, title: name, section, isSplit })),
  };
}

/** A section can't be resumed, so its lessons are moved together. */
function grouped(lessons: readonly ArrangedLesson[]): readonly ArrangedLesson[] {
  return sectionsOf(lessons).flatMap((section) => section.lessons);
}
