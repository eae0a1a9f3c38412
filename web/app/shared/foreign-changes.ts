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
    // An element that replaced it, rather than wrapping it.
    if (position?.parentNode && withStandIns(child).includes(position)) removeChild.call(this, position);
    return child;
  };

  Node.prototype.insertBefore = function insert<Added extends Node>(this: Node, added: Added, next: Node | null): Added {
    const isAsExpected = !(next instanceof Node) || next.parentNode === this;
    return insertBefore.call(this, added, isAsExpected ? next : positionIn(this, next)) as Added;
  };

  new MutationObserver(noteReplaced).observe(document, { childList: true, subtree: true });
}

/**
 * Reports an error from which React recovered by rendering a part of the page again. On a page that is being translated, that part was
 * translated before it was hydrated, so there's nothing to fix: only translators use `<font>`.
 */
export function reportOwnFault(error: unknown): void {
  if (!document.querySelector('font')) reportError(error);
}

/** Returns the child of `parent` that contains a node or replaced it; null when there is none. */
function positionIn(parent: Node, node: Node): Node | null {
  for (const current of withStandIns(node))
    for (let at: Node | null = current; at !== null; at = at.parentNode) if (at.parentNode === parent) return at;
  return null;
}

/** Returns a node, what replaced it, what replaced that, and so on. */
function withStandIns(node: Node): readonly Node[] {
  const nodes: Node[] = [];
  for (let current: Node | undefined = node; current && !nodes.includes(current); current = standIns.get(current)) nodes.push(current);
  return nodes;
}

const rewritten = new MutationObserver((records) => {
  for (const { target } of records) {
    const current = withStandIns(target).find(({ parentNode }) => parentNode);
    if (current !== target) current?.parentNode?.replaceChild(target, current);
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
