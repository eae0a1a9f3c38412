import type { Loaded } from '../use-more.ts';
import { type Comment, type Discussion, type ReactionKind, withComments } from './discussion.ts';

/** The discussions of an item, as far as they are loaded. */
export type DiscussionsState = {
  /** Whether the first page is waited for, on its way or there. */
  phase: 'waiting' | 'loading' | 'ready';
  /**
   * Newest first: what came after the first load, then the pages in the order in which they were loaded. Pages stay apart, so that
   * a change in one leaves thousands of others alone.
   */
  pages: readonly (readonly Discussion[])[];
  /** How many comments the item has in all; null as long as nobody has said. */
  total: number | null;
  /** Where the next page begins; null when there is none. */
  after: string | null;
};

/** How far the discussions are loaded; those that arrived later count for nothing. */
export function loadedOf(itemId: string, { pages: [, ...pages], phase, after }: DiscussionsState): Loaded {
  return {
    list: `discussions ${itemId}`,
    count: pages.reduce((sum, page) => sum + page.length, 0),
    hasMore: phase === 'ready' && after !== null,
  };
}

/** Nothing loaded. */
export const noDiscussions: DiscussionsState = { phase: 'waiting', pages: [[]], total: null, after: null };

/** The discussion of an id; undefined when it is not loaded. */
export function findDiscussion({ pages }: DiscussionsState, id: string): Discussion | undefined {
  for (const page of pages) {
    const found = page.find((discussion) => discussion.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The comment of an id; undefined when it is not loaded. */
export function findComment({ pages }: DiscussionsState, id: string): Comment | undefined {
  for (const page of pages)
    for (const { comments } of page) {
      const found = comments.find((comment) => comment.id === id);
      if (found) return found;
    }
  return undefined;
}

/** With the next page at the end; what stands there already is not shown twice. */
export function withPage(state: DiscussionsState, page: readonly Discussion[], after: string | null): DiscussionsState {
  const fresh = page.filter(({ id }) => findDiscussion(state, id) === undefined);
  return { ...state, phase: 'ready', pages: fresh.length === 0 ? state.pages : [...state.pages, fresh], after };
}

/**
 * With a discussion as it is now. A known one keeps the comments that were loaded beyond those that came; an unknown one stands
 * first.
 */
export function withDiscussion(state: DiscussionsState, discussion: Discussion): DiscussionsState {
  if (findDiscussion(state, discussion.id) === undefined) {
    const [arrived = [], ...rest] = state.pages;
    return { ...state, pages: [[discussion, ...arrived], ...rest] };
  }
  return changeDiscussion(state, discussion.id, (known) => {
    const isLonger = known.comments.length > discussion.comments.length;
    return { ...discussion, comments: withComments(known.comments, discussion.comments), after: isLonger ? known.after : discussion.after };
  });
}

/** With one discussion changed; the others are the same objects as before. */
export function changeDiscussion(state: DiscussionsState, id: string, turn: (discussion: Discussion) => Discussion): DiscussionsState {
  return {
    ...state,
    pages: state.pages.map((page) =>
      page.some((discussion) => discussion.id === id)
        ? page.map((discussion) => (discussion.id === id ? turn(discussion) : discussion))
        : page,
    ),
  };
}

/**
 * With a comment as it is now, in its discussion if that is loaded. One that was not known counts as one more of its discussion and
 * of its parent's replies, unless `counts` says how many there are.
 */
export function withComment(
  state: DiscussionsState,
  comment: Comment,
  counts: { siblings?: number | undefined; inDiscussion?: number | undefined } = {},
): DiscussionsState {
  return changeDiscussion(state, comment.discussionId, (discussion) => {
    const isKnown = discussion.comments.some(({ id }) => id === comment.id);
    const comments = withComments(discussion.comments, [comment]).map((other) => {
      if (other.id !== comment.parentId) return other;
      const repliesCount = counts.siblings ?? other.repliesCount + (isKnown ? 0 : 1);
      return repliesCount === other.repliesCount ? other : { ...other, repliesCount };
    });
    const commentsCount = counts.inDiscussion ?? discussion.commentsCount + (isKnown ? 0 : 1);
    return { ...discussion, comments, commentsCount };
  });
}

/** With one comment changed, wherever it stands. */
export function changeComment(state: DiscussionsState, id: string, turn: (comment: Comment) => Comment): DiscussionsState {
  const found = findComment(state, id);
  if (found === undefined) return state;
  return changeDiscussion(state, found.discussionId, (discussion) => ({
    ...discussion,
    comments: discussion.comments.map((comment) => (comment.id === id ? turn(comment) : comment)),
  }));
}

/** Whether the reader has reacted to a comment in a way. */
export function hasReacted(comment: Comment, kind: ReactionKind): boolean {
  return comment.reactions.some((reaction) => reaction.kind === kind && reaction.isMine);
}

/** A comment with the reader's reaction set: what the page shows while the request runs. Setting the state that it has changes nothing. */
export function withReaction(comment: Comment, kind: ReactionKind, isOn: boolean): Comment {
  if (hasReacted(comment, kind) === isOn) return comment;
  const known = comment.reactions.find((reaction) => reaction.kind === kind);
  const changed = { kind, count: Math.max(0, (known?.count ?? 0) + (isOn ? 1 : -1)), isMine: isOn };
  const rest = comment.reactions.filter((reaction) => reaction.kind !== kind);
  return { ...comment, reactions: changed.count === 0 ? rest : [...rest, changed] };
}
