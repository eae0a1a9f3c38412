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

/** Creates a comment of which only the position matters; its time follows the alphabet. */
function comment(id: string, parentId: string | null = null): Comment {
  return {
    id,
    discussionId: 'd',
    parentId,
    createdAt: `2026-11-21T10:00:${String(id.codePointAt(0)).padStart(3, '0')}Z`,
    bodyDelta: '{}',
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
  test('puts replies under their parents, in the order of the list @DISC-05', () => {
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

  test('loses none: not with a missing parent, a later one, or a cycle @DISC-05', () => {
    const list = [comment('a', 'gone'), comment('b', 'z'), comment('p', 'q'), comment('q', 'p'), comment('s', 's'), comment('z')];
    const all = treeOf(assembleReplies(list));
    const ids = (trees: Tree[]): string[] => trees.flatMap(({ id, replies }) => [id, ...ids(replies)]);
    expect(ids(all).toSorted()).toEqual(['a', 'b', 'p', 'q', 's', 'z']);
    expect(all.find(({ id }) => id === 'z')?.replies.map(({ id }) => id)).toEqual(['b']);
  });

  test('accepts a chain of ten thousand replies, and flattens it with each reply’s addressee', () => {
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

describe('countReplies', () => {
  const counted = (comments: Comment[], commentsCount: number, after: string | null = null) => {
    const roots = assembleReplies(comments);
    countReplies(roots, { commentsCount, after });
    return roots;
  };
  /** Returns the labels of the replies below the top-level comments, and below their direct replies. */
  const labels = (roots: ReturnType<typeof assembleReplies>) =>
    roots.map(({ below, replies }) => [below, ...replies.map((reply) => reply.below)].map(replyLabel).join(', '));
  const folded = (id: string, repliesCount: number, parentId: string | null = null) => ({ ...comment(id, parentId), repliesCount });

  test('counts loaded ones at any depth, without deleted and hidden ones @DISC-05', () => {
    const list = [comment('a'), comment('b', 'a'), comment('c', 'b'), comment('d', 'a'), comment('e', 'c')];
    expect(labels(counted(list, 5))).toEqual(['4 replies, 2 replies, 0 replies']);
    expect(labels(counted([comment('a'), { ...comment('b', 'a'), bodyDelta: null }, comment('c', 'b')], 2))).toEqual(['1 reply, 1 reply']);
    const chain = Array.from({ length: 10_000 }, (_, at) => ({ ...comment('a', at === 0 ? null : `n${at - 1}`), id: `n${at}` }));
    expect(labels(counted(chain, 10_000))).toEqual(['9,999 replies, 9,998 replies']);
  });

  test('counts missing ones, too, if the discussion says how many there are @DISC-05', () => {
    expect(labels(counted([folded('a', 5)], 15))).toEqual(['14 replies']);
    // A deleted first comment doesn't count.
    expect(labels(counted([{ ...folded('a', 5), bodyDelta: null }], 14))).toEqual(['14 replies']);
    expect(labels(counted([folded('a', 5), comment('b')], 16))).toEqual(['14 replies', '0 replies']);
    expect(labels(counted([folded('a', 2), folded('b', 2, 'a'), comment('c', 'a')], 9))).toEqual(['8 replies, 6 replies, 0 replies']);
    // No more than the total: the collapsed comment has nothing else below it.
    expect(labels(counted([folded('a', 5), folded('b', 1)], 8))).toEqual(['5 replies', '1 reply']);
    expect(labels(counted([folded('a', 2), folded('b', 2, 'a'), folded('c', 1, 'a')], 6))).toEqual(['5 replies, 2 replies, 1 reply']);
  });

  test('says so when the number may be too low @DISC-05', () => {
    expect(labels(counted([folded('a', 5), folded('b', 1)], 9))).toEqual(['5+ replies', '1+ replies']);
    expect(labels(counted([folded('a', 5)], 15, 'next'))).toEqual(['5+ replies']);
    expect(labels(counted([folded('a', 2), folded('b', 2, 'a'), folded('c', 1, 'a')], 7))).toEqual(['6 replies, 2+ replies, 1+ replies']);
    expect(labels(counted([folded('a', 2), folded('b', 2, 'a')], 9))).toEqual(['8 replies, 2+ replies']);
  });
});

test('writes the number in words @DISC-05', () => {
  const exact = (count: number) => replyLabel({ count, isExact: true });
  expect([0, 1, 2, 1200].map(exact)).toEqual(['0 replies', '1 reply', '2 replies', '1,200 replies']);
  expect([1, 5].map((count) => replyLabel({ count, isExact: false }))).toEqual(['1+ replies', '5+ replies']);
});

test('a time is more precise the more recent it is', () => {
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
