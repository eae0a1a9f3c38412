import { expect, test } from 'vitest';
import {
  type ArrangedLesson,
  changed,
  lessonsOf,
  outlineOf,
  placeLesson,
  renameSection,
  sectionsOf,
  stepLesson,
} from '../app/features/studio-import-export/arranged-outline.ts';
import type { ImportReport } from '../app/features/studio-import-export/import-state.ts';

const lesson = (title: string, section: string | null) => ({
  slug: title,
  title,
  section,
  isNew: true,
  file: `${title}.md`,
  parts: [],
});
const report: ImportReport = {
  kind: 'course',
  title: 'Kettles',
  permalink: null,
  isNew: true,
  lessons: [lesson('a', null), lesson('b', 'One'), lesson('c', 'One'), lesson('d', 'Two')],
  missing: [],
  images: 0,
  messages: [],
};
const shown = (lessons: readonly ArrangedLesson[]) =>
  sectionsOf(lessons).map(
    ({ title, lessons: own }) => `${title ?? '-'}: ${own.map((one) => (one.isLeftOut ? `(${one.title})` : one.title)).join(' ')}`,
  );

test('an author moves, renames and leaves out lessons before an import is written @STUDIO-01', () => {
  const read = lessonsOf(report, null);
  expect(shown(read)).toEqual(['-: a', 'One: b c', 'Two: d']);
  expect(shown(stepLesson(read, 1, 1))).toEqual(['-: a', 'One: c b', 'Two: d']);
  // At the border of a section, a lesson goes into the next one, and out of all of them at the top.
  expect(shown(stepLesson(read, 1, -1))).toEqual(['-: a b', 'One: c', 'Two: d']);
  expect(shown(stepLesson(read, 2, 1))).toEqual(['-: a', 'One: b', 'Two: c d']);
  expect(shown(stepLesson(read, 3, 1))).toEqual(shown(read));
  const moved = placeLesson(read, 0, { index: 3, isAfter: true });
  expect(shown(moved)).toEqual(['One: b c', 'Two: d a']);
  expect(shown(stepLesson(moved, 1, -1))).toEqual(['-: b', 'One: c', 'Two: d a']);
  expect(shown(placeLesson(read, 3, { index: 1, isAfter: false }))).toEqual(['-: a', 'One: d b c']);
  // Two sections with the same title become one.
  expect(shown(renameSection(moved, 'Two', 'One'))).toEqual(['One: b c d a']);
  const chosen = changed(changed(moved, 1, { isLeftOut: true }), 2, { title: 'C', isSplit: true });
  const outline = outlineOf('Title', chosen);
  expect(outline).toEqual({
    title: 'Title',
    lessons: [
      { index: 2, file: 'c.md', title: 'C', section: 'One', isSplit: true },
      { index: 3, file: 'd.md', title: 'd', section: 'Two', isSplit: false },
      { index: 0, file: 'a.md', title: 'a', section: 'Two', isSplit: false },
    ],
  });
  // After a failure, the outline is as it was.
  expect(shown(lessonsOf(report, outline))).toEqual(['One: C (b)', 'Two: d a']);
  expect(outlineOf('Title', lessonsOf(report, outline))).toEqual(outline);
});
