import { expect, test } from 'vitest';
import type { StudioLesson } from '../../app/features/studio/lesson-documents.ts';
import { positionOf } from '../../app/features/studio/lesson-position.ts';

const entries = { nodes: ['one', 'two', 'three'].map((id) => ({ lesson: { id, title: id.toUpperCase() } })) };
const item = { id: 'i', title: 'Item', isPublished: true, isBootcamp: false, isLiveWorkshop: false, entries };
const lesson: StudioLesson = {
  id: 'two',
  title: 'TWO',
  slug: 'two',
  description: null,
  permalink: '/courses/item/two',
  videoUrl: null,
  videoDuration: null,
  updatedAt: '2026-01-01T00:00:00Z',
  isFree: false,
  isAdvancedPackageLesson: false,
  mayWrite: true,
  mayPublish: true,
  latestRevision: null,
  workingAnchors: null,
  course: { ...item, isFree: false, isMasterclass: false },
  book: null,
};

test('a lesson links to the outline of its course and to the previous and next lesson @STUDIO-01', () => {
  expect(positionOf(lesson)).toMatchObject({
    word: 'lesson',
    itemWord: 'course',
    outlinePath: '/studio/courses/i',
    before: { id: 'one' },
    after: { id: 'three' },
    isLive: true,
  });
  expect(positionOf({ ...lesson, id: 'one' })).toMatchObject({ before: null, after: { id: 'two' } });
  expect(positionOf({ ...lesson, id: 'three' })).toMatchObject({ before: { id: 'two' }, after: null });
  // A lesson that isn't in the outline yet has no neighbors.
  expect(positionOf({ ...lesson, id: 'four' })).toMatchObject({ before: null, after: null });
});

test('a chapter is called a chapter and links to its book; both determine who can read all of it @STUDIO-01', () => {
  const chapter = { ...lesson, course: null, book: { ...item, isPublished: false, isForSale: true } };
  expect(positionOf(chapter)).toMatchObject({
    word: 'chapter',
    outlinePath: '/studio/books/i',
    isLive: false,
    readers: 'Pro members and buyers',
  });
  expect(positionOf({ ...chapter, isFree: true }).readers).toBe('Everyone');
  expect(positionOf({ ...chapter, isFree: true, isAdvancedPackageLesson: true }).readers).toBe('Pro members and buyers');
  expect(positionOf({ ...chapter, book: { ...chapter.book, isForSale: false } }).readers).toBe('Everyone');
  expect(positionOf({ ...lesson, course: { ...item, isFree: false, isMasterclass: true } }).readers).toBe('Buyers');
  expect(positionOf({ ...lesson, course: { ...item, isFree: true, isMasterclass: true } }).readers).toBe('Everyone');
  expect(() => positionOf({ ...lesson, course: null })).toThrow('expected a lesson of a course or a book');
});
