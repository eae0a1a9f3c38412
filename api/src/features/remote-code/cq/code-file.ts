import type { SgNode } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';
import { CodeNode } from './code-node.ts';
import { nearNames } from './near-names.ts';
import { QueryError } from './query-error.ts';

const maxOccurrences = 5_000;

/** A file that is queried: its lines, and its syntax tree if names or strings are queried. */
export class CodeFile {
  readonly lines: readonly string[];
  readonly #text: string;
  readonly #filepath: string;
  readonly #language: CodeLanguage | null;
  readonly #starts: readonly number[];
  readonly #root: SgNode | null;
  readonly #tree: CodeNode | null;
  readonly #occurrences = new Map<string, readonly number[]>();
  #comments: readonly { readonly from: number; readonly to: number }[] | null = null;

  private constructor(text: string, filepath: string, language: CodeLanguage | null, root: SgNode | null) {
    this.#text = text;
    this.#filepath = filepath;
    this.#language = language;
    this.#root = root;
    this.#tree = root === null ? null : new CodeNode(root, text);
    this.lines = linesOf(text);
    const starts: number[] = [];
    let start = 0;
    for (const line of this.lines) {
      starts.push(start);
      start += line.length + 1;
    }
    this.#starts = starts;
  }

  /** Reads a file that is only queried by lines. */
  static unparsed(text: string): CodeFile {
    return new CodeFile(text, '', null, null);
  }

  /** Parses a file, in a native thread. */
  static async parse(text: string, filepath: string, language: CodeLanguage | null): Promise<CodeFile> {
    if (language === null) return new CodeFile(text, filepath, null, null);
    const { parseAsync } = await import('@ast-grep/napi');
    return new CodeFile(text, filepath, language, (await parseAsync(language.parser, text)).root());
  }

  /** Returns the offset at which a line starts; lines count from 0. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** Returns the line of an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Yields the nodes that a name selects between two offsets, in order: the declaration, call, rule or element around it. */
  *names(name: string, from: number, to: number): Generator<CodeNode> {
    const { language, leaves } = this.#look(name, from, to);
    for (const leaf of leaves) {
      const node = [leaf, leaf.parent].find(
        (candidate) => candidate !== null && language.nameKinds.includes(candidate.kind) && language.isName(candidate.text, name),
      );
      if (node) yield language.targetOf(node);
    }
  }

  /** Yields the nodes that a string selects between two offsets, in order. */
  *strings(text: string, from: number, to: number): Generator<CodeNode> {
    const { language, leaves } = this.#look(text, from, to);
    for (const leaf of leaves) {
      for (let node: CodeNode | null = leaf; node !== null; node = node.parent) {
        if (node !== leaf && node.end - node.start > text.length + 2) break;
        if (!language.stringKinds.includes(node.kind) || language.stringOf(node) !== text) continue;
        yield language.targetOf(node);
        break;
      }
    }
  }

  /** The line that marks omitted code. */
  get gap(): string {
    return this.#language?.gap ?? '...';
  }

  /** Returns the first line of the comments that end directly above a line, or the line itself. */
  commentsAbove(line: number): number {
    this.#comments ??= this.#findComments();
    let first = line;
    for (const { from, to } of this.#comments.toReversed()) {
      if (to === first - 1) first = from;
      else if (to < first - 1) break;
    }
    return first;
  }

  /** Returns names in the file that are similar to this one. */
  near(name: string): readonly string[] {
    const names = new Set<string>();
    for (const [word] of this.#text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:-+[\p{L}\p{N}_]+)*/gu)) {
      if (names.size >= 20_000) break;
      names.add(word);
    }
    return nearNames(name, names).filter((word) => this.names(word, 0, this.#text.length).next().done !== true);
  }

  /** Returns the leaves that contain a text, in the order of the file. */
  #look(text: string, from: number, to: number): { language: CodeLanguage; leaves: Iterable<CodeNode> } {
    if (this.#language === null || this.#tree === null) {
      throw new QueryError(
        `Names and strings can only be found in JavaScript, TypeScript, CSS and HTML. In ${nameOf(this.#filepath)}, select lines by number, such as 1-20.`,
      );
    }
    return { language: this.#language, leaves: leavesAt(this.#tree, this.#offsetsOf(text), from, to) };
  }

  #offsetsOf(text: string): readonly number[] {
    const cached = this.#occurrences.get(text);
    if (cached !== undefined) return cached;
    const offsets: number[] = [];
    for (let offset = this.#text.indexOf(text); offset !== -1; offset = this.#text.indexOf(text, offset + text.length)) {
      offsets.push(offset);
      if (offsets.length > maxOccurrences)
        throw new QueryError(`'${text}' occurs more than ${maxOccurrences} times in ${nameOf(this.#filepath)}.`);
    }
    this.#occurrences.set(text, offsets);
    return offsets;
  }

  /** Returns the comments that have no code before them on their first line. */
  #findComments(): readonly { readonly from: number; readonly to: number }[] {
    if (this.#root === null || this.#language === null) return [];
    const nodes = this.#root.findAll({ rule: { kind: this.#language.commentKind } });
    return nodes.flatMap((node) => {
      const { start, end } = node.range();
      const isAlone = this.#text.slice(this.startOf(start.line), start.index).trim() === '';
      return isAlone ? [{ from: start.line, to: end.line }] : [];
    });
  }
}

function* leavesAt(tree: CodeNode, offsets: readonly number[], from: number, to: number): Generator<CodeNode> {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let previous: CodeNode | null = null;
  for (let index = low; index < offsets.length; index += 1) {
    const offset = offsets[index] ?? to;
    if (offset >= to) return;
    const leaf = tree.leafAt(offset);
    if (leaf === null || leaf === previous) continue;
    previous = leaf;
    yield leaf;
  }
}

/** Splits a text into lines; a final line break doesn't start another line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

function nameOf(filepath: string): string {
  return filepath.slice(filepath.lastIndexOf('/') + 1);
}
