/** A top-level block of a view, with the ranges of its characters and of its positions. */
export interface AnchorBlock {
  /** The block's ID, or '' if it has none. */
  readonly id: string;
  /** The name of the block's node. */
  readonly node: string;
  /** The first of the block's characters, as an index into `characters`. */
  readonly start: number;
  readonly end: number;
  /** The position in the document where the block begins. */
  readonly from: number;
  readonly to: number;
}

/**
 * A document as anchors see it: its characters without white space, so that the rendered page and the stored document give the same string,
 * however each breaks lines. Formulas and diagrams have no characters, because a page shows a rendering of them, and footnotes
 * have none, because it shows them elsewhere.
 */
export interface AnchorView {
  readonly characters: string;
  readonly blocks: readonly AnchorBlock[];
  /** Returns the position in the document before a character, as ProseMirror counts positions. */
  positionOf(character: number): number;
  /** Returns the text of a range of characters, with the white space between them and a line break between two paragraphs. */
  textBetween(start: number, end: number): string;
}

/** A range of a view's characters. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/** Nodes without content, which count as one position. A test compares the list to the schema. */
export const leafNodes: ReadonlySet<string> = new Set([
  'remoteCodeHeader',
  'imageUploadPlaceholder',
  'embed',
  'iframeEmbed',
  'ideEmbed',
  'horizontalRule',
  'hardBreak',
  'protectedRepositoryLink',
  'paywallThreshold',
]);
/** Nodes for which a page shows a rendering or a number instead of their text. */
const renderedNodes: ReadonlySet<string> = new Set(['math', 'mermaid', 'footnote']);
/** The deepest level that is read, the same as the renderer's. */
const maxDepth = 40;
const whiteSpace = /\s/u;

/** Returns the text without white space, as it is compared. */
export function charactersOf(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

/** Returns the view of a document; a value that isn't a document gives a view without blocks. */
export function viewOfDocument(document: unknown): AnchorView {
  const reader = new Reader();
  for (const child of contentOf(document)) reader.block(child);
  return reader.view();
}

/** Returns the characters whose positions are within a range of positions; the range is empty if there are none. */
export function charactersWithin(view: AnchorView, from: number, to: number): CharacterRange {
  const start = firstAt(view, from);
  return { start, end: Math.max(start, firstAt(view, to)) };
}

/** Returns the first character at or after a position. */
function firstAt(view: AnchorView, position: number): number {
  let low = 0;
  let high = view.characters.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (view.positionOf(middle) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the block that contains a character, or undefined past the end. */
export function blockAt(view: AnchorView, character: number): AnchorBlock | undefined {
  return view.blocks.find(({ start, end }) => start <= character && character < end);
}

class Reader {
  readonly #blocks: AnchorBlock[] = [];
  readonly #characters: string[] = [];
  readonly #positions: number[] = [];
  /** The index of each character in the text. */
  readonly #offsets: number[] = [];
  #text = '';
  #position = 0;

  block(child: unknown): void {
    const start = this.#positions.length;
    const from = this.#position;
    this.#node(child, 0);
    this.#blocks.push({ id: idOf(child), node: typeOf(child), start, end: this.#positions.length, from, to: this.#position });
  }

  view(): AnchorView {
    const positions = Uint32Array.from(this.#positions);
    const offsets = Uint32Array.from(this.#offsets);
    const text = this.#text;
    return {
      characters: this.#characters.join(''),
      blocks: this.#blocks,
      positionOf: (character) => positions[character] ?? this.#position,
      textBetween: (start, end) => (end > start ? text.slice(offsets[start], (offsets[end - 1] ?? 0) + 1) : ''),
    };
  }

  #node(child: unknown, depth: number): void {
    const type = typeOf(child);
    if (type === 'text' && isFormula(child)) {
      this.#position += textOf(child).length;
      return;
    }
    if (type === 'text') return this.#addText(textOf(child));
    if (leafNodes.has(type)) {
      this.#position += 1;
      this.#text += '\n';
      return;
    }
    const content = contentOf(child);
    this.#position += 1;
    if (renderedNodes.has(type))
      this.#position += content.reduce<number>((sum, piece) => sum + (leafNodes.has(typeOf(piece)) ? 1 : textOf(piece).length), 0);
    else if (depth < maxDepth) for (const piece of content) this.#node(piece, depth + 1);
    this.#position += 1;
    // A note is within its line.
    if (type !== 'footnote') this.#text += '\n';
  }

  #addText(text: string): void {
    let characters = '';
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (whiteSpace.test(character)) continue;
      characters += character;
      this.#positions.push(this.#position + index);
      this.#offsets.push(this.#text.length + index);
    }
    this.#characters.push(characters);
    this.#text += text;
    this.#position += text.length;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function typeOf(node: unknown): string {
  const type = fieldOf(node, 'type');
  return typeof type === 'string' ? type : '';
}

function textOf(node: unknown): string {
  const text = fieldOf(node, 'text');
  return typeof text === 'string' ? text : '';
}

/** Returns true for a formula within a line, for which a page shows a rendering too. */
function isFormula(node: unknown): boolean {
  const marks = fieldOf(node, 'marks');
  return Array.isArray(marks) && marks.some((mark) => typeOf(mark) === 'formula');
}

function contentOf(node: unknown): readonly unknown[] {
  const content = fieldOf(node, 'content');
  return Array.isArray(content) ? content : [];
}

function idOf(node: unknown): string {
  const attributes = fieldOf(node, 'attrs');
  const id = fieldOf(attributes, 'uniqueId') ?? fieldOf(attributes, 'id');
  return typeof id === 'string' ? id : '';
}
