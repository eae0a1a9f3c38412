import { useCallback, useEffect, useState } from 'react';
import { requestDocument } from '../../shared/request-document.ts';
import { subscribeTabs, notifyTabs } from '../../shared/browser-tabs.ts';
import { takeOwn } from '../../shared/own/take-own.ts';
import { usePageFacts } from '../../shared/page-facts.tsx';
import { useViewer } from '../../shared/viewer.tsx';
import {
  BookProgressDocument,
  CourseProgressDocument,
  EnrollDocument,
  type OwnItem,
  type OwnPurchase,
  OwnPurchasesDocument,
  type SentItem,
} from './item-documents.ts';
import type { ItemFacts } from './item-facts.ts';

/** The reader's own state on this page; `own` is null for a visitor, and until it's loaded. */
export type OwnItemState = {
  own: OwnItem | null;
  /** When the reader bought it, ISO 8601; null if they didn't. */
  boughtAt: string | null;
  isMember: boolean;
  isKnown: boolean;
  /** Null in a preview, where nothing is stored. */
  enroll: (() => Promise<void>) | null;
};

/** Loads the signed-in reader's state after the page, unless it was sent with it. */
export function useOwnItem({
  id,
  kind,
  slug,
  isBoughtAlone,
  prices,
  assetsUrl,
}: Pick<ItemFacts, 'id' | 'kind' | 'slug' | 'isBoughtAlone' | 'prices' | 'assetsUrl'>): OwnItemState {
  const { viewer, isKnown } = useViewer();
  const userId = viewer?.id ?? null;
  const isSold = isBoughtAlone || prices.length > 0;
  const [state, setState] = useState<{ of: string; own: OwnItem | null; boughtAt: string | null } | null>(null);
  const of = `${id} ${userId}`;
  const { own: sent } = usePageFacts();
  const show = useCallback(
    (own: OwnItem | null, purchases: readonly OwnPurchase[]) => {
      const bought = purchases.find(
        ({ course, book, isAdvanced, refundedAt }) => (course ?? book)?.id === id && !isAdvanced && refundedAt === null,
      );
      setState({ of, own, boughtAt: bought?.createdAt ?? null });
    },
    [id, of],
  );
  const load = useCallback(async () => {
    const [own, purchases] = await Promise.all([
      kind === 'course'
        ? requestDocument(CourseProgressDocument, { slug }).then(({ courseBySlug }) => courseBySlug)
        : requestDocument(BookProgressDocument, { slug }).then(({ bookBySlug }) => bookBySlug),
      isSold ? requestDocument(OwnPurchasesDocument, {}).then(({ viewer: buyer }) => buyer?.purchases.nodes ?? []) : [],
    ]);
    show(own, purchases);
  }, [kind, slug, isSold, show]);
  useEffect(() => {
    if (userId === null) return;
    const item = sent?.viewer.id === userId ? (takeOwn(sent, 'item') as SentItem | null) : null;
    if (item?.id === id) {
      show({ progress: item.progress, repositoryPass: null }, item.purchases);
      // The pass isn't in the database.
      if (assetsUrl === null) return;
    }
    load().catch((error: unknown) => {
      // Without a response, the page stays as it was sent, or as a visitor sees it.
      console.warn('We couldn’t load your progress.', error);
      setState((before) => (before?.of === of ? before : { of, own: null, boughtAt: null }));
    });
  }, [userId, id, assetsUrl, sent, load, show, of]);
  const enroll = useCallback(async () => {
    await requestDocument(EnrollDocument, { courseId: kind === 'course' ? id : null, bookId: kind === 'book' ? id : null });
    notifyTabs({ kind: 'changed', what: 'item', id });
    await load();
  }, [id, kind, load]);
  useEffect(() => {
    if (userId === null) return;
    return subscribeTabs((message) => {
      if (message.kind !== 'changed' || message.what !== 'item' || message.id !== id) return;
      load().catch((error: unknown) => console.warn('We couldn’t reload your progress.', error));
    });
  }, [userId, id, load]);
  const isCurrent = state?.of === of;
  return {
    own: isCurrent ? state.own : null,
    boughtAt: isCurrent ? state.boughtAt : null,
    isMember: userId !== null,
    isKnown: isKnown && (userId === null || isCurrent),
    enroll,
  };
}
