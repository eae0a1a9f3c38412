import type { ReactionKind } from './discussion.ts';
import { reactionLooks } from './reaction-looks.ts';

/** A reaction that a visitor pressed, which is set on the page of its discussion once they're signed in. */
export type ReactionPress = { readonly discussionId: string; readonly commentId: string; readonly kind: ReactionKind };

/** What is stored of it while its user signs in. */
export function writeReactionPress({ commentId, kind }: ReactionPress): string {
  return `react ${kind} ${commentId}`;
}

/** Reads it back; null for another press. */
export function readReactionPress(press: string): Pick<ReactionPress, 'commentId' | 'kind'> | null {
  const [what, kind = '', commentId] = press.split(' ');
  return what === 'react' && commentId !== undefined && isKind(kind) ? { commentId, kind } : null;
}

function isKind(name: string): name is ReactionKind {
  return Object.hasOwn(reactionLooks, name);
}
