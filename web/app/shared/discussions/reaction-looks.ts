import { CircleQuestionMark, HandHeart, Laugh, type LucideIcon, ThumbsUp } from 'lucide-react';
import type { ReactionKind } from './discussion.ts';

/** How each reaction looks and reads. */
export const reactionLooks: Readonly<Record<ReactionKind, { label: string; icon: LucideIcon }>> = {
  THANKS: { label: 'Thanks', icon: HandHeart },
  AGREE: { label: 'Agree', icon: ThumbsUp },
  LAUGH: { label: 'Laugh', icon: Laugh },
  CONFUSED: { label: 'Confused', icon: CircleQuestionMark },
};
