/** Text, or an element. */
export type HtmlPiece = string | HtmlElement;

/** An element of parsed HTML, reduced to what reading needs. The editor can make one from the browser's own parser. */
export interface HtmlElement {
  /** In lower case. */
  readonly tag: string;
  /** Without a prototype, names in lower case. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlPiece[];
}

/** What a node takes from an element: its attributes, unchecked, and the pieces that are its content. */
export interface HtmlMatch {
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly content: readonly HtmlPiece[];
}

/** How a node is read from HTML. */
export interface HtmlRule {
  /** Tags that may be this node without being named by `data-node`. */
  readonly tags?: readonly string[];
  /** Whether the tag alone names the node, so that an export needs no `data-node`. */
  readonly isNative?: boolean;
  /** Attributes that the element itself says, so that an export needs no `data-*` for them. */
  readonly inPlace?: readonly string[];
  /** Reads an element with one of the tags, or one that is named; null when it is not this node. */
  read?(element: HtmlElement): HtmlMatch | null;
}

/** The words of pieces, with line ends where `br` stands. */
export function textOfPieces(pieces: readonly HtmlPiece[]): string {
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece.tag === 'br' ? '\n' : textOfPieces(piece.children);
  return text;
}

/** The elements among the children. */
export function elementsIn(element: HtmlElement): readonly HtmlElement[] {
  return element.children.filter((piece) => typeof piece !== 'string');
}

/** The first element in depth for which `test` holds, itself included. */
export function findElement(element: HtmlElement, test: (candidate: HtmlElement) => boolean): HtmlElement | undefined {
  if (test(element)) return element;
  for (const child of elementsIn(element)) {
    const found = findElement(child, test);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The class names of an element. */
export function classesOf(element: HtmlElement): readonly string[] {
  return (element.attributes['class'] ?? '').split(/\s+/u).filter(Boolean);
}

/** Whether an element has this class. */
export function hasClass(element: HtmlElement, name: string): boolean {
  return classesOf(element).includes(name);
}

/** What follows `prefix` in the first class name that starts so; undefined without one. */
export function classAfter(element: HtmlElement, prefix: string): string | undefined {
  return classesOf(element)
    .find((name) => name.startsWith(prefix))
    ?.slice(prefix.length);
}

/** The text of code as it is in `pre`, without the line end that closes its last line. */
export function codePieces(element: HtmlElement): readonly HtmlPiece[] {
  return [textOfPieces(element.children).replace(/\n$/u, '')];
}
