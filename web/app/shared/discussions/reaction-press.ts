import type { ReactionKind } from './discussion.ts';
import { reactionLooks } from './reaction-looks.ts';

/** A reaction that a visitor chose. It's set on the page of its discussion after they sign in. */
export type ReactionPress = { readonly discussionId: string; readonly commentId: string; readonly kind: ReactionKind };

/** Serializes a reaction to store it while its user signs in. */
export function writeReactionPress({ commentId, kind }: ReactionPress): string {
  return `react ${kind} ${commentId}`;
}

/** Parses a stored reaction; null for another kind of press. */
export function readReactionPress(press: string): Pick<ReactionPress, 'commentId' | 'kind'> | null {
  const [action, kind = '', commentId] = press.split(' ');
  return action === 'react' && commentId !== undefined && isKind(kind) ? { commentId, kind } : null;
}

function isKind(name: string): name is ReactionKind {
  return Object.hasOwn(reactionLooks, name);
}
