import { isId } from '@newline/api/rules/is-id';
import type { DocumentNode } from '@newline/document/document-node';

/** The URL parameters that carry a comment in progress (A §2). */
const commentParameters = ['parentId', 'from', 'to', 'commentText'] as const;

/** The state of a comment in progress, as read from the URL. */
export type CommentState = {
  /** The comment that is being answered. */
  parentId: string | null;
  /** The positions of the passage that it's about. */
  from: number | null;
  to: number | null;
  /** The draft: a document as JSON, or plain text. `local` for one that was too long for the URL. */
  commentText: string | null;
};

/** The longest URL that every server on the way accepts, in bytes. */
const maxAddressBytes = 8192;

/** The value of `commentText` when the text is too long for the URL and is stored in this browser. */
export const localText = 'local';

/** Reads the comment in progress from a query string; invalid IDs and numbers are ignored. */
export function readCommentState(search: string): CommentState {
  const query = new URLSearchParams(search);
  const parentId = query.get('parentId');
  const commentText = query.get('commentText');
  return {
    parentId: parentId !== null && isId(parentId) ? parentId.toLowerCase() : null,
    from: positionOf(query.get('from')),
    to: positionOf(query.get('to')),
    commentText: commentText === '' ? null : commentText,
  };
}

function positionOf(text: string | null): number | null {
  return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** Whether a page with this query opens the panel automatically: with parentId, or with commentText and without from (A §2). */
export function opensPanel(search: string): boolean {
  const { parentId, commentText, from } = readCommentState(search);
  return parentId !== null || (commentText !== null && from === null);
}

/** Returns the URL of a page with a comment in progress. Text that would make it longer than 8 kB is left to this browser's storage. */
export function withCommentState(
  path: string,
  {
    parentId,
    from,
    to,
    document,
    second,
  }: { parentId: string | null; from: number | null; to: number | null; document: DocumentNode; second: number | null },
): string {
  const addressOf = (commentText: string) => {
    const query = new URLSearchParams();
    if (parentId !== null) query.set('parentId', parentId);
    if (from !== null) query.set('from', `${from}`);
    if (to !== null) query.set('to', `${to}`);
    query.set('commentText', commentText);
    if (second !== null) query.set('t', `${Math.floor(second)}`);
    return `${path}?${query}`;
  };
  const fullUrl = addressOf(JSON.stringify(document));
  return fullUrl.length <= maxAddressBytes ? fullUrl : addressOf(localText);
}

/** Returns the URL without the comment in progress, for after it was sent. Everything else in it stays. */
export function withoutCommentState(currentUrl: string): string {
  const url = new URL(currentUrl);
  for (const name of commentParameters) url.searchParams.delete(name);
  return `${url.pathname}${url.search}${url.hash}`;
}
