import { expect, test } from 'vitest';
import { groupSeekMarks, type SeekMark } from '../../app/shared/player/player-comments.ts';

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
