import { append } from '../append.ts';
import type { DocumentKind, DocumentMark, DocumentNode, Json } from '../document-node.ts';
import { noteContent } from '../note-content.ts';
import { placeChildren } from '../markdown/place-children.ts';
import { markDefinitions } from '../schema/marks.ts';
import { idAttributeOf, nodeDefinitions } from '../schema/nodes.ts';
import { isComplete, readNodeAttributes } from '../schema/read-node-attributes.ts';
import { formatVersion } from '../schema/version.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { dataName } from './data-name.ts';
import { marksWithin } from './html-marks.ts';
import { textOfPieces, type HtmlElement, type HtmlMatch, type HtmlPiece } from './html-tree.ts';
import { collapseSpaces } from './collapse-spaces.ts';

/** The nesting level beyond which boxes are unwrapped, so that the result stays within the format's limit of 32 levels. */
const maxLevels = 24;

/** Nodes that match a tag only if no other node does. */
const lastResorts = ['embed', 'codeBlock', 'paragraph'];

const blockTags = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'dd', 'details', 'dir', 'div', 'dl', 'dt', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'html', 'legend', 'li'],
  ...['main', 'menu', 'nav', 'ol', 'optgroup', 'p', 'pre', 'search', 'section', 'summary', 'table', 'tbody', 'td', 'tfoot', 'th'],
  ...['thead', 'tr', 'ul', 'xmp', 'listing', 'plaintext'],
]);

/** The state of reading: finished blocks and the text of the unfinished paragraph. */
interface Flow {
  readonly blocks: DocumentNode[];
  texts: DocumentNode[];
  /** Attributes of the paragraphs. */
  readonly attrs: Readonly<Record<string, Json>>;
  /** True if spaces count, as in a paragraph of our own export. */
  readonly isExact: boolean;
}

/**
 * Reads parsed HTML into a document that isn't normalized yet; see `fromHtml`.
 *
 * @param onSimplifiedNote called with each footnote that had more than paragraphs
 */
export function readHtml(tree: HtmlElement, kind: DocumentKind, onSimplifiedNote?: (note: HtmlElement) => void): DocumentNode {
  const own = tree.children.find((piece) => typeof piece !== 'string' && piece.attributes['data-document'] !== undefined);
  const isOwn =
    typeof own === 'object' && tree.children.every((piece) => piece === own || (typeof piece === 'string' && piece.trim() === ''));
  const reader = new HtmlReader(kind, isOwn, onSimplifiedNote);
  const blocks = reader.blocks(isOwn ? own.children : tree.children, []);
  const doc = nodeDefinitions.find(({ name }) => name === 'doc');
  return { type: 'doc', attrs: { version: formatVersion }, content: doc === undefined ? blocks : placeChildren(doc, blocks) };
}

class HtmlReader {
  /** True if the HTML is our own complete export: `data-*` attributes are read and spaces count. */
  readonly #isOwn: boolean;
  readonly #definitions = new Map<string, NodeDefinition>();
  readonly #tagged = new Map<string, NodeDefinition[]>();
  /** The marks that the document can have. */
  readonly #marks: ReadonlySet<string>;
  readonly #hasNotes: boolean;
  readonly #onSimplifiedNote: ((note: HtmlElement) => void) | undefined;
  #level = 0;

  constructor(kind: DocumentKind, isOwn: boolean, onSimplifiedNote?: (note: HtmlElement) => void) {
    this.#onSimplifiedNote = onSimplifiedNote;
    this.#isOwn = isOwn;
    const allowed = nodeDefinitions.filter((definition) => kind !== 'comment' || definition.isForComments);
    this.#hasNotes = allowed.some(({ name }) => name === 'footnote');
    this.#marks = new Set(markDefinitions.filter(({ isForComments }) => kind !== 'comment' || isForComments).map(({ name }) => name));
    const rank = ({ name }: NodeDefinition) => lastResorts.indexOf(name);
    for (const definition of allowed.toSorted((a, b) => rank(a) - rank(b))) {
      if (definition.html === undefined) continue;
      this.#definitions.set(definition.name, definition);
      for (const tag of definition.html.tags ?? []) this.#tagged.set(tag, [...(this.#tagged.get(tag) ?? []), definition]);
    }
  }

  /** Reads pieces as blocks; text among them becomes paragraphs. */
  blocks(pieces: readonly HtmlPiece[], marks: readonly DocumentMark[]): DocumentNode[] {
    return this.#flow(pieces, marks, {}, false);
  }

  #flow(
    pieces: readonly HtmlPiece[],
    marks: readonly DocumentMark[],
    attrs: Readonly<Record<string, Json>>,
    isExact: boolean,
  ): DocumentNode[] {
    const flow: Flow = { blocks: [], texts: [], attrs, isExact };
    for (const piece of pieces) this.#visit(piece, marks, flow);
    endParagraph(flow);
    return flow.blocks;
  }

  #visit(piece: HtmlPiece, marks: readonly DocumentMark[], flow: Flow): void {
    if (typeof piece === 'string') {
      if (piece !== '') flow.texts.push({ type: 'text', text: piece, marks });
      return;
    }
    if (piece.tag === 'br') {
      flow.texts.push({ type: 'hardBreak' });
      return;
    }
    if (piece.tag === 'footnote' && this.#hasNotes) {
      append(flow.texts, this.#note(piece));
      return;
    }
    const reading = this.#find(piece);
    if (reading !== null) {
      endParagraph(flow);
      append(flow.blocks, this.#node(reading.definition, reading.match, marks));
      return;
    }
    const isBlock = blockTags.has(piece.tag);
    const within = marksWithin(piece, marks, this.#marks);
    if (isBlock) endParagraph(flow);
    for (const child of piece.children) this.#visit(child, within, flow);
    if (isBlock) endParagraph(flow);
  }

  /** Returns the node that an element stands for, with its attributes, or null for an element that is only a wrapper. */
  #find(element: HtmlElement): { definition: NodeDefinition; match: HtmlMatch } | null {
    const name = this.#isOwn ? element.attributes['data-node'] : undefined;
    const definitions = name === undefined ? undefined : this.#definitions.get(name);
    if (definitions !== undefined) return { definition: definitions, match: this.#matchOwn(definitions, element) };
    for (const definition of this.#tagged.get(element.tag) ?? []) {
      if (this.#level >= maxLevels && isBox(definition)) continue;
      if (this.#isOwn && definition.html?.isNative === true) return { definition, match: this.#matchOwn(definition, element) };
      const match = matchOf(definition, element);
      if (match !== null) return { definition, match };
    }
    return null;
  }

  /** Matches an element of our own export, in which an attribute is either in place or in `data-*`. */
  #matchOwn(definition: NodeDefinition, element: HtmlElement): HtmlMatch {
    const match = matchOf(definition, element);
    const attrs: Record<string, unknown> = {};
    const id = idAttributeOf(definition);
    for (const name of Object.keys(definition.attributes)) {
      const isInPlace = definition.html?.inPlace?.includes(name) === true;
      attrs[name] = isInPlace ? match?.attrs[name] : element.attributes[name === id ? 'data-block' : dataName(name)];
    }
    return { attrs, content: match?.content ?? element.children };
  }

  #node(definition: NodeDefinition, match: HtmlMatch, marks: readonly DocumentMark[]): readonly DocumentNode[] {
    const { name } = definition;
    const href = name === 'image' ? marks.find(({ type }) => type === 'link')?.attrs?.['href'] : undefined;
    const attrs = readNodeAttributes(definition, href === undefined ? match.attrs : { href, ...match.attrs });
    if (!isComplete(definition, attrs)) {
      const { alt } = match.attrs;
      return this.blocks([...(typeof alt === 'string' ? [alt] : []), ...match.content], marks);
    }
    if (name === 'paragraph') {
      const blocks = this.#flow(match.content, marks, attrs, this.#isOwn);
      return blocks.length === 0 && this.#isOwn ? [{ type: name, attrs }] : blocks;
    }
    if (definition.content === undefined) return [{ type: name, attrs }];
    if (definition.isCode === true) {
      const text = textOfPieces(match.content);
      return [{ type: name, attrs, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }];
    }
    if (definition.content === 'inline*') {
      const texts = this.#line(match.content, marks);
      return texts.length === 0 && name === 'heading' && !this.#isOwn ? [] : [{ type: name, attrs, content: texts }];
    }
    this.#level += 1;
    const children = this.#children(definition, match.content, marks);
    this.#level -= 1;
    const content = placeChildren(definition, children);
    if (content.length === 0 && name === 'captioned') return match.otherwise === undefined ? children : this.blocks(match.otherwise, marks);
    return content.length === 0 && name === 'remoteCodeBlock'
      ? children.filter(({ type }) => type !== 'remoteCodeHeader')
      : [{ type: name, attrs, content }];
  }

  /** Reads the text of a heading or a caption. Boxes in it only separate text, and an image becomes its alternative text. */
  #line(pieces: readonly HtmlPiece[], marks: readonly DocumentMark[]): DocumentNode[] {
    const texts: DocumentNode[] = [];
    const visit = (piece: HtmlPiece, outer: readonly DocumentMark[]) => {
      if (typeof piece === 'string') texts.push({ type: 'text', text: piece, marks: outer });
      else if (piece.tag === 'br') texts.push({ type: 'hardBreak' });
      else if (piece.tag === 'footnote' && this.#hasNotes) append(texts, this.#note(piece));
      else if (piece.tag === 'img') texts.push({ type: 'text', text: piece.attributes['alt'] ?? '', marks: outer });
      else {
        if (blockTags.has(piece.tag)) texts.push({ type: 'text', text: ' ', marks: outer });
        for (const child of piece.children) visit(child, marksWithin(piece, outer, this.#marks));
      }
    };
    for (const piece of pieces) visit(piece, marks);
    return this.#isOwn ? texts : collapseSpaces(texts);
  }

  /** Reads a footnote, whose blocks become lines. */
  #note(element: HtmlElement): readonly DocumentNode[] {
    const { content, isSimplified } = noteContent(this.#flow(element.children, [], {}, this.#isOwn));
    if (isSimplified) this.#onSimplifiedNote?.(element);
    return content.length === 0 ? [] : [{ type: 'footnote', content }];
  }

  #children(definition: NodeDefinition, pieces: readonly HtmlPiece[], marks: readonly DocumentMark[]): DocumentNode[] {
    if (definition.name === 'bulletList' || definition.name === 'orderedList') return this.#items(pieces, marks);
    if (definition.name !== 'table') return this.blocks(pieces, marks);
    return pieces.flatMap((piece) => {
      const isGroup = typeof piece !== 'string' && ['thead', 'tbody', 'tfoot'].includes(piece.tag);
      return isGroup ? this.#children(definition, piece.children, marks) : this.blocks([piece], marks);
    });
  }

  /** Reads the items of a list. Content between items belongs to the previous one, because Word and Google Docs put nested lists there. */
  #items(pieces: readonly HtmlPiece[], marks: readonly DocumentMark[]): DocumentNode[] {
    const items: (DocumentNode & { content: DocumentNode[] })[] = [];
    for (const block of this.blocks(pieces, marks)) {
      const last = items.at(-1);
      const [item] = block.type === 'listItem' ? [block] : last === undefined ? this.#item([block]) : [];
      if (item !== undefined) items.push({ ...item, content: [...(item.content ?? [])] });
      else last?.content.push(block);
    }
    return items.length > 0 ? items : this.#item([]);
  }

  #item(content: readonly DocumentNode[]): DocumentNode[] {
    const definition = this.#definitions.get('listItem');
    return definition === undefined ? [] : [{ type: 'listItem', content: placeChildren(definition, content) }];
  }
}

function matchOf(definition: NodeDefinition, element: HtmlElement): HtmlMatch | null {
  const read = definition.html?.read;
  return read === undefined ? { attrs: {}, content: element.children } : read(element);
}

function isBox(definition: NodeDefinition): boolean {
  return definition.content !== undefined && definition.content !== 'inline*' && definition.isCode !== true;
}

function endParagraph(flow: Flow): void {
  const texts = flow.isExact ? flow.texts : collapseSpaces(flow.texts);
  // After an image, a line break only ends the line of the image.
  while (!flow.isExact && flow.blocks.length > 0 && texts[0]?.type === 'hardBreak') texts.shift();
  if (texts.length > 0) flow.blocks.push({ type: 'paragraph', attrs: flow.attrs, content: texts });
  flow.texts = [];
}
