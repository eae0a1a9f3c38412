import { itemLimits } from '@newline/api/rules/limits/item';
import { smallestOf } from '@newline/document/append';
import { Badge } from '@newline/ui/components/badge';
import { inputClass } from '@newline/ui/components/field';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp, GripVertical, Minus, Plus, Split } from 'lucide';
import { useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { type ArrangedLesson, changed, placeLesson, renameSection, sectionsOf, stepLesson } from './arranged-outline.ts';
import { SectionTitle } from './section-title.tsx';
import styles from './studio-import-export.module.css';

type Props = {
  lessons: readonly ArrangedLesson[];
  isDisabled: boolean;
  onChange: (lessons: readonly ArrangedLesson[]) => void;
};

/** The outline that an import creates: its lessons are dragged, renamed, split at their headings and left out before anything is written. */
export function OutlineChoice({ lessons, isDisabled, onChange }: Props) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [dropPlace, setDropPlace] = useState<{ readonly index: number; readonly isAfter: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The control that moved a lesson. */
  const mover = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const change = (index: number, values: Partial<ArrangedLesson>) => onChange(changed(lessons, index, values));
  // A moved line can be a new element in another section, without the focus.
  useLayoutEffect(() => {
    if (mover.current !== null) list.current?.querySelector<HTMLElement>(`[data-mover="${mover.current}"]`)?.focus();
    mover.current = null;
  }, [lessons]);
  const step = ({ index, title }: ArrangedLesson, by: -1 | 1, control: 'title' | 'up' | 'down') => {
    const moved = stepLesson(lessons, index, by);
    if (moved !== lessons) mover.current = `${index} ${control}`;
    onChange(moved);
    const section = moved.find((lesson) => lesson.index === index)?.section;
    setAnnouncement(
      `“${title}” is now lesson ${moved.findIndex((lesson) => lesson.index === index) + 1}${section ? ` in “${section}”` : ''}.`,
    );
  };
  const handleDrop = (event: DragEvent, target: ArrangedLesson) => {
    event.preventDefault();
    if (dragged === null) return;
    onChange(placeLesson(lessons, dragged, placeAt(event, target)));
    endDrag();
  };
  const endDrag = () => {
    setDragged(null);
    setDropPlace(null);
  };
  const handleDragOver = (event: DragEvent, target: ArrangedLesson) => {
    if (dragged === null) return;
    event.preventDefault();
    const position = placeAt(event, target);
    if (position.index !== dropPlace?.index || position.isAfter !== dropPlace.isAfter) setDropPlace(position);
  };
  // The drop position of the pointer; keys and buttons move a line just as far.
  const dropTarget = (lesson: ArrangedLesson) => ({
    onDragOver: (event: DragEvent) => handleDragOver(event, lesson),
    onDrop: (event: DragEvent) => handleDrop(event, lesson),
  });
  const handleKeyDown = (event: KeyboardEvent, lesson: ArrangedLesson) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    step(lesson, event.key === 'ArrowUp' ? -1 : 1, 'title');
  };
  let number = 0;
  return (
    <div className={styles['outline']} ref={list}>
      <p role="status" className="sr">
        {announcement}
      </p>
      {sectionsOf(lessons).map((section, sectionIndex) => (
        <div key={smallestOf(section.lessons.map(({ index }) => index))}>
          {section.title !== null && (
            <SectionTitle
              // What was typed belongs to this title.
              key={section.title}
              title={section.title}
              number={sectionIndex + 1}
              isDisabled={isDisabled}
              onRename={(title) => onChange(renameSection(lessons, section.title ?? '', title))}
            />
          )}
          <ol className={styles['lessons']}>
            {section.lessons.map((lesson) => (
              <li
                key={lesson.index}
                className={styles['lesson']}
                data-dragged={dragged === lesson.index || undefined}
                data-left-out={lesson.isLeftOut || undefined}
                data-drop={dropPlace?.index === lesson.index ? (dropPlace.isAfter ? 'after' : 'before') : undefined}
                {...dropTarget(lesson)}
              >
                <span
                  className={styles['grip']}
                  draggable={!isDisabled}
                  aria-hidden="true"
                  onDragStart={(event) => {
                    event.dataTransfer.setData('text/plain', lesson.title);
                    setDragged(lesson.index);
                  }}
                  onDragEnd={endDrag}
                >
                  <Icon of={GripVertical} small />
                </span>
                <span className={`num ${styles['number']}`} aria-hidden="true">
                  {lesson.isLeftOut ? '' : ++number}
                </span>
                <input
                  className={`${inputClass} ${styles['lessonTitle']}`}
                  aria-label={`Title of ${lesson.file}`}
                  dir="auto"
                  maxLength={itemLimits.title}
                  disabled={isDisabled || lesson.isLeftOut}
                  value={lesson.title}
                  data-mover={`${lesson.index} title`}
                  onKeyDown={(event) => handleKeyDown(event, lesson)}
                  onChange={(event) => change(lesson.index, { title: event.target.value })}
                />
                <span className={styles['rowActs']}>
                  <IconButton
                    label={`Move “${lesson.title}” up`}
                    icon={ArrowUp}
                    size="small"
                    disabled={isDisabled}
                    data-mover={`${lesson.index} up`}
                    onClick={() => step(lesson, -1, 'up')}
                  />
                  <IconButton
                    label={`Move “${lesson.title}” down`}
                    icon={ArrowDown}
                    size="small"
                    disabled={isDisabled}
                    data-mover={`${lesson.index} down`}
                    onClick={() => step(lesson, 1, 'down')}
                  />
                  {lesson.parts.length > 0 && (
                    <IconButton
                      label={`Split “${lesson.title}” at its headings`}
                      icon={Split}
                      size="small"
                      aria-pressed={lesson.isSplit}
                      disabled={isDisabled || lesson.isLeftOut}
                      onClick={() => change(lesson.index, { isSplit: !lesson.isSplit })}
                    />
                  )}
                  <IconButton
                    label={lesson.isLeftOut ? `Include “${lesson.title}”` : `Leave out “${lesson.title}”`}
                    icon={lesson.isLeftOut ? Plus : Minus}
                    size="small"
                    disabled={isDisabled}
                    onClick={() => change(lesson.index, { isLeftOut: !lesson.isLeftOut })}
                  />
                </span>
                {(lesson.isLeftOut || lesson.isSplit || !lesson.isNew) && (
                  <span className={styles['states']}>
                    {lesson.isLeftOut && <Badge look="line">Left out</Badge>}
                    {!lesson.isLeftOut && !lesson.isNew && <Badge look="line">Changes a lesson</Badge>}
                    {!lesson.isLeftOut && lesson.isSplit && (
                      <span className="meta" dir="auto">
                        {lesson.parts.length} lessons: {lesson.parts.join(' · ')}
                      </span>
                    )}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

/** Returns the place of a drop: before or after the line under the pointer. */
function placeAt(event: DragEvent, { index }: ArrangedLesson): { readonly index: number; readonly isAfter: boolean } {
  const box = event.currentTarget.getBoundingClientRect();
  return { index, isAfter: event.clientY > box.top + box.height / 2 };
}
