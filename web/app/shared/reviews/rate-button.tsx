import { Button } from '@newline/ui/components/button';
import { Suspense, useState } from 'react';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { useViewer } from '../viewer.tsx';
import type { OwnReview } from './review-documents.ts';
import { type RatingTotals, type ReviewedItem } from './review-facts.ts';
import { useOwnReview } from './use-own-review.ts';

const RateDialog = lazyComponent(() => import('./rate-dialog.tsx').then((module) => module.RateDialog));

type Props = {
  item: ReviewedItem;
  /** Called with what was kept, and with every rating that the item has now. */
  onSaved: (review: OwnReview, totals: RatingTotals) => void;
};

/** Opens the dialog in which a signed-in person rates the item; nobody else gets one (REV-02). */
export function RateButton({ item, onSaved }: Props) {
  const { viewer } = useViewer();
  const [own, setOwn] = useOwnReview(item, viewer?.id ?? null);
  const [isOpen, setIsOpen] = useState(false);
  // What is not sent yet outlives the dialog.
  const [draft, setDraft] = useState<Draft | null>(null);
  if (viewer === null || own === undefined) return null;
  return (
    <>
      <Button variant="line" onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        {own === null ? `Rate this ${item.kind}` : 'Your review'}
      </Button>
      {isOpen && (
        <Suspense fallback={<AwaitedField />}>
          <RateDialog
            item={item}
            userId={viewer.id}
            own={own}
            draft={draft}
            onDraft={setDraft}
            onSaved={(review, totals) => {
              setOwn(review);
              setDraft(null);
              onSaved(review, totals);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Stars and words that are not sent yet; 0 stars before any was chosen. */
export type Draft = { rating: number; text: string };
