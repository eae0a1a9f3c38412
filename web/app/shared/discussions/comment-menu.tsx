import { Icon } from '@newline/ui/components/icon';
import { Menu, type MenuItem } from '@newline/ui/components/menu';
import { Bell, Check, CheckCheck, Ellipsis, Flag, Pencil, Trash2 } from 'lucide';
import type { Comment, Discussion } from './discussion.ts';
import type { CommentAbilities } from './comment-abilities.ts';

type Props = {
  comment: Comment;
  abilities: CommentAbilities;
  isAccepted: boolean;
  resolving: Pick<Discussion, 'id' | 'isResolved'> | null;
  followedId: string | null;
  mayAccept: boolean;
  onEdit: () => void;
};

/** The menu of actions for a comment, other than replying. It opens as soon as it's mounted. */
export function CommentMenu({ comment, abilities, isAccepted, resolving, followedId, mayAccept, onEdit }: Props) {
  const { accept, resolve } = abilities;
  const items: MenuItem[] = [
    ...(mayAccept && accept
      ? [{ label: isAccepted ? 'Not the answer' : 'Accept as answer', icon: Check, onSelect: () => accept(comment, !isAccepted) }]
      : []),
    ...(resolving && resolve
      ? [
          {
            label: resolving.isResolved ? 'Reopen' : 'Mark resolved',
            icon: CheckCheck,
            onSelect: () => resolve(resolving, !resolving.isResolved),
          },
        ]
      : []),
    ...(followedId === null ? [] : [{ label: 'Follow or mute', icon: Bell, onSelect: () => abilities.askToFollow({ id: followedId }) }]),
    ...(abilities.canEdit(comment) ? [{ label: 'Edit', icon: Pencil, onSelect: onEdit }] : []),
    ...(abilities.canDelete(comment) ? [{ label: 'Delete', icon: Trash2, onSelect: () => abilities.askToDelete(comment) }] : []),
    ...(abilities.canReport(comment) ? [{ label: 'Report', icon: Flag, onSelect: () => abilities.askToReport(comment) }] : []),
  ];
  return (
    <Menu
      trigger={
        <button type="button" aria-label="More about this comment">
          <Icon of={Ellipsis} />
        </button>
      }
      items={items}
      isOpenAtFirst
    />
  );
}
