import { describe, expect, test } from 'vitest';
import {
  assembleReplies,
  type Comment,
  countReplies,
  flattenReplies,
  replyLabel,
  withComments,
} from '../../app/shared/discussions/discussion.ts';
import { sinceThen } from '../../app/shared/discussions/comment-time.tsx';

/** A comment of which only the place matters; its time is its place in the alphabet. */
function comment(id: string, parentId: string | null = null): Comment {
  return {
    id,
    discussionId: 'd',
    parentId,
    createdAt: `2026-11-21T10:00:${String(id.codePointAt(0)).padStart(3, '0')}Z`,
    bodyDelta: null,
    bodyDrawings: null,
    edited: false,
    deleted: false,
    isDiscussionAuthor: false,
    isContributor: false,
    isAdmin: false,
    repliesCount: 0,
    reactions: [],
    user: null,
  };
}

type Tree = { id: string; replies: Tree[] };
const treeOf = (branches: ReturnType<typeof assembleReplies>): Tree[] =>
  branches.map((branch) => ({ id: branch.comment.id, replies: treeOf(branch.replies) }));

describe('assembleReplies', () => {
  test('puts replies under what they answer, in the order of the list @DISC-05', () => {
    const list = [comment('a'), comment('b'), comment('c', 'a'), comment('d', 'c'), comment('e', 'a')];
    expect(treeOf(assembleReplies(list))).toEqual([
      {
        id: 'a',
        replies: [
          { id: 'c', replies: [{ id: 'd', replies: [] }] },
          { id: 'e', replies: [] },
        ],
      },
      { id: 'b', replies: [] },
    ]);
  });

  test('loses none: a parent that is not there, one that comes later, a circle @DISC-05', () => {
    const list = [comment('a', 'gone'), comment('b', 'z'), comment('p', 'q'), comment('q', 'p'), comment('s', 's'), comment('z')];
    const all = treeOf(assembleReplies(list));
    const ids = (trees: Tree[]): string[] => trees.flatMap(({ id, replies }) => [id, ...ids(replies)]);
    expect(ids(all).toSorted()).toEqual(['a', 'b', 'p', 'q', 's', 'z']);
    expect(all.find(({ id }) => id === 'z')?.replies.map(({ id }) => id)).toEqual(['b']);
  });

  test('takes a chain of ten thousand replies, and flattens it with whom each answers', () => {
    const list = Array.from({ length: 10_000 }, (_, at) => ({ ...comment('a', at === 0 ? null : `n${at - 1}`), id: `n${at}` }));
    const [root] = assembleReplies(list);
    const flat = root ? flattenReplies(root) : [];
    expect(flat).toHaveLength(9999);
    expect(flat[9998]?.answered.id).toBe('n9998');
  });
});

test('withComments adds and replaces, oldest first @DISC-05', () => {
  const edited = { ...comment('b'), edited: true };
  expect(withComments([comment('b'), comment('d')], [comment('c'), edited]).map(({ id, edited: is }) => `${id}${is ? '!' : ''}`)).toEqual([
    'b!',
    'c',
    'd',
  ]);
});

test('all replies below a comment are counted, and those that are not loaded @DISC-05', () => {
  const list = [comment('a'), comment('b', 'a'), comment('c', 'b'), { ...comment('d', 'a'), repliesCount: 3 }, comment('e', 'c')];
  expect(assembleReplies(list).map(countReplies)).toEqual([7]);
  const chain = Array.from({ length: 10_000 }, (_, at) => ({ ...comment('a', at === 0 ? null : `n${at - 1}`), id: `n${at}` }));
  expect(assembleReplies(chain).map(countReplies)).toEqual([9999]);
});

test('replies are counted in words @DISC-05', () => {
  expect([0, 1, 2, 1200].map(replyLabel)).toEqual(['0 replies', '1 reply', '2 replies', '1,200 replies']);
});

test('a time is said the shorter the nearer it is', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (minutes: number) => sinceThen(new Date(now - minutes * 60_000), now);
  expect([0.5, 52, 120, 60 * 30, 60 * 24 * 4, 60 * 24 * 30].map(ago)).toEqual([
    'now',
    '52 min',
    '2 h',
    'Yesterday',
    '4 days',
    '22 Oct 2026',
  ]);
});
