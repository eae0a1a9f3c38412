import { Button } from '@newline/ui/components/button';
import { Suspense, useState } from 'react';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import type { ReviewFacts } from './review-facts.ts';
import styles from './reviews.module.css';

const AnswerForm = lazyComponent(() => import('./answer-form.tsx').then((module) => module.AnswerForm));

type Props = { review: ReviewFacts; onAnswered: (answer: ReviewFacts['answer']) => void };

/** A button with which authors of an item answer a review of it. */
export function AnswerButton({ review, onAnswered }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) {
    return (
      <Suspense fallback={<AwaitedField />}>
        <AnswerForm review={review} onAnswered={onAnswered} onClose={() => setIsOpen(false)} />
      </Suspense>
    );
  }
  return (
    <p className={styles.answer}>
      <Button variant="bare" size="small" onClick={() => setIsOpen(true)}>
        {review.answer === null ? 'Answer' : 'Edit answer'}
        <span className="sr">
          {' '}
          the review of <bdi>{review.name}</bdi>
        </span>
      </Button>
    </p>
  );
}
