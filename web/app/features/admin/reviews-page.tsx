import { reviewLimits } from '@newline/api/rules/limits/review';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { Link } from '../../shared/link.tsx';
import { MarkdownQuote } from '../../shared/reviews/markdown-quote.tsx';
import { formText } from '../../shared/form/form-text.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { HideReviewDocument, type ReviewRow, ShowReviewDocument } from './administration-documents.ts';
import { ListPage } from './list-page.tsx';
import { useActions } from './use-actions.ts';

type Props = { reviews: readonly ReviewRow[]; last: string | null; person: string | null; shown: 'yes' | 'no' | null };

/** Learners' reviews: hide one that breaks the rules, and show it again. */
export function ReviewsPage({ reviews, last, person, shown }: Props) {
  const { busy, failure, perform } = useActions();
  const [hiding, setHiding] = useState<{ id: string; name: string; reason: string | null } | null>(null);
  return (
    <>
      <ListPage
        title="Reviews"
        lead="Hidden reviews don’t appear on the page, in averages or to search engines. Their author sees the reason."
        failure={failure}
        label="Reviews"
        applied={[person, shown]}
        filters={
          <>
            <label>
              Username
              <input dir="auto" className={inputClass} type="search" name="person" defaultValue={person ?? ''} />
            </label>
            <label>
              Status
              <select className={inputClass} name="shown" defaultValue={shown ?? ''}>
                <option value="">All</option>
                <option value="yes">Shown</option>
                <option value="no">Hidden</option>
              </select>
            </label>
          </>
        }
        rows={reviews.map((review) => {
          const item = review.course ?? review.book;
          const name = review.user?.displayName ?? 'Deleted user';
          return (
            <li key={review.id}>
              <p className={styles['head']}>
                {review.user ? (
                  <Link className="link" to={`/admin/people/${review.user.id}`}>
                    <b dir="auto">{name}</b>
                  </Link>
                ) : (
                  <b dir="auto">{name}</b>
                )}
                <span className="num">{review.rating} of 5</span>
                {item && (
                  <a className="link" href={item.permalink} dir="auto">
                    {item.title}
                  </a>
                )}
                {review.hiddenAt !== null && <Badge look="line">Hidden</Badge>}
              </p>
              <div className={styles['words']}>
                <MarkdownQuote markdown={review.quoteMd} />
              </div>
              <p className={styles['facts']}>
                <Instant of={review.createdAt} />
                {review.hiddenReason !== null && <span>Reason: {review.hiddenReason}</span>}
              </p>
              {review.hiddenAt === null ? (
                <form
                  className={styles['acts']}
                  method="post"
                  onSubmit={(event) => {
                    event.preventDefault();
                    const reason = formText(new FormData(event.currentTarget), 'reason') || null;
                    setHiding({ id: review.id, name, reason });
                  }}
                >
                  <input
                    dir="auto"
                    className={inputClass}
                    name="reason"
                    maxLength={reviewLimits.hiddenReason}
                    placeholder="Reason, shown to the user"
                    aria-label={`Reason to hide the review of ${name}`}
                  />
                  <Button
                    type="submit"
                    size="small"
                    variant="line"
                    isBusy={busy === review.id}
                    aria-label={`Hide the review of ${name}`}
                    aria-haspopup="dialog"
                  >
                    Hide
                  </Button>
                </form>
              ) : (
                <div className={styles['acts']}>
                  <Button
                    size="small"
                    variant="line"
                    isBusy={busy === review.id}
                    aria-label={`Show again: review of ${name}`}
                    onClick={() =>
                      void perform(review.id, () => requestDocument(ShowReviewDocument, { id: review.id }), 'The review is visible again.')
                    }
                  >
                    Show again
                  </Button>
                </div>
              )}
            </li>
          );
        })}
        none="No matching reviews."
        empty={{ title: 'No reviews yet', text: 'Reviews of your titles will appear here.' }}
        last={last}
      />
      {hiding !== null && (
        <LazyConfirmDialog
          title={`Hide the review of ${hiding.name}?`}
          action="Hide"
          onConfirm={() =>
            perform(hiding.id, () => requestDocument(HideReviewDocument, { id: hiding.id, reason: hiding.reason }), 'Hidden.')
          }
          onClose={() => setHiding(null)}
        >
          It disappears from the page and the averages. Its author sees the reason. You can show it again.
        </LazyConfirmDialog>
      )}
    </>
  );
}
