/** The position of an element before it was removed. */
export type FormerPosition = {
  parent: Element;
  previous: Element | null;
  next: Element | null;
  /** The removed node: the element or its ancestor. */
  removed: Element;
};

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable=true], [tabindex]';

/** Returns the position of an element that these mutations removed, directly or with an ancestor; null when they didn't. */
export function formerPositionIn(records: readonly MutationRecord[], element: Element): FormerPosition | null {
  for (const { target, removedNodes, previousSibling, nextSibling } of records) {
    const removed = [...removedNodes].find((node) => node.contains(element));
    if (removed instanceof Element && target instanceof Element)
      return {
        parent: target,
        previous: elementFrom(previousSibling, 'previousSibling'),
        next: elementFrom(nextSibling, 'nextSibling'),
        removed,
      };
  }
  return null;
}

function elementFrom(node: Node | null, direction: 'previousSibling' | 'nextSibling'): Element | null {
  let candidate = node;
  while (candidate !== null && !(candidate instanceof Element)) candidate = candidate[direction];
  return candidate;
}

/**
 * Returns the element that replaces a removed control: one added in the same position; the same control of the next or previous row; the
 * focusable box around it, such as its comment; otherwise the nearest control. Null when its whole page is gone.
 */
export function findReplacement(element: Element, { parent, previous, next, removed }: FormerPosition): HTMLElement | null {
  if (!parent.isConnected || parent.closest('main, [role=dialog], [role=alertdialog]') === null) return null;
  return (
    findInserted(parent, previous, next) ??
    findAlike(element, removed, [next, previous]) ??
    usable(parent.closest('[tabindex]:not(main, [role=dialog], [role=alertdialog])')) ??
    findNearest(parent, next)
  );
}

function findInserted(parent: Element, previous: Element | null, next: Element | null): HTMLElement | null {
  let child = previous?.parentElement === parent ? previous.nextElementSibling : parent.firstElementChild;
  // The old neighbor is gone as well, so the replacement can't be determined.
  if (previous !== null && previous.parentElement !== parent) return null;
  if (next !== null && next.parentElement !== parent) return null;
  for (; child !== null && child !== next; child = child.nextElementSibling) {
    const target = usable(child.matches(focusable) ? child : null) ?? firstIn(child);
    if (target) return target;
  }
  return null;
}

/** In a list, the neighbors look like the removed row. */
function findAlike(element: Element, removed: Element, neighbors: readonly (Element | null)[]): HTMLElement | null {
  for (const neighbor of neighbors) {
    if (!neighbor?.isConnected || neighbor.tagName !== removed.tagName || neighbor.className !== removed.className) continue;
    const target =
      usable(counterpart(element, removed, neighbor)) ?? usable(neighbor.matches(focusable) ? neighbor : null) ?? firstIn(neighbor);
    if (target) return target;
  }
  return null;
}

/** Returns the element in one row that corresponds to the element in the other. */
function counterpart(element: Element, removed: Element, neighbor: Element): Element | null {
  const steps: number[] = [];
  for (let at = element; at !== removed; at = at.parentElement ?? removed)
    steps.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  let candidate: Element | undefined = neighbor;
  for (const step of steps) candidate = candidate?.children[step];
  return candidate?.tagName === element.tagName && candidate.matches(focusable) ? candidate : null;
}

/**
 * Returns the next control in the smallest box that has one, otherwise the last one before it; at the end, the page or dialog as a whole.
 */
function findNearest(parent: Element, next: Element | null): HTMLElement | null {
  for (let box: Element | null = parent, after = next; box !== null && box !== document.body; box = box.parentElement) {
    const controls = [...box.querySelectorAll<HTMLElement>(focusable)].filter(
      (control) => control.tabIndex >= 0 && usable(control) !== null,
    );
    const isAfter = (control: Element) =>
      after !== null && (after.contains(control) || (after.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) > 0);
    const nearest = controls.find(isAfter) ?? controls.at(-1);
    if (nearest) return nearest;
    if (box.matches('main, [role=dialog], [role=alertdialog]')) return box instanceof HTMLElement ? box : null;
    after = box.nextElementSibling;
  }
  return null;
}

function firstIn(box: Element): HTMLElement | null {
  for (const control of box.querySelectorAll<HTMLElement>(focusable)) if (control.tabIndex >= 0 && usable(control) !== null) return control;
  return null;
}

/** Returns the element if it can be focused now: it's connected, visible, and neither inert nor disabled. */
export function usable(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement &&
    element.isConnected &&
    element.checkVisibility() &&
    element.closest('[inert]') === null &&
    !element.matches(':disabled')
    ? element
    : null;
}
