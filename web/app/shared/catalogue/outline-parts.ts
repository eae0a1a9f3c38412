type Place<Lesson> = { courseSection: { id: string; title: string } | null; lesson: Lesson | null };

/** A part of an outline; `title` is null where lessons stand outside every section. */
export type OutlinePart<Line> = { id: string; title: string | null; lines: Line[] };

/**
 * Lessons in their order, cut where the section changes. Numbers run through the whole item; a CHANGELOG has none.
 *
 * @param lineOf makes a line of a lesson and its number
 */
export function outlineParts<Lesson extends { role: string }, Line>(
  places: readonly Place<Lesson>[],
  lineOf: (lesson: Lesson, number: number | null) => Line,
): OutlinePart<Line>[] {
  const parts: OutlinePart<Line>[] = [];
  let number = 0;
  for (const { courseSection, lesson } of places) {
    if (!lesson) continue;
    const isCounted = lesson.role !== 'CHANGELOG';
    if (isCounted) number += 1;
    const id = courseSection?.id ?? 'none';
    if (parts.at(-1)?.id !== id) parts.push({ id, title: courseSection?.title ?? null, lines: [] });
    parts.at(-1)?.lines.push(lineOf(lesson, isCounted ? number : null));
  }
  return parts;
}
