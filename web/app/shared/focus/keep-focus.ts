import type { EarlyFocus } from './early-focus.ts';
import { findReplacement, type FormerPosition, formerPositionIn, usable } from './find-replacement.ts';

/** How many previously focused elements are remembered: enough for a row, the items of its menu, and the dialog that the menu opened. */
const maxRemembered = 12;

/**
 * Moves the focus to the replacement of a control that is removed while it has the focus, anywhere on the page: the next row of a list, the
 * form in place of a button, the comment whose menu is gone. Without it, the browser moves the focus to the start of the page. Dialogs,
 * menus and forms that move the focus themselves take precedence. Call it once per page.
 *
 * @param early what happened before this code was loaded
 */
export function keepFocus({ focused, changes }: EarlyFocus): void {
  /** Newest last; an element that was removed has its former position, if known. */
  let recent: { element: Element; formerPosition: FormerPosition | null; isGone: boolean; path: string }[] = [];
  let isByPointer = matchMedia('(hover: none)').matches;
  let isPlanned = false;

  const remember = (element: EventTarget | null, path = location.pathname) => {
    if (!(element instanceof Element) || element === document.body) return;
    recent = [...recent.filter((entry) => entry.element !== element), { element, formerPosition: null, isGone: false, path }].slice(
      -maxRemembered,
    );
  };
  const restore = () => {
    isPlanned = false;
    const around = focusFallback();
    if (around === null) return;
    for (const { element, formerPosition } of recent.toReversed()) {
      const target = element.isConnected ? null : formerPosition && findReplacement(element, formerPosition);
      if (!target || !around.contains(target) || (isByPointer && isTextField(target))) continue;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: 'nearest' });
      return;
    }
  };
  const follow = (records: readonly MutationRecord[]) => {
    let isLost = false;
    // Another page starts at its top, or where Back restores it.
    recent = recent.filter(({ path }) => path === location.pathname);
    for (const entry of recent) {
      if (entry.element.isConnected) {
        entry.formerPosition = null;
        entry.isGone = false;
        continue;
      }
      // Also when an ancestor is removed later.
      const position = entry.formerPosition;
      if (position === null || !position.parent.isConnected)
        entry.formerPosition = formerPositionIn(records, position?.parent ?? entry.element) ?? position;
      isLost ||= !entry.isGone;
      entry.isGone = true;
    }
    if (!isLost || isPlanned || focusFallback() === null) return;
    isPlanned = true;
    // After the frame in which dialogs and menus return the focus.
    requestAnimationFrame(() => requestAnimationFrame(restore));
  };

  for (const [element, path] of focused) remember(element, path);
  for (const change of changes) follow(change);
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    // The user moved the focus away: removing the control later loses nothing. A control that became inert or disabled lost the focus.
    queueMicrotask(() => {
      if (target instanceof Element && usable(target) !== null && document.activeElement === document.body) recent = [];
    });
  });
  document.addEventListener('pointerdown', () => (isByPointer = true), true);
  document.addEventListener('keydown', () => (isByPointer = false), true);
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
}

/**
 * Returns the page or dialog whose start the focus fell back to; null while a control has it. A dialog takes the focus when a control in it
 * is removed.
 */
function focusFallback(): Element | null {
  const focused = document.activeElement ?? document.body;
  return focused === document.body || focused.matches('[role=dialog], [role=alertdialog]') ? focused : null;
}

/** Focusing a text field would open the keyboard on a phone. */
function isTextField(element: Element): boolean {
  return element.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable]');
}
