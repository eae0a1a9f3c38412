import type { SgNode } from '@ast-grep/napi';
import type { CodeLanguage } from './code-language.ts';
import { CodeNode } from './code-node.ts';
import { nearNames } from './near-names.ts';
import { QueryError } from './query-error.ts';

const maxOccurrences = 5_000;

/** A file that is queried: its lines, and its syntax tree when names or strings are asked for. */
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
    let at = 0;
    for (const line of this.lines) {
      starts.push(at);
      at += line.length + 1;
    }
    this.#starts = starts;
  }

  /** Reads a file of which only lines are asked for. */
  static unparsed(text: string): CodeFile {
    return new CodeFile(text, '', null, null);
  }

  /** Parses a file, off this thread. */
  static async parse(text: string, filepath: string, language: CodeLanguage | null): Promise<CodeFile> {
    if (language === null) return new CodeFile(text, filepath, null, null);
    const { parseAsync } = await import('@ast-grep/napi');
    return new CodeFile(text, filepath, language, (await parseAsync(language.parser, text)).root());
  }

  /** The offset at which a line starts; lines count from 0. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.#text.length;
  }

  /** The line in which an offset lies. */
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

  /** What a name selects, place after place between two offsets: the declaration, call, rule or element around it. */
  *names(name: string, from: number, to: number): Generator<CodeNode> {
    const { language, leaves } = this.#look(name, from, to);
    for (const leaf of leaves) {
      const node = [leaf, leaf.parent].find(
        (one) => one !== null && language.nameKinds.includes(one.kind) && language.isName(one.text, name),
      );
      if (node) yield language.placeOf(node);
    }
  }

  /** What a string selects, likewise. */
  *strings(text: string, from: number, to: number): Generator<CodeNode> {
    const { language, leaves } = this.#look(text, from, to);
    for (const leaf of leaves) {
      for (let node: CodeNode | null = leaf; node !== null; node = node.parent) {
        if (node !== leaf && node.end - node.start > text.length + 2) break;
        if (!language.stringKinds.includes(node.kind) || language.stringOf(node) !== text) continue;
        yield language.placeOf(node);
        break;
      }
    }
  }

  /** The line that stands for code left out. */
  get gap(): string {
    return this.#language?.gap ?? '...';
  }

  /** The first line of the comments that end right above a line, or the line itself. */
  commentsAbove(line: number): number {
    this.#comments ??= this.#findComments();
    let first = line;
    for (const { from, to } of this.#comments.toReversed()) {
      if (to === first - 1) first = from;
      else if (to < first - 1) break;
    }
    return first;
  }

  /** Names of the file that look like this one. */
  near(name: string): readonly string[] {
    const words = new Set<string>();
    for (const [word] of this.#text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:-+[\p{L}\p{N}_]+)*/gu)) {
      if (words.size >= 20_000) break;
      words.add(word);
    }
    return nearNames(name, words).filter((word) => this.names(word, 0, this.#text.length).next().done !== true);
  }

  /** The leaves in which a text occurs, in the order of the file. */
  #look(text: string, from: number, to: number): { language: CodeLanguage; leaves: Iterable<CodeNode> } {
    if (this.#language === null || this.#tree === null) {
      throw new QueryError(
        `Names and strings can be looked for in JavaScript, TypeScript, CSS and HTML only; ${nameOf(this.#filepath)} can be cut by lines, such as 1-20.`,
      );
    }
    return { language: this.#language, leaves: leavesAt(this.#tree, this.#offsetsOf(text), from, to) };
  }

  #offsetsOf(text: string): readonly number[] {
    const known = this.#occurrences.get(text);
    if (known !== undefined) return known;
    const offsets: number[] = [];
    for (let at = this.#text.indexOf(text); at !== -1; at = this.#text.indexOf(text, at + text.length)) {
      offsets.push(at);
      if (offsets.length > maxOccurrences)
        throw new QueryError(`'${text}' occurs more than ${maxOccurrences} times in ${nameOf(this.#filepath)}.`);
    }
    this.#occurrences.set(text, offsets);
    return offsets;
  }

  /** Comments that have their lines for themselves. */
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
  let last: CodeNode | null = null;
  for (let index = low; index < offsets.length; index += 1) {
    const offset = offsets[index] ?? to;
    if (offset >= to) return;
    const leaf = tree.leafAt(offset);
    if (leaf === null || leaf === last) continue;
    last = leaf;
    yield leaf;
  }
}

/** The lines of a text; the line end that closes a file makes no line of its own. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

function nameOf(filepath: string): string {
  return filepath.slice(filepath.lastIndexOf('/') + 1);
}
