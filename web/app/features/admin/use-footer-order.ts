import { useRef, useState } from 'react';
import { requestDocument } from '../../shared/request-document.ts';
import { ArrangeFooterDocument } from './pages-documents.ts';
import type { RunAction } from './use-actions.ts';

/** Name of the action that saves the footer. */
export const footerAction = 'footer';

/** Returns the pages of the footer in another order, or with other pages. */
export type ArrangeFooter = (change: (pageIds: readonly string[]) => readonly string[]) => void;

/**
 * The pages in the footer, by ID. A change shows immediately; changes made while one is being saved, such as several checkboxes checked before
 * the page's scripts have loaded, are saved together afterward. If saving fails, the saved order shows again.
 */
export function useFooterOrder(saved: readonly string[], perform: RunAction): readonly [readonly string[], ArrangeFooter] {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const wanted = useRef<readonly string[] | null>(null);

  const save = async () => {
    let sent: readonly string[] | null = null;
    const isLeft = () => wanted.current !== null && wanted.current !== sent;
    const sendAll = async () => {
      while (isLeft()) {
        const pageIds: readonly string[] = wanted.current ?? [];
        await requestDocument(ArrangeFooterDocument, { pageIds: [...pageIds] });
        sent = pageIds;
      }
    };
    // Another change can come while the page's data is loaded again.
    while (isLeft() && (await perform(footerAction, sendAll, 'Footer saved.')));
    wanted.current = null;
    setShown(null);
  };
  const arrange: ArrangeFooter = (change) => {
    const isSaving = wanted.current !== null;
    const current = wanted.current ?? saved;
    const next = change(current);
    // The event of an early choice can come twice.
    if (next.join() === current.join()) return;
    wanted.current = next;
    setShown(next);
    if (!isSaving) void save();
  };
  return [shown ?? saved, arrange];
}
