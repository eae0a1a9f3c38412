import { expect, test } from 'vitest';
import { groupSeekMarks, nameOf, type SeekMark } from '../../app/shared/player/player-comments.ts';

function mark(second: number): SeekMark {
  return { discussionId: `at ${second}`, second, commentsCount: 1, excerpt: '' };
}

const seconds = (lengthPx: number, ...positions: readonly number[]) =>
  groupSeekMarks(positions.map(mark), 100, lengthPx, 24).map(({ marks }) => marks.map(({ second }) => second));

test('marks on the seek bar are in order, and overlapping ones are merged @DISC-09', () => {
  expect(seconds(1000, 50, 1, 2)).toEqual([[1, 2], [50]]);
  expect(seconds(1000, 10, 12.3, 12.5)).toEqual([[10, 12.3], [12.5]]);
  expect(seconds(240, 0, 9, 10, 19, 100)).toEqual([[0, 9], [10, 19], [100]]);
  expect(seconds(240)).toEqual([]);
});

test('a group says where it begins and ends', () => {
  expect(groupSeekMarks([mark(4), mark(2)], 100, 100, 24)).toMatchObject([{ second: 2, lastSecond: 4 }]);
});

test('a group says what it has, in words: comments, notes or both @PRACTICE-03', () => {
  const note = (second: number): SeekMark => ({ noteId: `at ${second}`, second, excerpt: 'Mine' });
  const named = (...marks: readonly SeekMark[]) => groupSeekMarks(marks, 100, 100, 24).map((group) => nameOf(group));
  expect(named(mark(4))).toEqual(['1 comment at 0:04']);
  expect(named(mark(4), mark(5))).toEqual(['2 comments in 2 discussions from 0:04 to 0:05']);
  expect(named(note(4))).toEqual(['Your note at 0:04']);
  expect(named(note(4), note(5))).toEqual(['2 of your notes from 0:04 to 0:05']);
  expect(named(mark(4), note(5))).toEqual(['1 comment and your note from 0:04 to 0:05']);
});
