import { append } from '@newline/document/append';
import type { DocumentNode } from '@newline/document/document-node';
import type { CommentFieldsFragment, MailRhythm } from '../../../.documents/graphql.ts';

/** The kinds of reactions to a comment. */
export type ReactionKind = 'THANKS' | 'AGREE' | 'LAUGH' | 'CONFUSED';

/** The reasons for reporting a comment. */
export type ReportReason = 'SPAM' | 'RUDE' | 'OFF_TOPIC' | 'OTHER';

/** A comment as pages show it; its text is null when it was deleted or awaits moderation. */
export type Comment = Omit<CommentFieldsFragment, 'reactionCounts' | 'viewerReactions'> & {
  reactions: readonly { kind: ReactionKind; count: number; isMine: boolean }[];
};

/**
 * Notification settings for one discussion: every comment (true), none (false), or the default (null); `mails` is null for the user's
 * general setting.
 */
export type Follow = { isFollowed: boolean | null; mails: MailRhythm | null };

/** Returns what a discussion says about its notifications, if they aren't the default: 'Following', 'Muted', or nothing. */
export function followWord(follow: Follow | null): '' | 'Following' | 'Muted' {
  const isFollowed = follow?.isFollowed ?? null;
  return isFollowed === null ? '' : isFollowed ? 'Following' : 'Muted';
}

/** A discussion on a lesson, an article or a clip. */
export type Discussion = {
  id: string;
  createdAt: string;
  /** The second of the video it is about. */
  timecodeStart: number | null;
  /** The passage it is about, as far as the reader may read it. */
  quote: string | null;
  isResolved: boolean;
  acceptedCommentId: string | null;
  /** Whether the reader may accept an answer and resolve the discussion. */
  mayResolve: boolean;
  /** The reader's notification settings; null for the defaults. */
  follow: Follow | null;
  /** The number of comments, loaded or not, without deleted and hidden ones. */
  commentsCount: number;
  /** The comments loaded so far, oldest first, including replies. */
  comments: readonly Comment[];
  /** The cursor after which the remaining top-level comments start; null when all are loaded. */
  after: string | null;
};

/** The item that discussions are attached to. */
export type DiscussionTarget = {
  kind: 'clip' | 'lesson' | 'article';
  id: string;
  title: string;
  /** The path of its page, to which users return after signing in. */
  path: string;
};

/** The passage that a new discussion is about. */
export type NewSelection = {
  from: number;
  to: number;
  version: number;
  text: string;
  delta?: string | null;
  node?: string | null;
  blockId?: string | null;
  /** The number of earlier occurrences of the same text in the block. */
  occurrence?: number;
  prefix?: string | null;
  suffix?: string | null;
};

/** Where a comment in progress will be posted. */
export type CommentDestination =
  | { kind: 'new'; timecodeStart: number | null; selection: NewSelection | null }
  | { kind: 'reply'; discussionId: string; parentId: string };

/** A comment that is ready to be sent. */
export type CommentDraft = { destination: CommentDestination; document: DocumentNode };

/** A number of replies; not exact when there may be more below comments that aren't loaded. */
export type ReplyCount = { count: number; isExact: boolean };

/** A comment with its replies, and how many comments are below it once they're counted. */
export type Branch = { comment: Comment; replies: Branch[]; below: ReplyCount };

/**
 * Builds a tree of comments and their replies by parentId, in the order of the list. A comment whose parent is missing, or that answers
 * itself in a cycle, is put at the top level, so that none is lost.
 */
export function assembleReplies(comments: readonly Comment[]): Branch[] {
  const branches = new Map(
    comments.map((comment) => [comment.id, { comment, replies: [] as Branch[], below: { count: 0, isExact: true } }]),
  );
  const roots: Branch[] = [];
  for (const branch of branches.values()) {
    const { parentId } = branch.comment;
    const parent = parentId === null ? undefined : branches.get(parentId);
    (parent === undefined ? roots : parent.replies).push(branch);
  }
  const reached = new Set<Branch>();
  for (const root of roots) reach(root, reached);
  for (const branch of branches.values()) {
    if (reached.has(branch)) continue;
    const around = branches.get(branch.comment.parentId ?? '');
    if (around) around.replies = around.replies.filter((reply) => reply !== branch);
    roots.push(branch);
    reach(branch, reached);
  }
  return roots;
}

function reach(root: Branch, reached: Set<Branch>): void {
  const open = [root];
  for (let branch = open.pop(); branch !== undefined; branch = open.pop()) {
    reached.add(branch);
    for (const reply of branch.replies) open.push(reply);
  }
}

/**
 * Flattens everything below a comment into one list, each with the comment it answers; a reply comes after the comment it answers, older
 * ones first.
 */
export function flattenReplies(root: Branch): { comment: Comment; answered: Comment }[] {
  const list: { comment: Comment; answered: Comment }[] = [];
  const open = root.replies.toReversed().map((branch) => ({ branch, answered: root.comment }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { branch, answered } = next;
    list.push({ comment: branch.comment, answered });
    for (const reply of branch.replies.toReversed()) open.push({ branch: reply, answered: branch.comment });
  }
  return list;
}

/**
 * Counts the replies below each comment, at any depth, without deleted and hidden ones. Unloaded direct replies are counted by their
 * parent, and the discussion's total is known: a count is exact when these numbers determine what is missing below it.
 */
export function countReplies(roots: readonly Branch[], { commentsCount, after }: Pick<Discussion, 'commentsCount' | 'after'>): void {
  const all = [...roots];
  for (const branch of all) append(all, branch.replies);
  for (const branch of all.toReversed()) branch.below = countKnown(branch.replies, countMissing(branch));
  completeCounts(roots, commentsCount - countKnown(roots, 0).count, after !== null);
  for (const branch of all) {
    const missing = countMissing(branch);
    // Top-down: the count of this comment is complete at this point.
    if (branch.below.isExact) completeCounts(branch.replies, branch.below.count - countKnown(branch.replies, missing).count, missing > 0);
  }
}

/** Counts sibling comments and everything loaded below them; `missing` siblings aren't loaded. */
function countKnown(siblings: readonly Branch[], missing: number): ReplyCount {
  return siblings.reduce(
    (sum, { comment, below }) => ({
      count: sum.count + below.count + (isWritten(comment) ? 1 : 0),
      isExact: sum.isExact && below.isExact,
    }),
    { count: missing, isExact: missing === 0 },
  );
}

function countMissing({ comment, replies }: Branch): number {
  return Math.max(0, comment.repliesCount - replies.length);
}

/** Distributes the replies that aren't loaded among siblings: none when there are none, or all to the only sibling that can have them. */
function completeCounts(siblings: readonly Branch[], more: number, hasMissing: boolean): void {
  const open = siblings.filter(({ below }) => !below.isExact);
  if (more > 0 && (hasMissing || open.length !== 1)) return;
  for (const branch of open) branch.below = { count: branch.below.count + Math.max(0, more), isExact: true };
}

/** Whether a comment has its text, that is, it's neither deleted nor hidden. */
function isWritten({ bodyDelta }: Comment): boolean {
  return bodyDelta !== null;
}

/** Formats a count as 'N reply' or 'N replies'; 'N+ replies' when there may be more. */
export function replyLabel({ count, isExact }: ReplyCount): string {
  return `${count.toLocaleString('en')}${isExact ? '' : '+'} ${count === 1 && isExact ? 'reply' : 'replies'}`;
}

/** Merges comments into a list by ID, oldest first. */
export function withComments(loaded: readonly Comment[], additional: readonly Comment[]): readonly Comment[] {
  const byId = new Map(loaded.map((comment) => [comment.id, comment]));
  for (const comment of additional) byId.set(comment.id, comment);
  return [...byId.values()].toSorted((a, b) => inOrder(a.createdAt, b.createdAt) || inOrder(a.id, b.id));
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the display name of a comment's author. */
export function nameOf({ user }: Pick<Comment, 'user'>): string {
  return user?.displayName ?? 'Deleted user';
}
