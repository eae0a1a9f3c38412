import { expect, test } from 'vitest';
import type { Comment } from '../../app/shared/discussions/discussion.ts';
import { withComment, withDiscussion, withPage, withReaction, noDiscussions } from '../../app/shared/discussions/discussions-state.ts';
import { createLocalSource } from '../../app/shared/discussions/local-discussions.ts';

const user = { id: 'g', username: 'guest', displayName: 'Guest', profileImageUrl: null };
const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] };
const comment: Comment = {
  id: 'c',
  discussionId: 'd',
  parentId: null,
  createdAt: '2026-11-21T10:00:00Z',
  bodyDelta: '{}',
  bodyDrawings: null,
  edited: false,
  deleted: false,
  isDiscussionAuthor: true,
  isContributor: false,
  isAdmin: false,
  repliesCount: 0,
  reactions: [],
  user: null,
};
const discussion = {
  id: 'd',
  createdAt: '2026-11-21T10:00:00Z',
  timecodeStart: null,
  quote: null,
  isResolved: false,
  acceptedCommentId: null,
  commentsCount: 2,
  mayResolve: false,
  follow: null,
  comments: [comment],
  after: null,
};

test('in a demo a comment is by the guest, its discussion comes first and is counted; nothing can be deleted @DEMO-02', async () => {
  const source = createLocalSource({ discussions: [discussion], user });
  const comment = await source.send({ destination: { kind: 'new', timecodeStart: 4, selection: null }, document });
  expect(
    source
      .getState()
      .pages.flat()
      .map(({ id }) => id),
  ).toEqual([comment.discussionId, 'd']);
  expect(comment.user).toEqual(user);
  expect(source.getState().total).toBe(2);
  await source.send({ destination: { kind: 'reply', discussionId: 'd', parentId: 'c' }, document });
  expect(
    source
      .getState()
      .pages.flat()
      .map(({ id }) => id),
  ).toEqual(['d', comment.discussionId]);
  expect(source.getState().pages.flat()[0]?.comments[0]?.repliesCount).toBe(1);
  expect(source.getState().total).toBe(3);
  expect(source.remove).toBeNull();
});

test('pages follow each other without duplicates, new discussions come first, and others keep their objects @DISC-05', () => {
  const other = { ...discussion, id: 'o', comments: [{ ...comment, id: 'x', discussionId: 'o' }] };
  const first = withPage(noDiscussions, [discussion, other], 'next');
  expect(withPage(first, [other], null).pages.flat()).toHaveLength(2);
  const arrived = withDiscussion(first, { ...discussion, id: 'n' });
  expect(arrived.pages.flat().map(({ id }) => id)).toEqual(['n', 'd', 'o']);
  const reply = { ...comment, id: 'r', parentId: 'c', createdAt: '2026-11-21T11:00:00Z' };
  const answered = withComment(arrived, reply);
  expect(answered.pages.flat()[1]?.comments.map(({ id, repliesCount }) => [id, repliesCount])).toEqual([
    ['c', 1],
    ['r', 0],
  ]);
  expect(answered.pages.flat()[2]).toBe(arrived.pages.flat()[2]);
  // The same comment again counts once, and the server's count takes precedence.
  expect(withComment(answered, reply).pages.flat()[1]?.comments[0]?.repliesCount).toBe(1);
  expect(withComment(answered, reply, { siblings: 5 }).pages.flat()[1]?.comments[0]?.repliesCount).toBe(5);
});

test('a reaction is set once, and undone @DISC-12', () => {
  const on = withReaction(comment, 'THANKS', true);
  expect(on.reactions).toEqual([{ kind: 'THANKS', count: 1, isMine: true }]);
  expect(withReaction(on, 'THANKS', true)).toBe(on);
  expect(withReaction(on, 'THANKS', false).reactions).toEqual([]);
  expect(withReaction(comment, 'THANKS', false)).toBe(comment);
  const others = { ...comment, reactions: [{ kind: 'THANKS' as const, count: 4, isMine: false }] };
  expect(withReaction(others, 'THANKS', true).reactions[0]?.count).toBe(5);
});
