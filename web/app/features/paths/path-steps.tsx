import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { VisuallyHidden } from '@newline/ui/components/visually-hidden';
import { useState } from 'react';
import { Cover } from '../../shared/catalog/cover.tsx';
import { Link } from '../../shared/link.tsx';
import { PriceLabel } from '../../shared/prices/price-label.tsx';
import type { PathProgress } from './path-documents.ts';
import type { PathStep } from './path-facts.ts';
import type { OwnPathState } from './use-path-progress.ts';
import styles from './path-page.module.css';

type StepProgress = PathProgress['steps'][number];

type Props = { steps: readonly PathStep[]; own: OwnPathState };

/** The steps in order: what each is, how long it takes, why it's here, and how much of it the reader has done. */
export function PathSteps({ steps, own: { progress, mark } }: Props) {
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const press = async (step: PathStep, isCompleted: boolean) => {
    setBusy(step.id);
    setHasFailed(!(await mark(step, isCompleted)));
    setBusy(null);
  };
  const hasMarks = steps.some(({ markId }) => markId !== null);
  return (
    <>
      {hasFailed && <ErrorNote>We couldn’t save that. Try again.</ErrorNote>}
      <ol className={`rows ${styles.steps}`}>
        {steps.map((step, at) => (
          <Step
            key={step.id}
            step={step}
            number={at + 1}
            progress={progress?.steps.find(({ stepId }) => stepId === step.id) ?? null}
            isCurrent={progress?.isBegun === true && progress.nextStepId === step.id}
            isBusy={busy === step.id}
            onMark={(isCompleted) => void press(step, isCompleted)}
          />
        ))}
      </ol>
      {progress !== null && (
        <details className={styles.explained}>
          <summary className="meta">How progress is counted</summary>
          <p>
            A course or book is done when you’ve completed all of its lessons or chapters.
            {hasMarks && (
              <span>
                {
                  ' An article is done when you’ve read it to the end, and a clip when you’ve watched it to the end. You can also mark them yourself.'
                }
              </span>
            )}
          </p>
        </details>
      )}
    </>
  );
}

type StepProps = {
  step: PathStep;
  number: number;
  progress: StepProgress | null;
  isCurrent: boolean;
  isBusy: boolean;
  onMark: (isCompleted: boolean) => void;
};

function Step({ step, number, progress, isCurrent, isBusy, onMark }: StepProps) {
  const isDone = progress?.isDone === true;
  return (
    <li className={isCurrent ? `row row--on ${styles.step}` : `row ${styles.step}`}>
      <span className="ln">{isDone ? <ReturnMark /> : number}</span>
      <Link className={styles.cover} to={step.path} data-kind={step.kind} tabIndex={-1} aria-hidden="true">
        <Cover title={step.title} kind={step.kind === 'book' ? 'book' : 'course'} topic={step.topic} imageUrl={step.imageUrl} />
      </Link>
      <div className={styles.words}>
        <span className="meta facts">
          {step.isComingSoon && (
            <span>
              <Badge look="new">Coming Soon</Badge>
            </span>
          )}
          <span>{step.label}</span>
          {step.lengths.map((length) => (
            <span key={length} className="num">
              {length}
            </span>
          ))}
          <PriceLabel price={step.price} prices={step.prices} />
        </span>
        <Link className={styles.title} to={step.path} prefetch="intent" aria-current={isCurrent ? 'step' : undefined}>
          <bdi>{step.title}</bdi>
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </Link>
        {step.reason !== null && (
          <p className={styles.reason} dir="auto">
            {step.reason}
          </p>
        )}
        {step.by !== '' && (
          <span className="meta">
            <bdi>{step.by}</bdi>
          </span>
        )}
      </div>
      {progress !== null && (
        <div className={styles.own}>
          {step.markId === null ? (
            <>
              <progress value={progress.doneCount} max={progress.totalCount} aria-label={`Progress in ${step.title}`} dir="auto" />
              <span className="meta num">{isDone ? 'Done' : countsText(step, progress)}</span>
            </>
          ) : (
            <Button variant={isDone ? 'ink' : 'line'} size="small" aria-pressed={isDone} isBusy={isBusy} onClick={() => onMark(!isDone)}>
              {isDone ? 'Done' : 'Mark as done'}
              <VisuallyHidden>
                : <bdi>{step.title}</bdi>
              </VisuallyHidden>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Returns '3 of 12 lessons done'. */
function countsText({ kind }: PathStep, { doneCount, totalCount }: StepProgress): string {
  const word = kind === 'book' ? 'chapter' : 'lesson';
  return `${doneCount.toLocaleString('en')} of ${totalCount.toLocaleString('en')} ${totalCount === 1 ? word : `${word}s`} done`;
}
