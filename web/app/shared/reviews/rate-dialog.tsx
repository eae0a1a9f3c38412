import { reviewLimits } from '@newline/api/rules/limits/review';
import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { Field } from '@newline/ui/components/field';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { StarInput } from '@newline/ui/components/star-input';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { requestDocument } from '../request-document.ts';
import { captions } from './captions.ts';
import { MarkdownQuote } from './markdown-quote.tsx';
import type { Draft } from './rate-button.tsx';
import { CreateTestimonialDocument, type OwnReview, UpdateTestimonialDocument } from './review-documents.ts';
import { type RatingTotals, type ReviewedItem, totalsOf } from './review-facts.ts';
import styles from './reviews.module.css';

type Props = {
  item: ReviewedItem;
  userId: string;
  /** The existing review; null for a new one. */
  own: OwnReview | null;
  draft: Draft | null;
  onDraft: (draft: Draft | null) => void;
  onSaved: (review: OwnReview, totals: RatingTotals) => void;
  onClose: () => void;
};

/**
 * Rates an item, in three states (REV-02): a new review; the existing review, locked, with 'Edit Review'; and editing that review. Failures
 * are logged and not shown, and stars and text are kept.
 */
export function RateDialog(props: Props) {
  const { item, own, draft, onDraft, onClose } = props;
  const isEditing = own === null || draft !== null;
  // The dialog itself handles the initial focus and returns it.
  const hasMoved = useRef(false);
  const moving =
    <T extends unknown[]>(perform: (...values: T) => void) =>
    (...values: T) => {
      hasMoved.current = true;
      perform(...values);
    };
  const moved: Moved = { onDraft: moving(onDraft), onSaved: moving(props.onSaved), hasMoved };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={own === null ? 'How was it?' : 'Your review'} above={item.title}>
      {isEditing ? (
        <RateForm {...props} {...moved} />
      ) : (
        <SavedState own={own} hasMoved={hasMoved} onEdit={() => moved.onDraft({ rating: own.rating, text: own.quoteMd })} />
      )}
    </Dialog>
  );
}

type Moved = Pick<Props, 'onDraft' | 'onSaved'> & {
  /** True once the dialog has changed its state. */
  hasMoved: RefObject<boolean>;
};

function SavedState({ own, hasMoved, onEdit }: { own: OwnReview; hasMoved: RefObject<boolean>; onEdit: () => void }) {
  return (
    <div ref={useFocusOn<HTMLDivElement>('button', hasMoved)} className={styles.form}>
      <StarInput value={own.rating} isLocked />
      <p className={styles.caption}>{captions[own.rating]}</p>
      {own.quoteMd !== '' && (
        <div className={styles.words}>
          <MarkdownQuote markdown={own.quoteMd} />
        </div>
      )}
      {own.hiddenAt && (
        <p className="meta">
          <span>Hidden by an administrator. Only you can see it.</span>
          {own.hiddenReason && <span> Reason: {own.hiddenReason}</span>}
        </p>
      )}
      <DialogActions isSplit>
        <span />
        <Button variant="line" onClick={onEdit}>
          Edit Review
        </Button>
      </DialogActions>
    </div>
  );
}

function RateForm({ item, userId, own, draft, onDraft, onSaved, onClose, hasMoved }: Props & Moved) {
  const { rating, text } = draft ?? { rating: 0, text: '' };
  const [isBusy, setIsBusy] = useState(false);
  const form = useFocusOn<HTMLFormElement>('input:checked, input', hasMoved);
  useEffect(() => {
    const { current } = form;
    current?.addEventListener('keydown', leadToWords);
    return () => current?.removeEventListener('keydown', leadToWords);
  }, [form]);
  const send = () => {
    if (isBusy || rating === 0) return;
    setIsBusy(true);
    saveReview(item, userId, own, { rating, text })
      .then(({ review, totals }) => onSaved(review, totals))
      .catch((error: unknown) => console.error('We couldn’t save your review.', error))
      .finally(() => setIsBusy(false));
  };
  const cancel = () => {
    onDraft(null);
    if (own === null) onClose();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <StarInput value={rating} onChange={(stars) => onDraft({ rating: stars, text })} />
      <p className={styles.caption} role="status">
        {captions[rating] ?? ''}
      </p>
      <Field
        control="textarea"
        label="Your review"
        aside={`${text.length} of ${reviewLimits.quote}`}
        rows={4}
        maxLength={reviewLimits.quote}
        value={text}
        onChange={(event) => onDraft({ rating, text: event.target.value })}
      />
      <DialogActions isSplit>
        <Button variant="bare" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={rating === 0}>
          {isBusy ? 'Sending...' : own === null ? 'Send review' : 'Edit'} <ReturnMark />
        </Button>
      </DialogActions>
    </form>
  );
}

/** When the user types while the stars have the focus, the text field takes the focus and the character. */
function leadToWords({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
  const field = target.form?.querySelector('textarea');
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/**
 * Moves the focus to an element of the new state, because the button that led to it is gone. Synchronously: a frame later, the dialog would
 * have taken the focus itself.
 */
function useFocusOn<T extends HTMLElement>(selector: string, hasMoved: RefObject<boolean>): RefObject<T | null> {
  const container = useRef<T>(null);
  useLayoutEffect(() => {
    if (hasMoved.current) container.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [selector, hasMoved]);
  return container;
}

async function saveReview(
  item: ReviewedItem,
  userId: string,
  own: OwnReview | null,
  { rating, text }: Draft,
): Promise<{ review: OwnReview; totals: RatingTotals }> {
  const saved =
    own === null
      ? (
          await requestDocument(CreateTestimonialDocument, {
            userId,
            quoteMd: text,
            rating,
            courseId: item.kind === 'course' ? item.id : null,
            bookId: item.kind === 'book' ? item.id : null,
          })
        ).createTestimonial
      : (await requestDocument(UpdateTestimonialDocument, { id: own.id, quoteMd: text, rating })).updateTestimonialById;
  if (!saved?.testimonial) throw new Error('keepReview: expected the review that was kept, got none');
  const { course, book, ...review } = saved.testimonial;
  return { review, totals: totalsOf((course ?? book)?.ratings ?? []) };
}
