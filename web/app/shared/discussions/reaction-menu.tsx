import { Icon } from '@newline/ui/components/icon';
import { Menu } from '@newline/ui/components/menu';
import { SmilePlus } from 'lucide';
import type { Comment, ReactionKind } from './discussion.ts';
import { reactionLooks } from './reaction-looks.ts';

/** A menu of reactions. It opens as soon as it's mounted. */
export function ReactionMenu({ comment, onChoose }: { comment: Comment; onChoose: (kind: ReactionKind) => void }) {
  const isMine = (kind: ReactionKind) => comment.reactions.some((reaction) => reaction.kind === kind && reaction.isMine);
  return (
    <Menu
      trigger={
        <button type="button" aria-label="React">
          <Icon of={SmilePlus} />
        </button>
      }
      align="start"
      isOpenAtFirst
      items={(Object.keys(reactionLooks) as ReactionKind[]).map((kind) => ({
        label: isMine(kind) ? `Remove ${reactionLooks[kind].label}` : reactionLooks[kind].label,
        icon: reactionLooks[kind].icon,
        onSelect: () => onChoose(kind),
      }))}
    />
  );
}
