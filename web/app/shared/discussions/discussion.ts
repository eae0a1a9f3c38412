import { append } from '@newline/document/append';
import type { DocumentNode } from '@newline/document/document-node';
import type { CommentFieldsFragment, MailRhythm } from '../../../.documents/graphql.ts';

/** What a reader may say of a comment without words. */
export type ReactionKind = 'THANKS' | 'AGREE' | 'LAUGH' | 'CONFUSED';

/** What somebody may find wrong with a comment. */
export type ReportReason = 'SPAM' | 'RUDE' | 'OFF_TOPIC' | 'OTHER';

/** A comment as the pages show it; its text is null when it was deleted or waits for a moderator. */
export type Comment = Omit<CommentFieldsFragment, 'reactionCounts' | 'viewerReactions'> & {
  reactions: readonly { kind: ReactionKind; count: number; isMine: boolean }[];
};

/** What somebody hears of one discussion: every comment (true), none (false), what concerns them (null); mails null as in the settings. */
export type Follow = { isFollowed: boolean | null; mails: MailRhythm | null };

/** A thread on a lesson, an article or a clip. */
export type Discussion = {
  id: string;
  createdAt: string;
  /** The second of the video it is about. */
  timecodeStart: number | null;
  /** The passage it is about, as far as the reader may read it. */
  quote: string | null;
  isResolved: boolean;
  acceptedCommentId: string | null;
  /** Whether the reader may accept an answer and say that it is resolved. */
  mayResolve: boolean;
  /** What the reader wants to hear of it; null for as usual. */
  follow: Follow | null;
  /** How many comments it has, loaded or not, without deleted and hidden ones. */
  commentsCount: number;
  /** The comments loaded so far, oldest first, replies among them. */
  comments: readonly Comment[];
  /** Comments without a parent that are not loaded yet begin after it; null when there are none. */
  after: string | null;
};

/** The item that discussions hang on. */
export type DiscussionTarget = {
  kind: 'clip' | 'lesson' | 'article';
  id: string;
  title: string;
  /** The address of its page, where somebody comes back to after signing in. */
  path: string;
};

/** A passage that a new discussion is about. */
export type NewSelection = {
  from: number;
  to: number;
  version: number;
  text: string;
  delta?: string | null;
  node?: string | null;
  blockId?: string | null;
  prefix?: string | null;
  suffix?: string | null;
};

/** Where a comment that is being written goes. */
export type CommentPlace =
  | { kind: 'new'; timecodeStart: number | null; selection: NewSelection | null }
  | { kind: 'reply'; discussionId: string; parentId: string };

/** A comment that is ready to be sent. */
export type CommentDraft = { place: CommentPlace; document: DocumentNode };

/** A number of replies; not exact when more of them may be below what is not loaded. */
export type ReplyCount = { count: number; isExact: boolean };

/** A comment with the comments that answer it, and how many are below it once they are counted. */
export type Branch = { comment: Comment; replies: Branch[]; below: ReplyCount };

/**
 * Puts comments under the ones they answer, by parentId; the order is that of the list. A comment whose parent is not there, or
 * that answers itself in a circle, stands at the top, so that none is lost.
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

/** Everything under a comment in one list, each with the comment that it answers; a reply stands below that, older ones first. */
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
 * Counts the replies below each comment, at any depth, without deleted and hidden ones. Of those that aren't loaded, the direct ones are
 * known, and how many comments the discussion has in all: a count is exact where that tells what is missing below it.
 */
export function countReplies(roots: readonly Branch[], { commentsCount, after }: Pick<Discussion, 'commentsCount' | 'after'>): void {
  const all = [...roots];
  for (const branch of all) append(all, branch.replies);
  for (const branch of all.toReversed()) branch.below = countKnown(branch.replies, countMissing(branch));
  completeCounts(roots, commentsCount - countKnown(roots, 0).count, after !== null);
  for (const branch of all) {
    const missing = countMissing(branch);
    // From the top down: what is below the comment itself is known by now.
    if (branch.below.isExact) completeCounts(branch.replies, branch.below.count - countKnown(branch.replies, missing).count, missing > 0);
  }
}

/** Comments that answer the same one, and what is below them, as far as it is known; `missing` of them aren't loaded. */
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

/** Gives siblings what their parent has below it beyond what is known: nothing to any, or all to the only one that may have it. */
function completeCounts(siblings: readonly Branch[], more: number, hasMissing: boolean): void {
  const open = siblings.filter(({ below }) => !below.isExact);
  if (more > 0 && (hasMissing || open.length !== 1)) return;
  for (const branch of open) branch.below = { count: branch.below.count + Math.max(0, more), isExact: true };
}

/** Whether a comment has its text: it's neither deleted nor hidden. */
function isWritten({ bodyDelta }: Comment): boolean {
  return bodyDelta !== null;
}

/** 'N reply' or 'N replies'; 'N+ replies' when there may be more. */
export function replyLabel({ count, isExact }: ReplyCount): string {
  return `${count.toLocaleString('en')}${isExact ? '' : '+'} ${count === 1 && isExact ? 'reply' : 'replies'}`;
}

/** The comments with some others added or replaced, oldest first. */
export function withComments(known: readonly Comment[], more: readonly Comment[]): readonly Comment[] {
  const byId = new Map(known.map((comment) => [comment.id, comment]));
  for (const comment of more) byId.set(comment.id, comment);
  return [...byId.values()].toSorted((a, b) => inOrder(a.createdAt, b.createdAt) || inOrder(a.id, b.id));
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The name that stands above a comment. */
export function nameOf({ user }: Pick<Comment, 'user'>): string {
  return user?.displayName ?? 'Deleted user';
}
