import { CircleQuestionMark, HandHeart, Laugh, type IconNode, ThumbsUp } from 'lucide';
import type { ReactionKind } from './discussion.ts';

/** The label and icon of each reaction. */
export const reactionLooks: Readonly<Record<ReactionKind, { label: string; icon: IconNode }>> = {
  THANKS: { label: 'Thanks', icon: HandHeart },
  AGREE: { label: 'Agree', icon: ThumbsUp },
  LAUGH: { label: 'Laugh', icon: Laugh },
  CONFUSED: { label: 'Confused', icon: CircleQuestionMark },
};
