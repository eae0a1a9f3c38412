import { append } from './append.ts';
import { Anchors } from './anchors.ts';
import { CaptionNumbers, type Caption } from './captions.ts';
import type { CreateElement, ElementAttributes, LooseNode, RenderContext, RenderOptions } from './render/element.ts';
import type { LooseMark } from './render/mark.ts';
import { renderNotes, type RenderedNote } from './render/note-list.ts';
import { markRenderers, nodeRenderers } from './render/renderers.ts';

export type { CreateElement, ElementAttributes, RenderOptions } from './render/element.ts';

/** The deepest level that is rendered. A valid document has at most 32 levels. */
const maxDepth = 40;
/** The most nodes that are rendered, so that a document that contains itself ends. A valid one has at most 20,000. */
const maxNodes = 25_000;

/** A rendered top-level block. */
export interface RenderedBlock<T> {
  readonly type: string;
  /** The block's ID or null. It is also the value of `data-block` in the page. */
  readonly id: string | null;
  readonly content: readonly (T | string)[];
  /** Its footnotes, for `renderNotes`. */
  readonly notes: readonly RenderedNote<T>[];
}

/**
 * Renders a document with any `h`: `renderHtml` passes one that creates strings, a page one that creates React elements. Safe for any
 * input: an unknown node renders its children, an unknown mark its text, and no attribute of the document becomes an attribute of the page
 * without a check. Each top-level block with an ID carries it as `data-block`. Footnotes are a list after the text.
 */
export function renderDocument<T>(document: unknown, h: CreateElement<T>, options: RenderOptions = {}): readonly (T | string)[] {
  const rendered: (T | string)[] = [];
  const notes: RenderedNote<T>[] = [];
  for (const block of renderBlocks(document, h, options)) {
    append(rendered, block.content);
    append(notes, block.notes);
  }
  append(rendered, renderNotes(notes, h, options.hasDirections));
  return rendered;
}

/**
 * Renders a document like `renderDocument`, with one entry per top-level block, for a page that numbers blocks or shows notes next to them.
 */
export function renderBlocks<T>(document: unknown, h: CreateElement<T>, options: RenderOptions = {}): readonly RenderedBlock<T>[] {
  const root = open(document);
  if (root === null) return [];
  const renderer = new Renderer(h, options);
  const blocks = root.type === 'doc' ? root.content : [document];
  const rendered: RenderedBlock<T>[] = [];
  const direction = options.hasDirections === true ? ownDirection : noAttributes;
  const renderings: readonly unknown[] = Array.isArray(options.renderings) ? options.renderings : noContent;
  for (const [index, child] of blocks.entries()) {
    const node = open(child);
    if (node === null) continue;
    renderer.startBlock(renderings[index]);
    const id = idOf(node);
    const content = renderer.node(child, { ...(id !== null && { 'data-block': id }), ...direction });
    rendered.push({ type: node.type, id, content, notes: renderer.takeNotes() });
  }
  return rendered;
}

// Each block has the direction of its first letters, and code always runs from left to right. Nodes inside a block have no `dir` of their
// own: the browser would ignore their letters in the block around them.
const ownDirection: ElementAttributes = { dir: 'auto' };

function idOf(node: LooseNode): string | null {
  const id = node.attributes['uniqueId'] ?? node.attributes['id'];
  return typeof id === 'string' && /^[\w-]{1,32}$/u.test(id) ? id : null;
}

class Renderer<T> implements RenderContext<T> {
  readonly h: CreateElement<T>;
  readonly options: RenderOptions;
  readonly #anchors = new Anchors();
  readonly #numbers = new CaptionNumbers();
  #notes: RenderedNote<T>[] = [];
  /** The notes of the document by their content, with the anchors of their numbers. */
  readonly #notesByContent = new Map<string, { readonly note: RenderedNote<T>; readonly backIds: string[] }>();
  #noteCount = 0;
  #renderings: readonly unknown[] = noContent;
  #renderedCount = 0;
  #depth = 0;
  #count = 0;

  constructor(h: CreateElement<T>, options: RenderOptions) {
    this.h = h;
    this.options = options;
  }

  startBlock(renderings: unknown): void {
    this.#renderings = Array.isArray(renderings) ? renderings : noContent;
    this.#renderedCount = 0;
  }

  rendering(): Readonly<Record<string, unknown>> {
    const rendering = this.#renderings[this.#renderedCount++];
    return isRecord(rendering) ? rendering : noAttributes;
  }

  open(child: unknown): LooseNode | null {
    return open(child);
  }

  render(child: unknown): readonly (T | string)[] {
    return this.node(child, {});
  }

  children(node: LooseNode): readonly (T | string)[] {
    if (this.#depth >= maxDepth) return [];
    const rendered: (T | string)[] = [];
    let texts: TextNode[] = [];
    for (const child of node.content) {
      const textNode = textNodeOf(child);
      if (textNode !== null) {
        texts.push(textNode);
        continue;
      }
      if (texts.length > 0) {
        this.#inline(texts, 0, rendered);
        texts = [];
      }
      for (const piece of this.node(child, noAttributes)) rendered.push(piece);
    }
    this.#inline(texts, 0, rendered);
    return rendered;
  }

  node(child: unknown, extra: ElementAttributes): readonly (T | string)[] {
    this.#count += 1;
    const node = this.#count > maxNodes ? null : open(child);
    if (node === null) return [];
    if (node.type === 'text') {
      const rendered: (T | string)[] = [];
      this.#inline([textNodeOf(child) ?? emptyText], 0, rendered);
      return rendered;
    }
    this.#depth += 1;
    const render = nodeRenderers[node.type];
    const more = this.options.attributesFor?.(node.type, node.attributes);
    const all = more === undefined ? extra : { ...extra, ...more };
    const rendered = render === undefined ? this.children(node) : render(node, this, all);
    this.#depth -= 1;
    const list = isList(rendered) ? rendered : rendered === '' ? [] : [rendered];
    return list.length === 0 && more !== undefined ? [this.h('div', all)] : list;
  }

  anchor(text: string): string {
    return this.#anchors.next(text);
  }

  caption({ type, attributes, content: [first] }: LooseNode): Caption {
    const { label, id } = this.#numbers.next({ type, attributes, first: open(first)?.type }) ?? noCaption;
    const anchor = id === '' ? '' : this.#anchors.next(id);
    return { label, id: this.options.hasHeadingIds === false ? '' : anchor };
  }

  footnote(node: LooseNode): { readonly number: number; readonly id: string; readonly backId: string } {
    const { number: own } = node.attributes;
    const hasOwn = typeof own === 'number' && Number.isInteger(own);
    const key = hasOwn || node.content.length === 0 ? null : keyOf(node.content);
    const same = key === null ? undefined : this.#notesByContent.get(key);
    if (same !== undefined) {
      const { number, id } = same.note;
      const backId = id === '' ? '' : `fnref.${number}.${same.backIds.length + 1}`;
      same.backIds.push(backId);
      return { number, id, backId };
    }
    this.#noteCount = hasOwn ? own : this.#noteCount + 1;
    const number = this.#noteCount;
    // An export has anchors even if its headings have none: they connect each number with its note.
    const hasIds = this.options.hasHeadingIds !== false || this.options.attributesFor !== undefined;
    // No heading has an anchor with a period.
    const [id, backId] = hasIds ? [`fn.${number}`, `fnref.${number}`] : ['', ''];
    const backIds = [backId];
    const note = { number, id, backIds, content: this.children(node) };
    this.#notes.push(note);
    if (key !== null) this.#notesByContent.set(key, { note, backIds });
    return { number, id, backId };
  }

  /** Returns the footnotes since the last call. */
  takeNotes(): readonly RenderedNote<T>[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  text(node: LooseNode): string {
    return textOf(node, 0);
  }

  /** Renders text. Adjacent text with the same mark shares one element: a link stays one link, even if some of its text is bold. */
  #inline(texts: readonly TextNode[], level: number, into: (T | string)[]): void {
    const name = markNames[level];
    const render = name === undefined ? undefined : markRenderers[name];
    if (name === undefined || render === undefined || texts.every(isPlain)) {
      if (texts.length > 0) into.push(texts.length === 1 ? (texts[0]?.text ?? '') : texts.map(({ text }) => text).join(''));
      return;
    }
    for (let from = 0, to = 0; from < texts.length; from = to) {
      const mark = markOf(texts[from], name);
      for (to = from + 1; to < texts.length && isSameMark(mark, markOf(texts[to], name)); ) to += 1;
      const some = to - from === texts.length ? texts : texts.slice(from, to);
      if (mark === undefined) {
        this.#inline(some, level + 1, into);
        continue;
      }
      const content: (T | string)[] = [];
      this.#inline(some, level + 1, content);
      const piece = render(mark, this, content);
      if (isList(piece)) append(into, piece);
      else into.push(piece);
    }
  }
}

/** Mark names, outermost first. */
const markNames = Object.keys(markRenderers);

/** A text node with its marks. */
interface TextNode {
  readonly text: string;
  readonly marks: readonly LooseMark[];
}

const noMarks: readonly LooseMark[] = [];
const emptyText: TextNode = { text: '', marks: noMarks };

function textNodeOf(child: unknown): TextNode | null {
  const loose = looseOf(child);
  if (loose?.type !== 'text') return null;
  const { text, marks } = loose;
  return {
    text: typeof text === 'string' ? text : '',
    marks: Array.isArray(marks) && marks.length > 0 ? marks.slice(0, 16).flatMap((mark: unknown) => openMark(mark)) : noMarks,
  };
}

function isPlain({ marks }: TextNode): boolean {
  return marks.length === 0;
}

function markOf(texts: TextNode | undefined, name: string): LooseMark | undefined {
  return texts?.marks.find(({ type }) => type === name);
}

function isSameMark(one: LooseMark | undefined, other: LooseMark | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.attributes['href'] === other.attributes['href'];
}

function isList<T>(rendered: T | string | readonly (T | string)[]): rendered is readonly (T | string)[] {
  return Array.isArray(rendered);
}

/** Returns the content of a note as a text, or null if it contains itself. */
function keyOf(content: readonly unknown[]): string | null {
  try {
    return JSON.stringify(content);
  } catch {
    return null;
  }
}

function textOf(node: LooseNode, depth: number): string {
  if (depth > maxDepth) return '';
  let text = '';
  for (const child of node.content) {
    const texts = textNodeOf(child);
    const opened = texts === null ? open(child) : null;
    if (texts !== null) text += texts.text;
    else if (opened !== null && opened.type !== 'footnote') text += opened.type === 'hardBreak' ? ' ' : textOf(opened, depth + 1);
  }
  return text;
}

/** The properties that a node or mark can have. Their presence and type are checked where they're used. */
interface Loose {
  readonly type?: unknown;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly text?: unknown;
  readonly marks?: unknown;
}

function looseOf(child: unknown): Loose | null {
  return typeof child === 'object' && child !== null && !Array.isArray(child) ? child : null;
}

function open(child: unknown): LooseNode | null {
  const loose = looseOf(child);
  if (loose === null) return null;
  const { type, content } = loose;
  return {
    type: typeof type === 'string' ? type : '',
    attributes: attributesOf(loose),
    content: Array.isArray(content) ? content : noContent,
  };
}

function openMark(mark: unknown): LooseMark[] {
  const loose = looseOf(mark);
  return typeof loose?.type === 'string' ? [{ type: loose.type, attributes: attributesOf(loose) }] : [];
}

const noCaption: Caption = { label: '', id: '' };
const noContent: readonly unknown[] = [];
const noAttributes: Readonly<Record<string, never>> = Object.freeze({});

/** Returns the attributes unchecked. Renderers read names that no prototype has, and check the values. */
function attributesOf({ attrs }: Loose): Readonly<Record<string, unknown>> {
  return isRecord(attrs) ? attrs : noAttributes;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
