import { Badge } from '@newline/ui/components/badge';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { Menu } from '@newline/ui/components/menu';
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Settings2, Trash2 } from 'lucide';
import type { DragEvent, KeyboardEvent } from 'react';
import { Link } from '../../shared/link.tsx';
import type { LessonRow } from './item-documents.ts';
import { TitleForm } from './title-form.tsx';
import styles from './studio-items.module.css';

type Props = {
  lesson: LessonRow;
  number: number;
  isDragged: boolean;
  isRenamed: boolean;
  mayDelete: boolean;
  onStep: (step: -1 | 1) => void;
  onRename: (title: string) => Promise<boolean>;
  onRenaming: (isRenaming: boolean) => void;
  onSettings: () => void;
  onDelete: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: (event: DragEvent) => void;
};

/** A lesson in the outline. */
export function OutlineLesson({ lesson, number, isDragged, isRenamed, mayDelete, onStep, onRename, onRenaming, ...on }: Props) {
  const { id, title, isFree, isAdvancedPackageLesson, isEmpty } = lesson;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  // The drop position of the pointer; keys and buttons move a line just as far.
  const dropTarget = { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: on.onDrop };
  return (
    <li className={styles['lesson']} data-dragged={isDragged || undefined} {...dropTarget}>
      <span
        className={styles['grip']}
        draggable
        aria-hidden="true"
        data-testid={`grip-${id}`}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', title);
          on.onDragStart();
        }}
        onDragEnd={on.onDragEnd}
      >
        <Icon of={GripVertical} small />
      </span>
      <span className={`num ${styles['number']}`} aria-hidden="true">
        {number}
      </span>
      {isRenamed ? (
        <TitleForm label={`Title of “${title}”`} action="Save" value={title} onCancel={() => onRenaming(false)} onSubmit={onRename} />
      ) : (
        <Link
          className={styles['lessonTitle']}
          to={`/studio/lessons/${id}`}
          data-focus={`${id}:title`}
          draggable={false}
          onKeyDown={handleKeyDown}
        >
          <bdi>{title}</bdi>
        </Link>
      )}
      <span className={styles['states']}>
        {isFree && <Badge>Free</Badge>}
        {isAdvancedPackageLesson && <Badge>Advanced</Badge>}
        {isEmpty === true && <Badge look="line">Empty</Badge>}
      </span>
      <span className={styles['rowActs']}>
        <IconButton
          label={`Move “${title}” up`}
          icon={ArrowUp}
          size="small"
          data-focus={`${id}:up`}
          onKeyDown={handleKeyDown}
          onClick={() => onStep(-1)}
        />
        <IconButton
          label={`Move “${title}” down`}
          icon={ArrowDown}
          size="small"
          data-focus={`${id}:down`}
          onKeyDown={handleKeyDown}
          onClick={() => onStep(1)}
        />
        <Menu
          trigger={<IconButton label={`More actions for “${title}”`} icon={Ellipsis} size="small" />}
          items={[
            { label: 'Rename', icon: Pencil, onSelect: () => onRenaming(true) },
            { label: 'URL and access…', icon: Settings2, onSelect: on.onSettings },
            ...(mayDelete ? [{ label: 'Delete…', icon: Trash2, startsGroup: true, onSelect: on.onDelete }] : []),
          ]}
        />
      </span>
    </li>
  );
}
