import type { SgNode } from '@ast-grep/napi';
import { QueryError } from './query-error.ts';

/** Code that people write is nested some 50 deep; what is nested deeper than this is not looked into. */
const maxDepth = 400;

/**
 * A node of the syntax tree that knows its parent and keeps its children. Asking the tree for a parent walks down from
 * the root each time, which over many places of a deep or wide tree is quadratic.
 */
export class CodeNode {
  readonly parent: CodeNode | null;
  readonly #node: SgNode;
  readonly #source: string;
  #range: ReturnType<SgNode['range']> | null = null;
  #kind: string | null = null;
  #children: readonly CodeNode[] | null = null;

  constructor(node: SgNode, source: string, parent: CodeNode | null = null) {
    this.#node = node;
    this.#source = source;
    this.parent = parent;
  }

  get kind(): string {
    this.#kind ??= String(this.#node.kind());
    return this.#kind;
  }

  /** The offset of its first character, in UTF-16 units. */
  get start(): number {
    return this.#extent.start.index;
  }

  /** The offset past its last character. */
  get end(): number {
    return this.#extent.end.index;
  }

  /** Its first line, counted from 0. */
  get from(): number {
    return this.#extent.start.line;
  }

  /** The last line that has a character of it. */
  get to(): number {
    const { start, end } = this.#extent;
    return end.column === 0 && end.line > start.line ? end.line - 1 : end.line;
  }

  get text(): string {
    return this.#source.slice(this.start, this.end);
  }

  get children(): readonly CodeNode[] {
    this.#children ??= this.#node.children().map((child) => new CodeNode(child, this.#source, this));
    return this.#children;
  }

  /** The innermost node with the character at this offset; null when it is between nodes. */
  leafAt(offset: number): CodeNode | null {
    return this.#leafAt(offset, maxDepth);
  }

  #leafAt(offset: number, depth: number): CodeNode | null {
    if (this.children.length === 0) return this;
    if (depth === 0) throw new QueryError(`The file is nested more than ${maxDepth} deep. Cut it by lines, such as 1-20.`);
    const child = this.#childAt(offset);
    return child === null ? null : child.#leafAt(offset, depth - 1);
  }

  get #extent(): ReturnType<SgNode['range']> {
    this.#range ??= this.#node.range();
    return this.#range;
  }

  #childAt(offset: number): CodeNode | null {
    let low = 0;
    let high = this.children.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.children[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const child = this.children[low];
    return child !== undefined && child.start <= offset ? child : null;
  }
}
