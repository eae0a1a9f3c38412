import { smallestOf } from '@newline/document/append';
import type { CodeFile } from './code-file.ts';
import type { CodeNode } from './code-node.ts';
import { QueryError } from './query-error.ts';
import type { OperationCall, Selector } from './selector.ts';

/** Selected lines, counted from 0 and inclusive, and their node if they are a single one. */
export type Selection = { readonly from: number; readonly to: number; readonly node: CodeNode | null };

/** The range to search: offsets, without the end. */
type Scope = { readonly start: number; readonly end: number };

const maxLooks = 1_000;

const everywhere: Scope = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Returns the lines that a selector selects in a file. Throws a QueryError that names what wasn't found. */
export function resolveSelector(file: CodeFile, selector: Selector): Selection {
  const resolver = new Resolver(file);
  return resolver.first(selector, everywhere);
}

class Resolver {
  readonly #file: CodeFile;
  /** Number of nodes visited so far, which is limited for all queries, however they are nested. */
  #looks = 0;
  /** The error of the last search without a match. */
  #missing: QueryError | null = null;

  constructor(file: CodeFile) {
    this.#file = file;
  }

  first(selector: Selector, scope: Scope): Selection {
    for (const selection of this.#all(selector, scope)) return selection;
    throw this.#missing ?? new QueryError(`${describe(selector)} was not found.`);
  }

  /** Yields the selector's selections in the scope, in the order of the file. */
  *#all(selector: Selector, scope: Scope): Generator<Selection> {
    switch (selector.kind) {
      case 'name':
      case 'string':
        yield* this.#matches(selector, scope);
        return;
      case 'line':
        yield this.#line(selector.line);
        return;
      case 'path':
        yield* this.#inside(selector.steps, scope);
        return;
      case 'range': {
        for (const from of this.#all(selector.from, scope)) {
          const start = this.#file.startOf(from.from);
          for (const to of this.#all(selector.to, { start: Math.max(start, scope.start), end: scope.end })) {
            if (to.to < from.from) throw new QueryError(`The range ${describe(selector)} ends before it begins.`);
            yield { from: from.from, to: to.to, node: from.node };
            break;
          }
        }
        return;
      }
      case 'call':
        yield* this.#call(selector, scope);
        return;
    }
  }

  *#matches(selector: Selector & { kind: 'name' | 'string' }, scope: Scope): Generator<Selection> {
    const nodes = this.#nodesOf(selector, scope);
    let last: CodeNode | null = null;
    for (const node of nodes) {
      this.#look();
      // An element has its name twice, and a call may contain a name twice: they count once.
      if (node === last) continue;
      last = node;
      yield this.#linesOf(node);
    }
    if (last === null) this.#missing ??= this.#notFound(selector);
  }

  #nodesOf(selector: Selector & { kind: 'name' | 'string' }, { start, end }: Scope): Iterable<CodeNode> {
    return selector.kind === 'name' ? this.#file.names(selector.name, start, end) : this.#file.strings(selector.text, start, end);
  }

  *#inside([first, ...rest]: readonly Selector[], scope: Scope): Generator<Selection> {
    if (first === undefined) return;
    for (const outer of this.#all(first, scope)) {
      this.#look();
      if (rest.length === 0) yield outer;
      else yield* this.#inside(rest, this.#scopeOf(outer, scope));
    }
  }

  *#call(call: OperationCall, scope: Scope): Generator<Selection> {
    const [first = 0, second = 0] = call.numbers;
    if (call.operation === 'after') {
      const before = this.first(call.other ?? call.selector, scope);
      yield* this.#all(call.selector, { start: this.#file.startOf(before.to + 1), end: scope.end });
      return;
    }
    if (call.operation === 'choose') {
      let index = 0;
      for (const selection of this.#all(call.selector, scope)) {
        if (index === first) yield selection;
        if ((index += 1) > first) return;
      }
      if (index > 0)
        throw new QueryError(`choose() asks for number ${first} of ${describe(call.selector)}; there are ${index}, counted from 0.`);
      return;
    }
    for (const selection of this.#all(call.selector, scope)) {
      const { from, to, node } = selection;
      switch (call.operation) {
        case 'context':
          yield this.#within(from - first, to + second, node, call);
          break;
        case 'window': {
          const origin = call.isReverse ? to : from;
          yield this.#within(origin + first, origin + second, node, call);
          break;
        }
        case 'firstLineOf':
          yield { from, to: from, node };
          break;
        case 'lastLineOf':
          yield { from: to, to, node };
          break;
        case 'upto':
          yield this.#upTo(from, scope, call);
          break;
        case 'comments':
          yield { from: this.#file.commentsAbove(Math.min(from, this.#decoratedFrom(node, from))), to, node };
          break;
        case 'decorators':
          yield { from: this.#decoratedFrom(node, from), to, node };
          break;
      }
    }
  }

  #line(line: number | 'EOF'): Selection {
    const count = this.#file.lines.length;
    if (line !== 'EOF' && line > count)
      throw new QueryError(`There is no line ${line}: the file has ${count} ${count === 1 ? 'line' : 'lines'}.`);
    const index = line === 'EOF' ? count - 1 : line - 1;
    return { from: index, to: index, node: null };
  }

  /** Returns everything before a line, without trailing blank lines. */
  #upTo(line: number, scope: Scope, call: OperationCall): Selection {
    const from = this.#file.lineAt(scope.start);
    let to = line - 1;
    while (to >= from && this.#file.lines[to]?.trim() === '') to -= 1;
    if (to < from) throw new QueryError(`There is nothing before ${describe(call.selector)}.`);
    return { from, to, node: null };
  }

  #within(from: number, to: number, node: CodeNode | null, call: OperationCall): Selection {
    const last = this.#file.lines.length - 1;
    if (to < from || from > last || to < 0) throw new QueryError(`${describe(call)} leaves no line.`);
    return { from: Math.max(0, from), to: Math.min(last, to), node };
  }

  /** Returns the lines of a node, without the decorators before it. */
  #linesOf(node: CodeNode): Selection {
    const first = isDecorated(node) ? node.children.find(({ kind }) => kind !== 'decorator' && kind !== 'comment') : undefined;
    return { from: (first ?? node).from, to: Math.min(node.to, this.#file.lines.length - 1), node };
  }

  #decoratedFrom(node: CodeNode | null, from: number): number {
    return smallestOf(
      decoratorsOf(node).map((decorator) => decorator.from),
      from,
    );
  }

  /** Returns where to look for children: in the node and its decorators, or in all of the lines if they aren't one node. */
  #scopeOf({ from, to, node }: Selection, scope: Scope): Scope {
    const isWhole = node !== null && node.from <= from && node.to >= to;
    const start = isWhole
      ? smallestOf(
          decoratorsOf(node).map((decorator) => decorator.start),
          node.start,
        )
      : this.#file.startOf(from);
    const end = isWhole ? node.end : this.#file.startOf(to + 1);
    return { start, end: Math.min(end, scope.end) };
  }

  #look(): void {
    if ((this.#looks += 1) > maxLooks)
      throw new QueryError('The code query fits too many places. Name what they are in, such as .Component .render.');
  }

  #notFound(selector: Selector & { kind: 'name' | 'string' }): QueryError {
    const description = describe(selector);
    for (const _node of this.#nodesOf(selector, everywhere)) {
      return new QueryError(`${description} is in the file, but not where the code query looks for it.`);
    }
    const near = selector.kind === 'name' ? this.#file.near(selector.name) : [];
    const hint = near.length > 0 ? ` Did you mean ${near.map((name) => `.${name}`).join(' or ')}?` : '';
    return new QueryError(`${description} was not found.${hint}`);
  }
}

const decoratable = new Set([
  'class_declaration',
  'abstract_class_declaration',
  'method_definition',
  'public_field_definition',
  'field_definition',
  'class',
]);

function isDecorated(node: CodeNode): boolean {
  return decoratable.has(node.kind);
}

/** Returns the decorators of a node: they are in the node, before it in a class, or before its `export`. */
function decoratorsOf(node: CodeNode | null): readonly CodeNode[] {
  if (node === null || !isDecorated(node)) return [];
  const ownDecorators = node.children.filter(({ kind }) => kind === 'decorator');
  const { parent } = node;
  if (parent?.kind === 'export_statement') return [...parent.children.filter(({ kind }) => kind === 'decorator'), ...ownDecorators];
  if (parent?.kind !== 'class_body') return ownDecorators;
  const before: CodeNode[] = [];
  for (let index = parent.children.indexOf(node) - 1; index >= 0; index -= 1) {
    const sibling = parent.children[index];
    if (sibling?.kind === 'decorator') before.push(sibling);
    else if (sibling?.kind !== 'comment') break;
  }
  return [...before, ...ownDecorators];
}

/** Returns a selector roughly as its author wrote it. */
function describe(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return `.${selector.name}`;
    case 'string':
      return `'${selector.text}'`;
    case 'line':
      return String(selector.line);
    case 'range':
      return `${describe(selector.from)}-${describe(selector.to)}`;
    case 'path':
      return selector.steps.map(describe).join(' ');
    case 'call':
      return `${selector.operation}(${[describe(selector.selector), ...selector.numbers].join(', ')})`;
  }
}
