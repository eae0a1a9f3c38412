import { reviewLimits } from '@newline/api/rules/limits/review';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { useEffect, useRef, useState } from 'react';
import { requestDocument } from '../request-document.ts';
import { plainQuote } from './quote.ts';
import { AnswerReviewDocument } from './review-documents.ts';
import type { ReviewFacts } from './review-facts.ts';
import styles from './reviews.module.css';

type Props = { review: ReviewFacts; onAnswered: (answer: ReviewFacts['answer']) => void; onClose: () => void };

/** The form for an author's answer to a review; an empty one deletes the answer. Failures are logged, not shown, and the text is kept. */
export function AnswerForm({ review, onAnswered, onClose }: Props) {
  const [text, setText] = useState(review.answer?.markdown ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const send = async () => {
    setIsBusy(true);
    try {
      const { answerReview } = await requestDocument(AnswerReviewDocument, { id: review.id, answerMd: text.trim() === '' ? null : text });
      const saved = answerReview?.testimonial;
      onAnswered(
        saved?.answerMd ? { name: saved.answerer?.displayName ?? null, quote: plainQuote(saved.answerMd), markdown: saved.answerMd } : null,
      );
      onClose();
    } catch (error) {
      console.error('We couldn’t save your answer.', error);
      setIsBusy(false);
    }
  };
  return (
    <form
      ref={form}
      className={styles.answering}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        control="textarea"
        label="Your answer"
        aside={`${text.length} of ${reviewLimits.answer.toLocaleString('en')}`}
        rows={4}
        maxLength={reviewLimits.answer}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.feet}>
        <Button variant="bare" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="small" isBusy={isBusy}>
          {isBusy ? 'Sending...' : 'Answer'}
        </Button>
      </div>
    </form>
  );
}
