import { learningPathLimits } from '@newline/api/rules/limits/learning-path';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { type EditedStep, nameOf, stepKinds } from './edited-step.ts';
import { StepSearch } from './step-search.tsx';
import type { StepChanges } from './use-steps.ts';
import styles from './studio-paths.module.css';

/** Edits the steps of a learning path: moved by dragging, buttons and keys, explained in place, removed with undo, and added by search. */
export function StepList({ changes }: { changes: StepChanges }) {
  const { steps, removed } = changes;
  const [dragged, setDragged] = useState<string | null>(null);
  const handleDrop = (event: DragEvent, at: number) => {
    if (dragged === null) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const from = steps.findIndex(({ itemId }) => itemId === dragged);
    const isBelow = event.clientY > box.top + box.height / 2;
    // Without the dragged line, those after it move up.
    const target = at + (isBelow ? 1 : 0);
    changes.moveTo(dragged, target > from ? target - 1 : target);
    setDragged(null);
  };
  return (
    <section className={styles['steps']} aria-labelledby="steps-title">
      <h2 id="steps-title" className={styles['partTitle']}>
        Steps
      </h2>
      <p className="meta">Drag a step, use its arrow buttons, or press Alt with an arrow key.</p>
      <p role="status" className="sr">
        {changes.announcement}
      </p>
      <p className="meta">
        <span>{changes.isSaving ? 'Saving…' : 'All changes saved.'}</span>
      </p>
      {changes.failure !== null && <ErrorNote>{changes.failure}</ErrorNote>}
      {steps.length === 0 && removed === null && (
        <EmptyState level={3} title="No steps yet">
          Search below for courses, books, articles and clips to add.
        </EmptyState>
      )}
      {steps.length > 0 && (
        <ol className={styles['list']} aria-label="Steps">
          {steps.map((step, at) => (
            <StepRow
              key={step.itemId}
              step={step}
              number={at + 1}
              isDragged={dragged === step.itemId}
              onMove={(by) => changes.moveTo(step.itemId, at + by)}
              onExplain={(reason) => changes.explain(step.itemId, reason)}
              onRemove={() => changes.remove(step.itemId)}
              onDragStart={() => setDragged(step.itemId)}
              onDragEnd={() => setDragged(null)}
              onDrop={(event) => handleDrop(event, at)}
            />
          ))}
        </ol>
      )}
      {removed !== null && (
        <p className={styles['removed']}>
          <span>
            Removed “<bdi>{nameOf(removed.step)}</bdi>”.
          </span>
          <Button variant="line" size="small" data-focus="undo" onClick={changes.undoRemove}>
            Undo
          </Button>
        </p>
      )}
      <StepSearch steps={steps} isFull={steps.length >= learningPathLimits.steps} onAdd={changes.add} />
    </section>
  );
}

type RowProps = {
  step: EditedStep;
  number: number;
  isDragged: boolean;
  onMove: (by: -1 | 1) => void;
  onExplain: (reason: string) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: (event: DragEvent) => void;
};

function StepRow({ step, number, isDragged, onMove, onExplain, onRemove, ...on }: RowProps) {
  const { itemId, kind, context, isShown, reason } = step;
  const name = nameOf(step);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a step can be dropped on it; buttons move it, too
    <li
      className={styles['step']}
      data-dragged={isDragged || undefined}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={on.onDrop}
    >
      <span
        className={styles['grip']}
        draggable
        aria-hidden="true"
        data-testid={`grip-${itemId}`}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', name);
          on.onDragStart();
        }}
        onDragEnd={on.onDragEnd}
      >
        <Icon of={GripVertical} small />
      </span>
      <span className={`num ${styles['number']}`} aria-hidden="true">
        {number}
      </span>
      <div className={styles['words']}>
        <b dir="auto">{name}</b>
        <span className="meta facts">
          <span>{stepKinds[kind]}</span>
          {context !== null && (
            <span>
              <bdi>{context}</bdi>
            </span>
          )}
          {!isShown && (
            <span>
              <Badge look="line">Hidden from learners</Badge>
            </span>
          )}
        </span>
        <input
          // Follows the server's state after a refused change.
          key={reason}
          dir="auto"
          className={`${inputClass} ${styles['reason']}`}
          aria-label={`Why “${name}” is a step`}
          placeholder="Why is this a step? One sentence, optional"
          maxLength={learningPathLimits.reason}
          defaultValue={reason ?? ''}
          onBlur={(event) => onExplain(event.target.value)}
          onKeyDown={(event) => {
            handleKeyDown(event);
            if (event.key === 'Enter') onExplain(event.currentTarget.value);
          }}
        />
      </div>
      <span className={styles['rowActs']}>
        <IconButton
          label={`Move “${name}” up`}
          icon={ArrowUp}
          size="small"
          data-focus={`${itemId}:up`}
          onKeyDown={handleKeyDown}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Move “${name}” down`}
          icon={ArrowDown}
          size="small"
          data-focus={`${itemId}:down`}
          onKeyDown={handleKeyDown}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Remove “${name}”`}
          icon={X}
          size="small"
          data-focus={`${itemId}:remove`}
          onKeyDown={handleKeyDown}
          onClick={onRemove}
        />
      </span>
    </li>
  );
}
