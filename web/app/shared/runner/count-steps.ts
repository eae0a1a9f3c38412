import { parse, type ExportNamedDeclaration, type Node, type Options, type Program } from 'acorn';

/** A piece of text to insert at a place of the source. */
type Insertion = { readonly at: number; readonly text: string };

const loops: ReadonlySet<string> = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement']);
const functions: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** What code is: a module, a script whose names are global, or the code of an attribute such as `onclick`. */
export type CodeKind = 'module' | 'script' | 'handler';

/** Parses JavaScript. @throws SyntaxError with the line and column (`loc`) */
export function parseCode(code: string, kind: CodeKind): Program {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType: kind === 'module' ? 'module' : 'script',
    allowAwaitOutsideFunction: kind === 'module',
    allowReturnOutsideFunction: kind === 'handler',
  };
  return parse(code, options);
}

/** True when a module imports something, so that it has to be bundled. */
export function needsBundling(program: Program): boolean {
  let isFound = false;
  visit(program, (node) => {
    const isImport = /^Import|^ExportAll|^MetaProperty$/u.test(node.type);
    const hasSource = node.type === 'ExportNamedDeclaration' && (node as ExportNamedDeclaration).source != null;
    if (isImport || hasSource) isFound = true;
  });
  return isFound;
}

/** Leaves the exports of a module out of its code. All that stays is where it was, so `program` still describes it. */
export function withoutExports(code: string, program: Program): string {
  let left = code;
  const blank = (from: number, to: number, first = '') => {
    left =
      left.slice(0, from) +
      first +
      code.slice(from + first.length, to).replaceAll(/\S/gu, (character) => ' '.repeat(character.length)) +
      left.slice(to);
  };
  for (const node of program.body) {
    // The semicolon keeps what is before from going on after it.
    if (node.type === 'ExportNamedDeclaration') blank(node.start, node.declaration?.start ?? node.end, node.declaration ? '' : ';');
    if (node.type !== 'ExportDefaultDeclaration') continue;
    const hasName = 'id' in node.declaration && node.declaration.id !== null && node.declaration.type.endsWith('Declaration');
    blank(node.start, node.declaration.start, hasName ? '' : 'void ');
  }
  return left;
}

/**
 * Inserts a call of `__step` into each turn of a loop and each function, so that the sandbox can end code that goes on forever. No line is
 * added.
 */
export function countSteps(code: string, program: Program): string {
  const starts: Insertion[] = [];
  const ends: Insertion[] = [];
  visit(
    program,
    (node) => {
      const body = bodyOf(node);
      if (body === null) return;
      if (body.type === 'BlockStatement') starts.push(startOf(body));
      else starts.push({ at: body.start, text: loops.has(node.type) ? '{__step();' : '(__step(),' });
    },
    (node) => {
      const body = bodyOf(node);
      if (body !== null && body.type !== 'BlockStatement') ends.push({ at: body.end, text: loops.has(node.type) ? '}' : ')' });
    },
  );
  // At the same place, what ends there comes before what starts; sorting keeps the order of equal places.
  const insertions = [...ends, ...starts].toSorted((one, other) => one.at - other.at);
  let counted = '';
  let from = 0;
  for (const { at, text } of insertions) {
    counted += code.slice(from, at) + text;
    from = at;
  }
  return counted + code.slice(from);
}

function bodyOf(node: Node): Node | null {
  return loops.has(node.type) || functions.has(node.type) ? (node as Node & { readonly body: Node }).body : null;
}

/** Returns the call at the start of a block: after directives such as 'use strict', which must stay first and may lack a semicolon. */
function startOf(block: Node): Insertion {
  const { body } = block as Node & { readonly body: readonly (Node & { readonly directive?: string })[] };
  let start = { at: block.start + 1, text: '__step();' };
  for (const { directive, end } of body) {
    if (directive === undefined) break;
    start = { at: end, text: ';__step();' };
  }
  return start;
}

/** Visits every node of a tree: `enter` before, `leave` after what is inside. */
function visit(node: Node, enter: (node: Node) => void, leave: (node: Node) => void = () => undefined): void {
  enter(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) visit(child, enter, leave);
  }
  leave(node);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
}
