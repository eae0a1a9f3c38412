import { anchorFor, CaptionNumbers, readAnchor, type Caption } from './captions.ts';
import type { DocumentNode } from './document-node.ts';
import { anchorsIn, outlineOf } from './outline.ts';

/** A link's text that follows the number of what it leads to. */
const followedText = /^(?:Listing|Table|Figure)\s\S{1,24}$/u;

/** Returns the captions of a document in order, with their nodes. */
export function captionsOf(document: DocumentNode): readonly (Caption & { readonly node: DocumentNode })[] {
  const numbers = new CaptionNumbers();
  const captions: (Caption & { readonly node: DocumentNode })[] = [];
  const visit = (node: DocumentNode) => {
    const caption = numbers.next({ type: node.type, attributes: node.attrs ?? {}, first: node.content?.[0]?.type });
    if (caption !== null) captions.push({ ...caption, node });
    for (const child of node.content ?? []) if (child.type !== 'text') visit(child);
  };
  visit(document);
  return captions;
}

/** Returns the blocks of a document with the number of each caption and footnote as its own, to show blocks one by one. */
export function withOwnNumbers(blocks: readonly DocumentNode[]): readonly DocumentNode[] {
  const numbers = new Map(
    captionsOf({ type: 'doc', content: blocks }).map(({ node, label }) => [node, label.slice(label.indexOf(' ') + 1)]),
  );
  const notes = new Map<string, number>();
  const numbered = (node: DocumentNode): DocumentNode => {
    if (node.type === 'footnote') {
      const key = JSON.stringify(node.content ?? []);
      const noteNumber = notes.get(key) ?? notes.size + 1;
      notes.set(key, noteNumber);
      return { ...node, attrs: { number: noteNumber } };
    }
    const number = numbers.get(node) ?? '';
    const content = node.content?.map((child) => (child.type === 'text' ? child : numbered(child)));
    return { ...node, ...(number === '' ? {} : { attrs: { ...node.attrs, number } }), ...(content === undefined ? {} : { content }) };
  };
  return blocks.map(numbered);
}

/** What to change so that links to captions stay right. */
export interface Following<Key> {
  /** The new anchors of nodes with a caption. */
  readonly anchors: ReadonlyMap<Key, string | null>;
  /** The labels by the anchors that links have. */
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * Plans what keeps the links to captions right: a link such as `#listing-2` fixes the anchor of the second listing, and an anchor that another
 * caption has is removed.
 *
 * @param captions `anchor` is the caption's own one
 * @param targets the anchors to which links lead
 * @param headings returns the anchors of headings, which no caption takes
 */
export function planFollowing<Key>(
  captions: readonly (Caption & { readonly node: Key; readonly anchor: unknown })[],
  targets: ReadonlySet<string>,
  headings: () => ReadonlySet<string>,
): Following<Key> {
  const anchors = new Map<Key, string | null>();
  const labels = new Map<string, string>();
  for (const { node, id, label, anchor } of captions) {
    if (labels.has(id) && readAnchor(anchor) !== null) anchors.set(node, null);
    else if (id !== '') labels.set(id, label);
  }
  for (const { node, id, label, anchor } of captions) {
    const hasLost = anchors.has(node);
    if (readAnchor(anchor) !== null && !hasLost) continue;
    const own = hasLost ? '' : id;
    const wanted = own !== '' && targets.has(own) ? own : label === '' ? '' : anchorFor(label);
    if (wanted === '' || !targets.has(wanted) || (wanted !== own && (labels.has(wanted) || headings().has(wanted)))) continue;
    anchors.set(node, wanted);
    labels.set(wanted, label);
  }
  return { anchors, labels };
}

/** Returns the text that a link should have, `Listing 3` for `[Listing 2](#shapes)`, or null if its text is right or says something else. */
export function followingText(text: string, anchor: string, labels: ReadonlyMap<string, string>): string | null {
  const label = labels.get(anchor) ?? '';
  return label !== '' && text !== label && followedText.test(text) ? label : null;
}

/** Keeps the links to captions of a normalized document right: their text, and the anchors of the captions. */
export function followNumbers(document: DocumentNode): DocumentNode {
  const captions = captionsOf(document);
  if (captions.every(({ id }) => id === '')) return document;
  const targets = new Set(anchorsLinkedIn(document));
  const following = planFollowing(
    captions.map((caption) => ({ ...caption, anchor: caption.node.attrs?.['anchor'] })),
    targets,
    () => new Set(outlineOf(document).map(({ id }) => id)),
  );
  return targets.size === 0 && following.anchors.size === 0 ? document : changed(document, following);
}

/** Returns the anchors to which links of a document lead although it has neither a heading nor a caption with them. */
export function deadAnchorsIn(document: DocumentNode): readonly string[] {
  const linked = new Set(anchorsLinkedIn(document));
  // The top of the page always exists.
  for (const anchor of ['', 'top', ...anchorsIn(document)]) linked.delete(anchor);
  return [...linked];
}

/** Returns the anchors of this page to which the document's links lead. */
function anchorsLinkedIn(node: DocumentNode): readonly string[] {
  const own = anchorOfLink(node);
  return own === null ? (node.content ?? []).flatMap(anchorsLinkedIn) : [own];
}

function anchorOfLink(node: DocumentNode): string | null {
  const href = node.marks?.find(({ type }) => type === 'link')?.attrs?.['href'];
  return typeof href === 'string' && href.startsWith('#') ? href.slice(1) : null;
}

function changed(node: DocumentNode, following: Following<DocumentNode>): DocumentNode {
  if (node.type === 'text') {
    const text = followingText(node.text ?? '', anchorOfLink(node) ?? '', following.labels);
    return text === null ? node : { ...node, text };
  }
  const anchor = following.anchors.get(node);
  const content = node.content?.map((child) => changed(child, following));
  return {
    ...node,
    ...(anchor === undefined ? {} : { attrs: { ...node.attrs, anchor } }),
    ...(content === undefined ? {} : { content }),
  };
}
