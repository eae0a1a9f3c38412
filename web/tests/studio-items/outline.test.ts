import { expect, test } from 'vitest';
import type { LessonRow } from '../../app/features/studio-items/item-documents.ts';
import { outlineOf, positionOf, type Section, stepOf, withLessonAt, withSectionAt } from '../../app/features/studio-items/outline.ts';

const lesson = (id: string): LessonRow => ({
  id,
  title: id,
  slug: id,
  description: null,
  isFree: false,
  isAdvancedPackageLesson: false,
  isEmpty: true,
  repositoryPathname: null,
});
const sections = ['A', 'B', 'C'].map((id) => ({ id, title: id }));
const entries = ['start', 'A1', 'A2', 'C1'].map((id) => ({
  courseSection: id === 'start' ? null : { id: id.charAt(0) },
  lesson: lesson(id),
}));
const outline = outlineOf(sections, entries);

/** Formats an outline as ': start; A: A1 A2 …'. */
function read(of: readonly Section[]): string {
  return of.map(({ title, lessons }) => `${title}: ${lessons.map(({ id }) => id).join(' ')}`).join('; ');
}

test('lessons are in their sections, those without one first @STUDIO-01', () => {
  expect(read(outline)).toBe(': start; A: A1 A2; B: ; C: C1');
  expect([positionOf(outline, 'A2'), positionOf(outline, 'start'), positionOf(outline, 'gone')]).toEqual([
    { sectionId: 'A', position: 2 },
    { sectionId: null, position: 1 },
    null,
  ]);
});

test('moving one step goes through every section, even an empty one, and stops at both ends @STUDIO-01', () => {
  const walk = (id: string, step: -1 | 1): string[] => {
    const steps: string[] = [];
    for (let current: readonly Section[] = outline, target = stepOf(current, id, step); target; target = stepOf(current, id, step)) {
      current = withLessonAt(current, id, target);
      steps.push(read(current));
    }
    return steps;
  };
  expect(walk('A2', 1)).toEqual([': start; A: A1; B: A2; C: C1', ': start; A: A1; B: ; C: A2 C1', ': start; A: A1; B: ; C: C1 A2']);
  expect(walk('A2', -1)).toEqual([': start; A: A2 A1; B: ; C: C1', ': start A2; A: A1; B: ; C: C1', ': A2 start; A: A1; B: ; C: C1']);
});

test('a position counts the others of the section, and sections move with their lessons @STUDIO-01', () => {
  expect(read(withLessonAt(outline, 'A1', { sectionId: 'A', position: 2 }))).toBe(': start; A: A2 A1; B: ; C: C1');
  expect(read(withLessonAt(outline, 'A1', { sectionId: 'C', position: 9 }))).toBe(': start; A: A2; B: ; C: C1 A1');
  expect(read(withSectionAt(outline, 'C', 1))).toBe(': start; C: C1; A: A1 A2; B: ');
  expect(read(withSectionAt(outline, 'A', 3))).toBe(': start; B: ; C: C1; A: A1 A2');
});
