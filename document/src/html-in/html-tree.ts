/** Text or an element of parsed HTML. */
export type HtmlPiece = string | HtmlElement;

/** An element of parsed HTML, reduced to what reading needs. The editor creates it from the browser's own parser. */
export interface HtmlElement {
  /** The tag name in lower case. */
  readonly tag: string;
  /** The attributes in a record without a prototype, with names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlPiece[];
}

/** What a node takes from an element: its attributes, unchecked, and the pieces for its content. */
export interface HtmlMatch {
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly content: readonly HtmlPiece[];
  /** The pieces to read as blocks if the content isn't valid in the node. */
  readonly otherwise?: readonly HtmlPiece[];
}

/** How a node is read from HTML. */
export interface HtmlRule {
  /** Tags that can be this node without `data-node`. */
  readonly tags?: readonly string[];
  /** True if the tag alone identifies the node, so that an export needs no `data-node`. */
  readonly isNative?: boolean;
  /** Attributes that the element expresses in HTML, so that an export needs no `data-*` for them. */
  readonly inPlace?: readonly string[];
  /** Reads an element that has one of the tags or the node's name; null if it isn't this node. */
  read?(element: HtmlElement): HtmlMatch | null;
}

/** Returns the text of pieces, with a line break for each `br`. */
export function textOfPieces(pieces: readonly HtmlPiece[]): string {
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.tag === 'br' ? '\n' : textOfPieces(piece.children);
  return text;
}

/** Returns the child elements. */
export function elementsIn(element: HtmlElement): readonly HtmlElement[] {
  return element.children.filter((piece) => typeof piece !== 'string');
}

/** Returns the first element for which `test` is true, depth first and starting with the element itself. */
export function findElement(element: HtmlElement, test: (candidate: HtmlElement) => boolean): HtmlElement | undefined {
  if (test(element)) return element;
  for (const child of elementsIn(element)) {
    const match = findElement(child, test);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Returns the class names of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return (element.attributes['class'] ?? '').split(/\s+/u).filter(Boolean);
}

/** Returns true if an element has this class. */
export function hasClass(element: HtmlElement, name: string): boolean {
  return classesOf(element).includes(name);
}

/** Returns true for the number before a caption, which pages add. */
export function isCaptionNumber(piece: HtmlPiece): boolean {
  return typeof piece !== 'string' && hasClass(piece, 'caption__number');
}

/** Returns what follows `prefix` in the first class name that starts with it, or undefined. */
export function classAfter(element: HtmlElement, prefix: string): string | undefined {
  return classesOf(element)
    .find((name) => name.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Returns the text of code inside `pre`, without the line break that ends its last line. */
export function codePieces(element: HtmlElement): readonly HtmlPiece[] {
  return [textOfPieces(element.children).replace(/\n$/u, '')];
}
