import GithubSlugger from 'github-slugger';
import { emptyRecord } from './empty-record.ts';
import type { CreateElement, ElementAttributes, LooseNode, RenderContext, RenderOptions } from './render/element.ts';
import type { LooseMark } from './render/mark.ts';
import { markRenderers, nodeRenderers } from './render/renderers.ts';

export type { CreateElement, ElementAttributes, RenderOptions } from './render/element.ts';

/** Deeper nodes are left out. A valid document has at most 32 levels. */
const maxDepth = 40;
/** Nodes after this many are left out, so that a document that contains itself ends. A valid one has at most 20,000. */
const maxNodes = 25_000;

/** One top-level block, rendered. */
export interface RenderedBlock<T> {
  readonly type: string;
  /** The block's own id, or null. It is the value of `data-block` in the page too. */
  readonly id: string | null;
  readonly content: readonly (T | string)[];
}

/**
 * Renders a document with any `h`: `renderHtml` hands in one that makes strings, a page one that makes React elements. Safe on
 * its own, whatever it is given: an unknown node renders its children, an unknown mark its text, and no attribute of the
 * document becomes an attribute of the page without a check. Every top-level block with an id carries it as `data-block`.
 */
export function renderDocument<T>(document: unknown, h: CreateElement<T>, options: RenderOptions = {}): readonly (T | string)[] {
  return renderBlocks(document, h, options).flatMap((block) => block.content);
}

/** Like `renderDocument`, one entry a top-level block, for a page that numbers blocks or hangs notes beside them. */
export function renderBlocks<T>(document: unknown, h: CreateElement<T>, options: RenderOptions = {}): readonly RenderedBlock<T>[] {
  const root = open(document);
  if (root === null) return [];
  const renderer = new Renderer(h, options);
  const blocks = root.type === 'doc' ? root.content : [document];
  return blocks.flatMap((child) => {
    const node = open(child);
    if (node === null) return [];
    const id = idOf(node);
    return [{ type: node.type, id, content: renderer.node(child, id === null ? {} : { 'data-block': id }) }];
  });
}

function idOf(node: LooseNode): string | null {
  const id = node.attributes['uniqueId'] ?? node.attributes['id'];
  return typeof id === 'string' && /^[\w-]{1,32}$/u.test(id) ? id : null;
}

class Renderer<T> implements RenderContext<T> {
  readonly h: CreateElement<T>;
  readonly options: RenderOptions;
  readonly #slugger = new GithubSlugger();
  #depth = 0;
  #count = 0;

  constructor(h: CreateElement<T>, options: RenderOptions) {
    this.h = h;
    this.options = options;
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
    let words: Words[] = [];
    for (const child of node.content) {
      const found = wordsOf(child);
      if (found !== null) {
        words.push(found);
        continue;
      }
      rendered.push(...this.#inline(words, 0));
      words = [];
      rendered.push(...this.node(child, {}));
    }
    rendered.push(...this.#inline(words, 0));
    return rendered;
  }

  node(child: unknown, extra: ElementAttributes): readonly (T | string)[] {
    this.#count += 1;
    const node = this.#count > maxNodes ? null : open(child);
    if (node === null) return [];
    const words = wordsOf(child);
    if (words !== null) return this.#inline([words], 0);
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
    return this.#slugger.slug(text);
  }

  text(node: LooseNode): string {
    return textOf(node, 0);
  }

  /** Words that share a mark share its element: one link, however many words in it are bold. */
  #inline(words: readonly Words[], level: number): readonly (T | string)[] {
    if (words.length === 0) return [];
    const name = markNames[level];
    const render = name === undefined ? undefined : markRenderers[name];
    if (name === undefined || render === undefined) return [words.map((piece) => piece.text).join('')];
    const rendered: (T | string)[] = [];
    let from = 0;
    while (from < words.length) {
      const mark = words[from]?.marks.find((candidate) => candidate.type === name);
      let to = from + 1;
      while (
        to < words.length &&
        isSameMark(
          mark,
          words[to]?.marks.find((candidate) => candidate.type === name),
        )
      )
        to += 1;
      const content = this.#inline(words.slice(from, to), level + 1);
      const piece = mark === undefined ? content : render(mark, this, content);
      if (isList(piece)) rendered.push(...piece);
      else rendered.push(piece);
      from = to;
    }
    return rendered;
  }
}

/** Mark names, outermost first. */
const markNames = Object.keys(markRenderers);

/** A text node, opened. */
interface Words {
  readonly text: string;
  readonly marks: readonly LooseMark[];
}

function wordsOf(child: unknown): Words | null {
  if (ownValue(child, 'type') !== 'text') return null;
  const text = ownValue(child, 'text');
  const marks = ownValue(child, 'marks');
  return {
    text: typeof text === 'string' ? text : '',
    marks: Array.isArray(marks) ? marks.slice(0, 16).flatMap((mark: unknown) => openMark(mark)) : [],
  };
}

function isSameMark(one: LooseMark | undefined, other: LooseMark | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.attributes['href'] === other.attributes['href'];
}

function isList<T>(rendered: T | string | readonly (T | string)[]): rendered is readonly (T | string)[] {
  return Array.isArray(rendered);
}

function textOf(node: LooseNode, depth: number): string {
  if (depth > maxDepth) return '';
  let text = '';
  for (const child of node.content) {
    const opened = open(child);
    const words = opened?.type === 'text' ? ownValue(child, 'text') : '';
    if (opened?.type === 'hardBreak') text += ' ';
    else if (opened !== null) text += typeof words === 'string' && words !== '' ? words : textOf(opened, depth + 1);
  }
  return text;
}

function open(child: unknown): LooseNode | null {
  if (typeof child !== 'object' || child === null || Array.isArray(child)) return null;
  const type = ownValue(child, 'type');
  const content = ownValue(child, 'content');
  return {
    type: typeof type === 'string' ? type : '',
    attributes: attributesOf(child),
    content: Array.isArray(content) ? content : [],
  };
}

function openMark(mark: unknown): LooseMark[] {
  const type = ownValue(mark, 'type');
  return typeof type === 'string' ? [{ type, attributes: attributesOf(mark) }] : [];
}

const noAttributes: Readonly<Record<string, unknown>> = Object.freeze(emptyRecord<unknown>());

/** The attributes as a record without a prototype, so that `attributes.href` is never inherited. */
function attributesOf(holder: unknown): Readonly<Record<string, unknown>> {
  const attributes = ownValue(holder, 'attrs');
  if (typeof attributes !== 'object' || attributes === null) return noAttributes;
  return Object.assign(emptyRecord<unknown>(), attributes);
}

function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return undefined;
  return Reflect.get(holder, key);
}
