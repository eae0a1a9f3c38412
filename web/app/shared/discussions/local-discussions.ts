import type { Comment, Discussion } from './discussion.ts';
import {
  changeComment,
  changeDiscussion,
  type DiscussionsState,
  findComment,
  hasReacted,
  withComment,
  withDiscussion,
  withReaction,
} from './discussions-state.ts';
import type { DiscussionSource } from './discussion-source.ts';

/** The initial discussions of a demo. */
export type LocalDiscussions = { discussions: readonly Discussion[]; user: NonNullable<Comment['user']> };

/**
 * Creates a source whose discussions exist only in this page, for a demo. Comments belong to the guest, commenting moves a discussion to
 * the top, and no request is made. Nothing can be deleted, edited or reported.
 */
export function createLocalSource({ discussions, user }: LocalDiscussions): DiscussionSource {
  let state: DiscussionsState = {
    phase: 'ready',
    pages: [[], discussions],
    total: discussions.reduce((sum, { comments }) => sum + comments.length, 0),
    after: null,
  };
  const listeners = new Set<() => void>();
  const change = (next: DiscussionsState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const doNothing = () => Promise.resolve();
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loadMore: doNothing,
    loadDiscussion: doNothing,
    loadComments: doNothing,
    loadReplies: doNothing,
    loadComment: (id) => Promise.resolve(findComment(state, id) ?? null),
    send: ({ destination, document }) => {
      const isReply = destination.kind === 'reply';
      const comment: Comment = {
        id: crypto.randomUUID(),
        discussionId: isReply ? destination.discussionId : crypto.randomUUID(),
        parentId: isReply ? destination.parentId : null,
        createdAt: new Date().toISOString(),
        bodyDelta: JSON.stringify(document),
        bodyDrawings: null,
        edited: false,
        deleted: false,
        isDiscussionAuthor: !isReply,
        isContributor: false,
        isAdmin: false,
        repliesCount: 0,
        reactions: [],
        user,
      };
      const counted = { ...state, total: (state.total ?? 0) + 1 };
      if (!isReply) {
        change(
          withDiscussion(counted, {
            id: comment.discussionId,
            createdAt: comment.createdAt,
            timecodeStart: destination.timecodeStart,
            quote: destination.selection?.text ?? null,
            isResolved: false,
            acceptedCommentId: null,
            mayResolve: false,
            follow: null,
            commentsCount: 1,
            comments: [comment],
            after: null,
          }),
        );
      } else change(toFront(withComment(counted, comment), comment.discussionId));
      return Promise.resolve(comment);
    },
    keep: null,
    edit: null,
    remove: null,
    react: (comment, kind) => {
      change(changeComment(state, comment.id, (current) => withReaction(current, kind, !hasReacted(comment, kind))));
      return Promise.resolve();
    },
    report: null,
    accept: null,
    resolve: null,
    follow: null,
  };
}

/** Moves a discussion with a new comment to the top. */
function toFront(state: DiscussionsState, id: string): DiscussionsState {
  let moved: Discussion | null = null;
  changeDiscussion(state, id, (discussion) => (moved = discussion));
  if (moved === null) return state;
  const [arrived = [], ...rest] = state.pages.map((page) => page.filter((discussion) => discussion.id !== id));
  return { ...state, pages: [[moved, ...arrived], ...rest] };
}
