import type { Loaded } from '../use-more.ts';
import { type Comment, type Discussion, type ReactionKind, withComments } from './discussion.ts';

/** The discussions of an item, as far as they're loaded. */
export type DiscussionsState = {
  /** Whether the first page hasn't been requested, is loading or has loaded. */
  phase: 'waiting' | 'loading' | 'ready';
  /**
   * Newest first: discussions created since the first load, then pages in the order in which they were loaded. Pages stay separate, so that
   * a change in one doesn't affect thousands of other discussions.
   */
  pages: readonly (readonly Discussion[])[];
  /** The total number of comments of the item; null until it's known. */
  total: number | null;
  /** The cursor of the next page; null when there is none. */
  after: string | null;
};

/** Returns how far the discussions are loaded, without those that arrived later. */
export function loadedOf(itemId: string, { pages: [, ...pages], phase, after }: DiscussionsState): Loaded {
  return {
    list: `discussions ${itemId}`,
    count: pages.reduce((sum, page) => sum + page.length, 0),
    hasMore: phase === 'ready' && after !== null,
  };
}

/** The state before anything is loaded. */
export const noDiscussions: DiscussionsState = { phase: 'waiting', pages: [[]], total: null, after: null };

/** Returns the discussion with an ID; undefined when it isn't loaded. */
export function findDiscussion({ pages }: DiscussionsState, id: string): Discussion | undefined {
  for (const page of pages) {
    const match = page.find((discussion) => discussion.id === id);
    if (match) return match;
  }
  return undefined;
}

/** Returns the comment with an ID; undefined when it isn't loaded. */
export function findComment({ pages }: DiscussionsState, id: string): Comment | undefined {
  for (const page of pages)
    for (const { comments } of page) {
      const match = comments.find((comment) => comment.id === id);
      if (match) return match;
    }
  return undefined;
}

/** Appends the next page; discussions that are already loaded aren't repeated. */
export function withPage(state: DiscussionsState, page: readonly Discussion[], after: string | null): DiscussionsState {
  const added = page.filter(({ id }) => findDiscussion(state, id) === undefined);
  return { ...state, phase: 'ready', pages: added.length === 0 ? state.pages : [...state.pages, added], after };
}

/** Adds or replaces a discussion. A loaded one keeps comments that were loaded beyond the new ones; a new one is put first. */
export function withDiscussion(state: DiscussionsState, discussion: Discussion): DiscussionsState {
  if (findDiscussion(state, discussion.id) === undefined) {
    const [arrived = [], ...rest] = state.pages;
    return { ...state, pages: [[discussion, ...arrived], ...rest] };
  }
  return changeDiscussion(state, discussion.id, (existing) => {
    const isLonger = existing.comments.length > discussion.comments.length;
    return {
      ...discussion,
      comments: withComments(existing.comments, discussion.comments),
      after: isLonger ? existing.after : discussion.after,
    };
  });
}

/** Replaces one discussion; the others stay the same objects. */
export function changeDiscussion(state: DiscussionsState, id: string, update: (discussion: Discussion) => Discussion): DiscussionsState {
  return {
    ...state,
    pages: state.pages.map((page) =>
      page.some((discussion) => discussion.id === id)
        ? page.map((discussion) => (discussion.id === id ? update(discussion) : discussion))
        : page,
    ),
  };
}

/**
 * Adds or replaces a comment in its discussion, if that is loaded. A new comment increases the counts of its discussion and of its parent's
 * replies, unless `counts` provides them.
 */
export function withComment(
  state: DiscussionsState,
  comment: Comment,
  counts: { siblings?: number | undefined; inDiscussion?: number | undefined } = {},
): DiscussionsState {
  return changeDiscussion(state, comment.discussionId, (discussion) => {
    const exists = discussion.comments.some(({ id }) => id === comment.id);
    const comments = withComments(discussion.comments, [comment]).map((other) => {
      if (other.id !== comment.parentId) return other;
      const repliesCount = counts.siblings ?? other.repliesCount + (exists ? 0 : 1);
      return repliesCount === other.repliesCount ? other : { ...other, repliesCount };
    });
    const commentsCount = counts.inDiscussion ?? discussion.commentsCount + (exists ? 0 : 1);
    return { ...discussion, comments, commentsCount };
  });
}

/** Replaces one comment, wherever it is. */
export function changeComment(state: DiscussionsState, id: string, update: (comment: Comment) => Comment): DiscussionsState {
  const target = findComment(state, id);
  if (target === undefined) return state;
  return changeDiscussion(state, target.discussionId, (discussion) => ({
    ...discussion,
    comments: discussion.comments.map((comment) => (comment.id === id ? update(comment) : comment)),
  }));
}

/** Whether the reader has reacted to a comment with a kind of reaction. */
export function hasReacted(comment: Comment, kind: ReactionKind): boolean {
  return comment.reactions.some((reaction) => reaction.kind === kind && reaction.isMine);
}

/**
 * Returns a comment with the reader's reaction set, as shown while the request runs. Setting a reaction that is already set changes
 * nothing.
 */
export function withReaction(comment: Comment, kind: ReactionKind, isOn: boolean): Comment {
  if (hasReacted(comment, kind) === isOn) return comment;
  const existing = comment.reactions.find((reaction) => reaction.kind === kind);
  const changed = { kind, count: Math.max(0, (existing?.count ?? 0) + (isOn ? 1 : -1)), isMine: isOn };
  const rest = comment.reactions.filter((reaction) => reaction.kind !== kind);
  return { ...comment, reactions: changed.count === 0 ? rest : [...rest, changed] };
}
