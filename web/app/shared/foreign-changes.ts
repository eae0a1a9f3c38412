/** Which element a translator put into the position of a text node, or of an element that it had put there before. */
const standIns = new WeakMap<Node, Node>();

/**
 * Makes changes to the page by others, such as a translator in the browser or an extension, harmless. Call it before React takes the page over.
 *
 * React remembers each text node and asks its parent to remove it, or to insert an element before it. A translator has meanwhile moved the node
 * into a `<font>` of its own, or replaced it with one. Then the browser throws a NotFoundError, and React takes the whole page down; this has
 * been known since 2017 (issue 11538 of facebook/react). So:
 *
 * - `removeChild` and `insertBefore` find what is now in the position of a node that is elsewhere, and act on that. Calls that the browser
 *   accepts are not changed, nor are other errors.
 * - New text in a node that was replaced appears: the node returns to its position, from where the translator takes it again.
 */
export function tolerateForeignChanges(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the node they belong to
  const { insertBefore, removeChild } = Node.prototype;

  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    if (!(child instanceof Node) || child.parentNode === this) return removeChild.call(this, child) as Child;
    const position = positionIn(this, child);
    let parent = child.parentNode;
    if (parent !== null) removeChild.call(parent, child);
    // The elements that were made for this node alone go with it.
    while (parent !== null && parent !== this && parent.nodeName === 'FONT' && !parent.hasChildNodes()) {
      const emptied: Node = parent;
      parent = parent.parentNode;
      if (parent !== null) removeChild.call(parent, emptied);
    }
    if (position !== null && isStandIn(child, position)) removeChild.call(this, position);
    return child;
  };

  Node.prototype.insertBefore = function insert<Added extends Node>(this: Node, added: Added, next: Node | null): Added {
    const isAsExpected = !(next instanceof Node) || next.parentNode === this;
    return insertBefore.call(this, added, isAsExpected ? next : positionIn(this, next)) as Added;
  };

  new MutationObserver(noteReplaced).observe(document, { childList: true, subtree: true });
}

/** The child of `parent` that holds a node or was put into its position; null where there is none. */
function positionIn(parent: Node, node: Node): Node | null {
  const seen = new Set<Node>();
  for (let current: Node | undefined = node; current !== undefined && !seen.has(current); current = standIns.get(current)) {
    seen.add(current);
    for (let at: Node | null = current; at !== null; at = at.parentNode) if (at.parentNode === parent) return at;
  }
  return null;
}

/** Whether `position` was put into the position of `node`, rather than around it. */
function isStandIn(node: Node, position: Node): boolean {
  const seen = new Set<Node>();
  for (let current = standIns.get(node); current !== undefined && !seen.has(current); current = standIns.get(current)) {
    if (current === position) return position.parentNode !== null;
    seen.add(current);
  }
  return false;
}

const rewritten = new MutationObserver((records) => {
  for (const { target } of records) {
    if (target.parentNode !== null) continue;
    const seen = new Set<Node>();
    for (let current = standIns.get(target); current !== undefined && !seen.has(current); current = standIns.get(current)) {
      seen.add(current);
      if (current.parentNode === null) continue;
      current.parentNode.replaceChild(target, current);
      break;
    }
  }
});

/** Notes which text nodes were replaced with a `<font>`, in one step or in two. */
function noteReplaced(records: readonly MutationRecord[]): void {
  for (const record of records) {
    for (const removed of record.removedNodes) {
      if (removed.parentNode !== null || (removed.nodeType !== Node.TEXT_NODE && removed.nodeName !== 'FONT')) continue;
      const standIn = records.flatMap((other) => fontsFor(record, removed, other))[0];
      if (standIn === undefined) continue;
      standIns.set(removed, standIn);
      if (removed.nodeType === Node.TEXT_NODE) rewritten.observe(removed, { characterData: true });
    }
  }
}

/** The `<font>` that `added` put next to, or into the position of, a node that `record` removed. */
function fontsFor(record: MutationRecord, removed: Node, added: MutationRecord): Node[] {
  if (added.target !== record.target || added.addedNodes.length === 0) return [];
  const isThere =
    added === record ||
    added.nextSibling === removed ||
    added.previousSibling === removed ||
    (added.previousSibling === record.previousSibling && added.nextSibling === record.nextSibling);
  return isThere ? [...added.addedNodes].filter(({ nodeName }) => nodeName === 'FONT') : [];
}
