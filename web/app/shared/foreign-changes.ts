/** The element that a translator put in place of a text node, or of an element that it had inserted earlier. */
const standIns = new WeakMap<Node, Node>();

/**
 * Makes DOM changes by others, such as browser translators and extensions, harmless. Call it before hydration. React remembers each text
 * node and asks its parent to remove it, or to insert an element before it. If a translator has moved the node into a `<font>` or replaced
 * it with one, the browser throws a NotFoundError and React unmounts the whole page; this has been known since 2017 (issue 11538 of
 * facebook/react). Therefore `removeChild` and `insertBefore` look up the node that is now in the position of a moved one, and act on that.
 * Calls that the browser accepts are unchanged, and so are other errors. New text in a node that was replaced appears: the node returns to
 * its position, from where the translator translates it again.
 */
export function tolerateForeignChanges(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its node as `this`
  const { insertBefore, removeChild } = Node.prototype;

  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    if (!(child instanceof Node) || child.parentNode === this) return removeChild.call(this, child) as Child;
    const position = positionIn(this, child);
    let parent = child.parentNode;
    if (parent !== null) removeChild.call(parent, child);
    // Elements that were created only for this node are removed with it.
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

/** Returns the child of `parent` that contains a node or replaced it; null when there is none. */
function positionIn(parent: Node, node: Node): Node | null {
  const visited = new Set<Node>();
  for (let current: Node | undefined = node; current !== undefined && !visited.has(current); current = standIns.get(current)) {
    visited.add(current);
    for (let at: Node | null = current; at !== null; at = at.parentNode) if (at.parentNode === parent) return at;
  }
  return null;
}

/** Whether `position` replaced `node`, rather than wrapping it. */
function isStandIn(node: Node, position: Node): boolean {
  const visited = new Set<Node>();
  for (let current = standIns.get(node); current !== undefined && !visited.has(current); current = standIns.get(current)) {
    if (current === position) return position.parentNode !== null;
    visited.add(current);
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

/** Records which text nodes were replaced with a `<font>`, in one step or two. */
function noteReplaced(records: readonly MutationRecord[]): void {
  for (const record of records) {
    for (const removed of record.removedNodes) {
      if (removed.parentNode !== null || (removed.nodeType !== Node.TEXT_NODE && removed.nodeName !== 'FONT')) continue;
      const standIn = records.flatMap((candidate) => fontsFor(record, removed, candidate))[0];
      if (standIn === undefined) continue;
      standIns.set(removed, standIn);
      if (removed.nodeType === Node.TEXT_NODE) rewritten.observe(removed, { characterData: true });
    }
  }
}

/** Returns the `<font>` elements that `added` inserted next to, or in place of, a node that `record` removed. */
function fontsFor(record: MutationRecord, removed: Node, added: MutationRecord): Node[] {
  if (added.target !== record.target || added.addedNodes.length === 0) return [];
  const isReplacement =
    added === record ||
    added.nextSibling === removed ||
    added.previousSibling === removed ||
    (added.previousSibling === record.previousSibling && added.nextSibling === record.nextSibling);
  return isReplacement ? [...added.addedNodes].filter(({ nodeName }) => nodeName === 'FONT') : [];
}
