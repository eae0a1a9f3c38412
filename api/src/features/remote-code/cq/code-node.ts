import type { SgNode } from '@ast-grep/napi';
import { QueryError } from './query-error.ts';

/** Maximum depth of the syntax tree that is searched. Handwritten code is nested about 50 deep. */
const maxDepth = 400;

/**
 * A node of the syntax tree that stores its parent and caches its children. The tree itself finds a parent by walking down from the root,
 * which is quadratic for many nodes of a deep or wide tree.
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

  /** Offset of its first character, in UTF-16 units. */
  get start(): number {
    return this.#extent.start.index;
  }

  /** Offset after its last character, in UTF-16 units. */
  get end(): number {
    return this.#extent.end.index;
  }

  /** Its first line, counted from 0. */
  get from(): number {
    return this.#extent.start.line;
  }

  /** Its last line with a character of it, counted from 0. */
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

  /** Returns the innermost node with the character at this offset; null between nodes. */
  leafAt(offset: number): CodeNode | null {
    return this.#leafAt(offset, maxDepth);
  }

  #leafAt(offset: number, depth: number): CodeNode | null {
    if (this.children.length === 0) return this;
    if (depth === 0) throw new QueryError(`The file is nested more than ${maxDepth} levels deep. Select lines by number, such as 1-20.`);
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
