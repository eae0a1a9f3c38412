import { CircleQuestionMark, HandHeart, Laugh, type LucideIcon, ThumbsUp } from 'lucide-react';
import type { ReactionKind } from './discussion.ts';

/** The label and icon of each reaction. */
export const reactionLooks: Readonly<Record<ReactionKind, { label: string; icon: LucideIcon }>> = {
  THANKS: { label: 'Thanks', icon: HandHeart },
  AGREE: { label: 'Agree', icon: ThumbsUp },
  LAUGH: { label: 'Laugh', icon: Laugh },
  CONFUSED: { label: 'Confused', icon: CircleQuestionMark },
};
