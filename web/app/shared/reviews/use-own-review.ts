import { useCallback, useEffect, useState } from 'react';
import { requestDocument } from '../request-document.ts';
import { subscribeTabs, notifyTabs } from '../browser-tabs.ts';
import { type OwnReview, OwnBookReviewDocument, OwnCourseReviewDocument } from './review-documents.ts';
import type { ReviewedItem } from './review-facts.ts';

/**
 * Loads the user's own review of the item: undefined until it's loaded, null when there is none. It's loaded after the page, which is the
 * same for everyone.
 */
export function useOwnReview(item: ReviewedItem, userId: string | null): [OwnReview | null | undefined, (review: OwnReview) => void] {
  const [own, setOwn] = useState<OwnReview | null>();
  const { kind, slug } = item;
  useEffect(() => {
    setOwn(undefined);
    if (userId === null) return;
    let isCurrent = true;
    const load = () => {
      fetchOwn(kind, slug, userId)
        .then((review) => isCurrent && setOwn(review))
        .catch((error: unknown) => console.error('We couldn’t load your review.', error));
    };
    load();
    const stopListening = subscribeTabs((message) => {
      if (message.kind === 'changed' && message.what === 'review' && message.id === `${kind} ${slug}`) load();
    });
    return () => {
      isCurrent = false;
      stopListening();
    };
  }, [kind, slug, userId]);
  const keep = useCallback(
    (review: OwnReview) => {
      setOwn(review);
      notifyTabs({ kind: 'changed', what: 'review', id: `${kind} ${slug}` });
    },
    [kind, slug],
  );
  return [own, keep];
}

async function fetchOwn(kind: ReviewedItem['kind'], slug: string, userId: string): Promise<OwnReview | null> {
  const item =
    kind === 'book'
      ? (await requestDocument(OwnBookReviewDocument, { slug, userId })).bookBySlug
      : (await requestDocument(OwnCourseReviewDocument, { slug, userId })).courseBySlug;
  return item?.testimonials.nodes[0] ?? null;
}
