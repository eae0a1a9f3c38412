import { discussionLimits } from '@newline/api/rules/limits/discussion';
import type { CommentFieldsFragment, RepliesQuery } from '../../../.documents/graphql.ts';
import type { Comment, CommentDestination, DiscussionTarget } from './discussion.ts';
import { withComments } from './discussion.ts';
import {
  CommentDocument,
  commentOf,
  CommentsCountDocument,
  discussionOf,
  DiscussionsDocument,
  RepliesDocument,
  ThreadDocument,
} from './discussion-documents.ts';
import {
  AcceptAnswerDocument,
  CreateDiscussionDocument,
  DeleteCommentDocument,
  EditCommentDocument,
  FollowDocument,
  ReplyDocument,
  ReportCommentDocument,
  ResolveDocument,
  type ResolvedNode,
  SetFollowDocument,
  ToggleReactionDocument,
} from './discussion-mutations.ts';
import type { DiscussionSource } from './discussion-source.ts';
import {
  changeComment,
  changeDiscussion,
  type DiscussionsState,
  findComment,
  findDiscussion,
  hasReacted,
  noDiscussions,
  withComment,
  withDiscussion,
  withPage,
  withReaction,
} from './discussions-state.ts';
import type { OutboxAnchor } from '../outbox/outbox-entry.ts';
import { keepForLater } from '../outbox/use-outbox.ts';
import { requestDocument } from '../request-document.ts';
import { selectionInput } from './selection-input.ts';
import { subscribeTabs, type TabMessage, notifyTabs } from '../browser-tabs.ts';

/** The number of discussions in a page. */
const pageSize = 20;

/** A live event. It contains only IDs; the page fetches what the user may see. */
export type LiveEvent = { action: 'created' | 'edited' | 'deleted' | 'reacted'; discussionId: string; commentId: string };

/** The discussions of an item, loaded from the site's API. */
export type RemoteDiscussions = DiscussionSource & {
  /** Loads the change that a live event announces. */
  takeIn: (event: LiveEvent) => Promise<void>;
  /** Fetches the newest discussions again after a lost connection. */
  catchUp: () => Promise<void>;
};

type Options = {
  /** The state that the server rendered into the page. */
  start?: DiscussionsState;
  /** True to show all comments of a discussion in order, false to load replies on demand. */
  isFlat?: boolean;
};

/** Creates a store of an item's discussions, as loaded and changed by this page. */
export function createRemoteDiscussions(
  target: DiscussionTarget,
  { start = noDiscussions, isFlat = false }: Options = {},
): RemoteDiscussions {
  let state = start;
  const part = isFlat ? { first: discussionLimits.threadPage, of: {} } : { first: discussionLimits.replyPage, of: { parentId: null } };
  let pressed: { text: string; key: string } | null = null;
  const listeners = new Set<() => void>();
  let stopListening = () => undefined as void;
  const change = (next: DiscussionsState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const kinds = { isClip: target.kind === 'clip', isLesson: target.kind === 'lesson', isArticle: target.kind === 'article' };

  async function fetchPage(after: string | null) {
    const answer = await requestDocument(DiscussionsDocument, { id: target.id, ...kinds, first: pageSize, after });
    const item = answer.clipById ?? answer.lessonById ?? answer.articleById ?? null;
    if (item === null) throw new Error(`discussions: expected the ${target.kind} ${target.id}, got nothing`);
    return item;
  }

  async function loadMore(): Promise<void> {
    const { phase, after } = state;
    if (phase === 'ready' && after === null) return;
    if (phase === 'waiting') change({ ...state, phase: 'loading' });
    try {
      const { discussions, commentsCount } = await fetchPage(after);
      const page = discussions.nodes.map((node) => discussionOf(node));
      const next = discussions.pageInfo.hasNextPage ? discussions.pageInfo.endCursor : null;
      change({ ...withPage(state, page, next), total: commentsCount });
    } catch (error) {
      change({ ...state, phase });
      throw error;
    }
  }

  async function loadDiscussion(id: string): Promise<void> {
    const { discussionById } = await requestDocument(ThreadDocument, { id, after: null, ...part });
    if (discussionById !== null) change(withDiscussion(state, discussionOf(discussionById)));
  }

  async function loadComments(discussionId: string): Promise<void> {
    const after = findDiscussion(state, discussionId)?.after ?? null;
    if (after === null) return;
    const { discussionById } = await requestDocument(ThreadDocument, { id: discussionId, after, ...part });
    if (discussionById === null) return;
    const more = discussionOf(discussionById);
    change(
      changeDiscussion(state, discussionId, (current) => ({
        ...current,
        comments: withComments(current.comments, more.comments),
        after: more.after,
      })),
    );
  }

  /**
   * Loads a whole discussion if it fits into one page, so that everything below a comment is counted and shown; resolves to false if it
   * doesn't.
   */
  async function loadWhole(id: string): Promise<boolean> {
    const { threadPage } = discussionLimits;
    if ((findDiscussion(state, id)?.commentsCount ?? Infinity) > threadPage) return false;
    const { discussionById } = await requestDocument(ThreadDocument, { id, first: threadPage, after: null, of: {} });
    if (discussionById === null || discussionById.comments.pageInfo.hasNextPage) return false;
    const loaded = discussionOf(discussionById);
    change(changeDiscussion(state, id, (current) => ({ ...loaded, comments: withComments(current.comments, loaded.comments) })));
    return true;
  }

  async function loadReplies({ id, discussionId }: Pick<Comment, 'id' | 'discussionId'>): Promise<void> {
    if (await loadWhole(discussionId)) return;
    const all: Comment[] = [];
    let after: string | null = null;
    do {
      const { commentById }: RepliesQuery = await requestDocument(RepliesDocument, { id, after });
      if (commentById === null) return;
      for (const node of commentById.replies.nodes) all.push(commentOf(node));
      after = commentById.replies.pageInfo.hasNextPage ? commentById.replies.pageInfo.endCursor : null;
    } while (after !== null);
    change(
      changeDiscussion(state, discussionId, (current) => ({
        ...current,
        comments: withComments(current.comments, all).map((comment) =>
          comment.id === id ? { ...comment, repliesCount: all.length } : comment,
        ),
      })),
    );
  }

  async function loadComment(id: string): Promise<Comment | null> {
    const loaded = findComment(state, id);
    if (loaded !== undefined) return loaded;
    const { commentById } = await requestDocument(CommentDocument, { id, hasAncestors: true });
    if (commentById === null) return null;
    const comment = commentOf(commentById);
    const chain = [comment, ...(commentById.ancestors?.nodes ?? []).map((node) => commentOf(node))];
    if (findDiscussion(state, comment.discussionId) === undefined) await loadDiscussion(comment.discussionId);
    change(changeDiscussion(state, comment.discussionId, (thread) => ({ ...thread, comments: withComments(thread.comments, chain) })));
    return comment;
  }

  /** Shows a change immediately. If the request fails, the previous state is restored and the error is thrown. */
  async function tryOut(
    comment: Comment,
    update: (current: Comment) => Comment,
    work: () => Promise<CommentFieldsFragment | null>,
  ): Promise<void> {
    change(changeComment(state, comment.id, update));
    try {
      const node = await work();
      if (node !== null) change(withComment(state, commentOf(node)));
    } catch (error) {
      change(changeComment(state, comment.id, () => comment));
      throw error;
    }
  }

  /** Applies a change made in another tab of this browser. */
  function hearTab(message: TabMessage): void {
    if (message.kind === 'reaction') {
      change(changeComment(state, message.commentId, (current) => withReaction(current, message.reaction, message.isOn)));
    } else if (message.kind === 'changed' && message.what === 'discussion' && findDiscussion(state, message.id) !== undefined) {
      loadDiscussion(message.id).catch((error: unknown) => console.warn('We couldn’t reload the discussion.', error));
    }
  }

  async function catchUp(): Promise<void> {
    const { discussions, commentsCount } = await fetchPage(null);
    const newest = discussions.nodes.map((node) => discussionOf(node)).toReversed();
    let next: DiscussionsState = { ...state, total: commentsCount };
    // Discussions older than everything loaded belong to a later page.
    for (const discussion of newest) next = withDiscussion(next, discussion);
    change(next);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      if (listeners.size === 0) stopListening = subscribeTabs(hearTab);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening();
      };
    },
    loadMore,
    loadDiscussion,
    loadComments,
    loadReplies,
    loadComment,
    catchUp,

    async send({ destination, document }) {
      const key = keyOf(JSON.stringify([destination, document]));
      // The API refuses a reply without it, although the server derives its own.
      const { toMarkdown } = await import('@newline/document/markdown');
      const body = { bodyDelta: JSON.stringify(document), bodyMarkdown: toMarkdown(document), key };
      if (destination.kind === 'reply') {
        const { discussionId, parentId } = destination;
        const answer = await requestDocument(ReplyDocument, { comment: { ...body, discussionId, parentId } });
        return added(answer.replyToComment?.comment ?? null);
      }
      const { createDiscussionWithComment: created } = await requestDocument(CreateDiscussionDocument, {
        comment: body,
        discussion: {
          lessonId: kinds.isLesson ? target.id : null,
          articleId: kinds.isArticle ? target.id : null,
          clipId: kinds.isClip ? target.id : null,
          timecodeStart: destination.timecodeStart,
          selection: destination.selection && selectionInput(destination.selection),
        },
      });
      if (created?.discussion) change(withDiscussion(state, discussionOf(created.discussion)));
      return added(created?.comment ?? null);
    },

    async keep({ destination, document }, error) {
      // The key of the failed attempt, which may have arrived.
      const id = keyOf(JSON.stringify([destination, document]));
      const action =
        destination.kind === 'reply'
          ? ({ ...destination, document } as const)
          : ({ kind: 'comment', anchor: anchorOf(destination), document } as const);
      if (!(await keepForLater(error, { id, page: target, action }))) return null;
      pressed = null;
      return id;
    },

    async edit(comment, document) {
      const bodyDelta = JSON.stringify(document);
      await tryOut(
        comment,
        (now) => ({ ...now, bodyDelta, bodyDrawings: null, edited: true }),
        async () =>
          (await requestDocument(EditCommentDocument, { id: comment.id, bodyDelta, bodyMarkdown: null })).editComment?.comment ?? null,
      );
    },

    async remove(comment) {
      await requestDocument(DeleteCommentDocument, { id: comment.id, patch: { deleted: true, deletedAt: new Date().toISOString() } });
      await refetch(comment.id);
    },

    async react(comment, kind) {
      const commentId = comment.id;
      const isOn = !hasReacted(comment, kind);
      await tryOut(
        comment,
        (now) => withReaction(now, kind, isOn),
        async () => (await requestDocument(ToggleReactionDocument, { commentId, kind, enabled: isOn })).toggleReaction?.comment ?? null,
      );
      notifyTabs({ kind: 'reaction', commentId, reaction: kind, isOn });
    },

    async report(comment, reason) {
      await requestDocument(ReportCommentDocument, { commentId: comment.id, reason });
    },

    async accept(comment, isAccepted) {
      const answer = await requestDocument(AcceptAnswerDocument, { commentId: comment.id, isAccepted });
      settle(answer.acceptAnswer?.discussion ?? null);
    },

    async resolve({ id }, isResolved) {
      const answer = await requestDocument(ResolveDocument, { id, isResolved });
      settle(answer.setDiscussionResolved?.discussion ?? null);
    },

    follow: {
      async load(id) {
        const { discussionById } = await requestDocument(FollowDocument, { id });
        return discussionById?.viewerFollow ?? { isFollowed: null, mails: null };
      },
      async save(discussionId, settings) {
        const { setDiscussionFollow } = await requestDocument(SetFollowDocument, { discussionId, ...settings });
        const follow = setDiscussionFollow?.discussion?.viewerFollow ?? null;
        change(changeDiscussion(state, discussionId, (discussion) => ({ ...discussion, follow })));
        notifyTabs({ kind: 'changed', what: 'discussion', id: discussionId });
      },
    },

    async takeIn({ action, discussionId, commentId }) {
      if (findDiscussion(state, discussionId) !== undefined) return refetch(commentId);
      // An older discussion that isn't loaded belongs to a later page; a new one comes first.
      if (action === 'created') await Promise.all([loadDiscussion(discussionId), recount()]);
    },
  };

  /** An idempotency key for each text: sending the same text again after a lost response stores it once. */
  function keyOf(text: string): string {
    if (pressed?.text !== text) pressed = { text, key: crypto.randomUUID() };
    return pressed.key;
  }

  function settle(node: ResolvedNode | null): void {
    if (node === null) return;
    const { id, isResolved, acceptedCommentId } = node;
    change(changeDiscussion(state, id, (discussion) => ({ ...discussion, isResolved, acceptedCommentId })));
    notifyTabs({ kind: 'changed', what: 'discussion', id });
  }

  function added(node: CommentFieldsFragment | null): Comment {
    if (node === null) throw new Error('send: expected the comment as it was stored, got nothing');
    pressed = null;
    const comment = commentOf(node);
    const isNew = findComment(state, comment.id) === undefined;
    change({ ...withComment(state, comment), ...(isNew && { total: (state.total ?? 0) + 1 }) });
    recount().catch((error: unknown) => console.error('We couldn’t count the comments.', error));
    return comment;
  }

  async function refetch(commentId: string): Promise<void> {
    const [{ commentById }] = await Promise.all([requestDocument(CommentDocument, { id: commentId, hasAncestors: false }), recount()]);
    if (commentById === null) return;
    const { parent, discussion } = commentById;
    change(withComment(state, commentOf(commentById), { siblings: parent?.repliesCount, inDiscussion: discussion?.commentsCount }));
  }

  async function recount(): Promise<void> {
    const answer = await requestDocument(CommentsCountDocument, { id: target.id, ...kinds });
    const item = answer.clipById ?? answer.lessonById ?? answer.articleById;
    if (item) change({ ...state, total: item.commentsCount });
  }
}

function anchorOf({ timecodeStart, selection }: Extract<CommentDestination, { kind: 'new' }>): OutboxAnchor | null {
  if (selection !== null) return { selection };
  return timecodeStart === null ? null : { second: timecodeStart };
}
