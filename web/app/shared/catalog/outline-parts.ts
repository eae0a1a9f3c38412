type OutlineEntry<Lesson> = { courseSection: { id: string; title: string } | null; lesson: Lesson | null };

/** A section of an outline; `title` is null for lessons outside any section. */
export type OutlinePart<Line> = { id: string; title: string | null; lines: Line[] };

/**
 * Splits lessons, in order, where the section changes. Lessons are numbered across the whole item; a CHANGELOG has no number.
 *
 * @param lineOf creates a line from a lesson and its number
 */
export function outlineParts<Lesson extends { role: string }, Line>(
  entries: readonly OutlineEntry<Lesson>[],
  lineOf: (lesson: Lesson, number: number | null) => Line,
): OutlinePart<Line>[] {
  const parts: OutlinePart<Line>[] = [];
  let number = 0;
  for (const { courseSection, lesson } of entries) {
    if (!lesson) continue;
    const isCounted = lesson.role !== 'CHANGELOG';
    if (isCounted) number += 1;
    const id = courseSection?.id ?? 'none';
    if (parts.at(-1)?.id !== id) parts.push({ id, title: courseSection?.title ?? null, lines: [] });
    parts.at(-1)?.lines.push(lineOf(lesson, isCounted ? number : null));
  }
  return parts;
}
