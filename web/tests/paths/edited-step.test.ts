import { expect, test } from 'vitest';
import { addedStepOf, editedStepOf, nameOf, stepInputOf, withStepAt } from '../../app/features/studio-paths/edited-step.ts';

const ids = { courseId: null, bookId: null, articleId: null, clipId: null };
const titles = { course: null, book: null, article: null, clip: null };

test('a step keeps its item and its reason on the way to the API and back', () => {
  const clip = editedStepOf({
    ...{ id: 's', ...ids, ...titles, clipId: 'k', reason: 'Because.', isShown: true },
    clip: { title: 'A clip', course: null, book: { title: 'A book' } },
  });
  expect(clip).toEqual({ kind: 'clip', itemId: 'k', title: 'A clip', context: 'A book', isShown: true, reason: 'Because.' });
  expect(stepInputOf(clip)).toEqual({ clipId: 'k', reason: 'Because.' });
  const added = addedStepOf({ ...ids, articleId: 'a', title: 'An article', context: null, isShown: null });
  expect(stepInputOf(added)).toEqual({ articleId: 'a', reason: null });
});

test('a title that its author can’t see is named by its kind, and still sent', () => {
  const hidden = editedStepOf({ id: 's', ...ids, ...titles, bookId: 'b', reason: null, isShown: false });
  expect(nameOf(hidden)).toBe('A book that isn’t available');
  expect(stepInputOf(hidden)).toEqual({ bookId: 'b', reason: null });
});

test.each([
  ['a', 1, 'bac'],
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['x', 0, 'abc'],
])('moving %s to position %i gives %s', (itemId, position, order) => {
  const steps = ['a', 'b', 'c'].map((name) => addedStepOf({ ...ids, courseId: name, title: name, context: null, isShown: true }));
  expect(
    withStepAt(steps, itemId, position)
      .map((step) => step.itemId)
      .join(''),
  ).toBe(order);
});
