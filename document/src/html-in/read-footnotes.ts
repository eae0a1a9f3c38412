import { NoteCopies } from '../note-content.ts';
import { elementsIn, findElement, hasClass, textOfPieces, type HtmlElement, type HtmlPiece } from './html-tree.ts';

/** Elements that can hold a whole note. */
const noteBoxes = new Set(['li', 'p', 'div', 'dd', 'aside', 'td', 'section']);
/** What a list of notes has besides notes. */
const noteTitles = /^(?:footnotes?|endnotes?|notes?)?$/iu;

/** The elements of a tree, with their parents and the elements that an anchor names. */
interface Index {
  readonly links: readonly HtmlElement[];
  readonly parents: ReadonlyMap<HtmlElement, HtmlElement>;
  readonly named: ReadonlyMap<string, HtmlElement>;
  /** The piece before an element. */
  readonly previous: ReadonlyMap<HtmlElement, HtmlPiece>;
}

/**
 * Puts footnotes where the text refers to them, as an element `footnote`, and removes their list. Of any program: a reference and its note are two
 * elements that link to each other, such as `#fn1` and `#fnref1` or Word's `#_ftn1` and `#_ftnref1`, or a link that says that it's a reference.
 */
export function readFootnotes(tree: HtmlElement): HtmlElement {
  const index = indexOf(tree);
  const boxes = new Map<string, HtmlElement>();
  const backLinks = new Set<HtmlElement>();
  const linksByBox = new Map<HtmlElement, Map<string, readonly HtmlElement[]>>();
  const copies = new NoteCopies<HtmlElement>();
  /** The element that a reference replaces, and the anchor of its note. */
  const references = new Map<HtmlElement, string>();
  for (const link of index.links) {
    const target = targetOf(link);
    const start = target === null ? undefined : index.named.get(target);
    const box = start === undefined ? undefined : boxOf(start, index);
    // Of two links to each other, the first is the reference.
    if (target === null || box === undefined || backLinks.has(link) || !isShort(link) || isWithin(link, box, index)) continue;
    const links = linksByBox.get(box) ?? backLinksOf(box);
    linksByBox.set(box, links);
    const names = [...namesAround(link, index)].filter((name) => links.has(name));
    if ((names.length === 0 && !isReference(link)) || !copies.take(box, () => sizeOf(box))) continue;
    for (const name of names) {
      for (const back of links.get(name) ?? []) backLinks.add(back);
      links.set(name, []);
    }
    boxes.set(target, box);
    references.set(outermost(link, index), target);
  }
  if (references.size === 0) return tree;
  // A note that only other notes refer to stays where it is: notes don't contain notes.
  const candidates = new Set(boxes.values());
  for (const reference of references.keys()) if (isWithinAny(reference, candidates, index)) references.delete(reference);
  const removed = new Set([...references.values()].flatMap((target) => boxes.get(target) ?? []));
  for (const box of removed) {
    for (const link of linksIn(box)) if (isBackLink(link)) backLinks.add(link);
  }
  const rebuild = (element: HtmlElement): HtmlElement[] => {
    if (removed.has(element)) return [];
    const target = references.get(element);
    const box = target === undefined ? undefined : boxes.get(target);
    if (box !== undefined) return [{ tag: 'footnote', attributes: linesOf(element), children: noteOf(box, backLinks) }];
    const children = element.children.flatMap((child): HtmlPiece[] => (typeof child === 'string' ? [child] : rebuild(child)));
    const isChanged = children.length !== element.children.length || children.some((child, at) => child !== element.children[at]);
    if (!isChanged) return [element];
    const read = { ...element, children };
    return holdsNotes(element, removed) && isEmptied(read) ? [] : [read];
  };
  return { ...tree, children: tree.children.flatMap((child): HtmlPiece[] => (typeof child === 'string' ? [child] : rebuild(child))) };
}

function indexOf(tree: HtmlElement): Index {
  const links: HtmlElement[] = [];
  const parents = new Map<HtmlElement, HtmlElement>();
  const named = new Map<string, HtmlElement>();
  const previous = new Map<HtmlElement, HtmlPiece>();
  const visit = (element: HtmlElement) => {
    for (const name of namesOf(element)) if (!named.has(name)) named.set(name, element);
    if (element.tag === 'a' && targetOf(element) !== null) links.push(element);
    for (const [at, child] of element.children.entries()) {
      if (typeof child === 'string') continue;
      const before = element.children[at - 1];
      if (before !== undefined) previous.set(child, before);
      parents.set(child, element);
      visit(child);
    }
  };
  visit(tree);
  return { links, parents, named, previous };
}

function namesOf({ attributes }: HtmlElement): readonly string[] {
  return [attributes['id'], attributes['name']].flatMap((name) => name || []);
}

/** Returns the anchor of a link within its page, or null. */
function targetOf({ tag, attributes }: HtmlElement): string | null {
  const at = tag === 'a' ? (attributes['href']?.indexOf('#') ?? -1) : -1;
  return at === -1 ? null : decoded(attributes['href']?.slice(at + 1) ?? '') || null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the anchors of a reference: its own, and those of elements around it that have no other text. */
function namesAround(link: HtmlElement, { parents, previous }: Index): ReadonlySet<string> {
  const names = new Set<string>(elementsIn(link).flatMap(namesOf));
  const text = textOfPieces(link.children).trim();
  for (let at: HtmlElement | undefined = link; at !== undefined && hasText(at, text); at = parents.get(at)) {
    for (const name of namesOf(at)) names.add(name);
  }
  // Some programs have an empty anchor right before the reference.
  const before = previous.get(link);
  if (typeof before === 'object' && textOfPieces(before.children) === '') for (const name of namesOf(before)) names.add(name);
  return names;
}

/** Returns true for an element with this text and little else; others aren't searched for it. */
function hasText({ children }: HtmlElement, text: string): boolean {
  return children.length <= 8 && textOfPieces(children).trim() === text;
}

/** Returns the superscript around a reference, or the reference itself. */
function outermost(link: HtmlElement, { parents }: Index): HtmlElement {
  const text = textOfPieces(link.children).trim();
  let outer = link;
  for (let at = parents.get(link); at !== undefined && ['sup', 'span', 'small'].includes(at.tag); at = parents.get(at)) {
    if (!hasText(at, text)) break;
    outer = at;
  }
  return outer;
}

/** Returns the element with a whole note, from the element that its anchor names. */
function boxOf(start: HtmlElement, { parents }: Index): HtmlElement | undefined {
  let box: HtmlElement | undefined = start;
  while (box !== undefined && !noteBoxes.has(box.tag)) box = parents.get(box);
  const parent = box === undefined ? undefined : parents.get(box);
  // A note with several paragraphs: one `div` has all of them.
  const isWhole = parent?.tag === 'div' && namesOf(parent).length > 0 && box?.tag === 'p' && start.tag === 'a';
  return isWhole ? parent : box;
}

/** Returns the links in a note, by the anchors to which they lead; none for a whole section with a heading. */
function backLinksOf(box: HtmlElement): Map<string, readonly HtmlElement[]> {
  const links = new Map<string, HtmlElement[]>();
  if (findElement(box, ({ tag }) => /^h[1-6]$/u.test(tag)) !== undefined) return links;
  for (const link of linksIn(box)) {
    const target = targetOf(link) ?? '';
    const others = links.get(target) ?? [];
    others.push(link);
    links.set(target, others);
  }
  return links;
}

function isWithin(element: HtmlElement, box: HtmlElement, index: Index): boolean {
  return isWithinAny(element, new Set([box]), index);
}

function isWithinAny(element: HtmlElement, boxes: ReadonlySet<HtmlElement>, { parents }: Index): boolean {
  for (let at: HtmlElement | undefined = element; at !== undefined; at = parents.get(at)) if (boxes.has(at)) return true;
  return false;
}

/** Returns the line in its source that an importer has noted at a reference. */
function linesOf({ attributes }: HtmlElement): Readonly<Record<string, string>> {
  const line = attributes['data-line'];
  return line === undefined ? {} : { 'data-line': line };
}

function linksIn(element: HtmlElement): readonly HtmlElement[] {
  return elementsIn(element).flatMap((child) => [...(child.tag === 'a' ? [child] : []), ...linksIn(child)]);
}

/** A reference is a number, a letter or a sign, perhaps in brackets. */
function isShort(link: HtmlElement): boolean {
  return /^\W{0,2}(?:\w{1,4}|(?:note|nb|fn) ?\w{1,4})?\W{0,2}$/u.test(textOfPieces(link.children).trim());
}

/** Whether a link says that it leads to a footnote, also if the way back isn't part of the HTML. */
function isReference(link: HtmlElement): boolean {
  const isNamed = link.attributes['role'] === 'doc-noteref' || 'data-footnote-ref' in link.attributes;
  return isNamed || hasClass(link, 'footnote-ref');
}

function isBackLink(link: HtmlElement): boolean {
  const isNamed = link.attributes['role'] === 'doc-backlink' || 'data-footnote-backref' in link.attributes;
  return isNamed || ['fn__back', 'footnote-backref', 'footnote-back', 'reversefootnote'].some((name) => hasClass(link, name));
}

/** Returns the pieces of a note without its links back, and without Wikipedia's box around them. */
function noteOf(box: HtmlElement, backLinks: ReadonlySet<HtmlElement>): readonly HtmlPiece[] {
  const without = (pieces: readonly HtmlPiece[]): HtmlPiece[] =>
    pieces.flatMap((piece): HtmlPiece[] => {
      if (typeof piece === 'string') return [piece];
      if (backLinks.has(piece) || hasClass(piece, 'mw-cite-backlink')) return [];
      const children = without(piece.children);
      return children.length === 0 && piece.children.length > 0 ? [] : [{ ...piece, children }];
    });
  return without(box.children);
}

/** Returns about how much memory pieces take, in characters. */
function sizeOf({ children }: HtmlElement): number {
  return children.reduce<number>((sum, child) => sum + (typeof child === 'string' ? child.length : 40 + sizeOf(child)), 0);
}

function holdsNotes(element: HtmlElement, removed: ReadonlySet<HtmlElement>): boolean {
  return elementsIn(element).some((child) => removed.has(child) || holdsNotes(child, removed));
}

/** Returns true if only the title and the line of a list of notes are left. */
function isEmptied(element: HtmlElement): boolean {
  return noteTitles.test(textOfPieces(element.children).trim()) && !hasImage(element);
}

function hasImage(element: HtmlElement): boolean {
  return element.tag === 'img' || element.tag === 'footnote' || elementsIn(element).some(hasImage);
}
