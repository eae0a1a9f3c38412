import { loadPart } from '@newline/ui/lazy-component';

/** What happened to the focus while the code of `keep-focus.ts` was loading. */
export type EarlyFocus = {
  /** The elements that had the focus, oldest first, and the paths of their pages. */
  focused: [element: EventTarget | null, path: string][];
  /** The changes of the page since then, as an observer gets them. */
  changes: MutationRecord[][];
};

/**
 * Loads `keep-focus.ts` when something has the focus, and passes it what happened until then: a control may be pressed, and removed, before
 * that code arrives.
 */
export function keepFocusEarly(): void {
  const early: EarlyFocus = { focused: [], changes: [] };
  const watch = new MutationObserver((records) => early.changes.push(records));
  const note = ({ target }: Event) => {
    if (early.focused.push([target, location.pathname]) > 1) return;
    watch.observe(document.body, { childList: true, subtree: true });
    void loadPart(() => import('./keep-focus.ts')).then(({ keepFocus }) => {
      removeEventListener('focusin', note);
      early.changes.push(watch.takeRecords());
      watch.disconnect();
      keepFocus(early);
    });
  };
  addEventListener('focusin', note);
}
