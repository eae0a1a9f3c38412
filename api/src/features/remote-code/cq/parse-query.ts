import { nearNames } from './near-names.ts';
import { QueryError } from './query-error.ts';
import { operations, type Operation, type OperationCall, type Selector } from './selector.ts';

/** Maximum length of a query, which is also that of the document's `codeQuery` attribute. */
const maxQueryLength = 500;

const maxDepth = 20;

/** Minimum and maximum number of numeric arguments of each operation. */
const numbersOf: Readonly<Record<Operation, readonly [number, number]>> = {
  context: [2, 2],
  window: [2, 2],
  firstLineOf: [0, 0],
  lastLineOf: [0, 0],
  upto: [0, 0],
  choose: [1, 1],
  after: [0, 0],
  comments: [0, 0],
  decorators: [0, 0],
};

/**
 * Parses a query into the selectors between its commas. Throws a QueryError with the position of a syntax error.
 * Reads every token once, from left to right, so it takes linear time in the query's length, which is limited too.
 */
export function parseQuery(query: string): readonly Selector[] {
  if (query.length > maxQueryLength) throw new QueryError(`The code query has ${query.length} characters; ${maxQueryLength} are allowed.`);
  const parser = new Parser(query);
  return parser.all();
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): readonly Selector[] {
    this.#space();
    if (this.#at === this.#text.length) throw new QueryError('The code query is empty.');
    // The whole list may be in parentheses: `(.a, .b)`.
    const start = this.#at;
    if (this.#take('(')) {
      const inner = this.#list();
      this.#space();
      if (this.#take(')') && this.#isAtEnd() && inner.length > 1) return inner;
      this.#at = start;
    }
    const selectors = this.#list();
    if (!this.#isAtEnd()) this.#fail('a selector, a comma or the end');
    return selectors;
  }

  #list(): Selector[] {
    const selectors = [this.#path()];
    while (this.#comma()) selectors.push(this.#path());
    return selectors;
  }

  /** Parses terms with or without spaces between them: `.a .b` and `.a.b` are the same. */
  #path(): Selector {
    if ((this.#depth += 1) > maxDepth) throw new QueryError(`The code query is nested more than ${maxDepth} levels deep.`);
    this.#space();
    const steps = [this.#term()];
    for (;;) {
      this.#space();
      if (!/[.'(\w]/u.test(this.#peek())) break;
      steps.push(this.#term());
    }
    this.#depth -= 1;
    const [only] = steps;
    return steps.length === 1 && only !== undefined ? only : { kind: 'path', steps };
  }

  /** Parses one selection or a range, and the lines that a modifier adds: `.a-.b:+1,-2`. */
  #term(): Selector {
    const from = this.#selection();
    const selector: Selector = this.#take('-') ? { kind: 'range', from, to: this.#selection() } : from;
    if (!this.#take(':')) return selector;
    const lines = { '+': 0, '-': 0 };
    do {
      const modifier = this.#match(/([+-])(\d{1,6})/uy);
      if (modifier === null) this.#fail('+ or - with a number of lines');
      lines[modifier[1] === '-' ? '-' : '+'] += Number(modifier[2]);
    } while (this.#match(/,(?=[+-]\d)/uy) !== null);
    return call('context', selector, [lines['-'], lines['+']]);
  }

  #selection(): Selector {
    const name = this.#match(/\.(--)?([\p{L}_$#][\p{L}\p{N}_$]*(?:-(?!EOF\b|\w+\()[\p{L}_][\p{L}\p{N}_$]*|--[\p{L}\p{N}_]+)*|\d[\w$]*)/uy);
    if (name !== null) return { kind: 'name', name: name[0].slice(1) };
    const number = this.#match(/\d{1,7}(?!\w)/uy);
    if (number !== null) {
      if (Number(number[0]) === 0) throw new QueryError('Line numbers start at 1, not 0.');
      return { kind: 'line', line: Number(number[0]) };
    }
    if (this.#match(/EOF\b/uy) !== null) return { kind: 'line', line: 'EOF' };
    const string = this.#match(/'([^'\n]*)'/uy);
    if (string !== null) {
      if (string[1] === undefined || string[1] === '') this.#fail("a string with text, such as 'My test'");
      return { kind: 'string', text: string[1] };
    }
    const callee = this.#match(/([A-Za-z]\w*)\s*\(/uy);
    if (callee !== null) return this.#call(callee[1] ?? '');
    if (this.#take('(')) {
      const inner = this.#path();
      this.#close();
      return inner;
    }
    return this.#fail("a name such as .render, a line, a 'string', EOF, an operation or (");
  }

  #call(name: string): OperationCall {
    const operation = operations.find((candidate) => candidate === name);
    if (operation === undefined) {
      const near = nearNames(name, operations);
      throw new QueryError(
        `There is no operation '${name}'. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${operations.join(', ')}.`}`,
      );
    }
    const selector = this.#path();
    const numbers: number[] = [];
    let reference: Selector | null = null;
    let isReverse = false;
    const [least, most] = numbersOf[operation];
    while (numbers.length < most && this.#comma()) {
      this.#space();
      const number = this.#match(/[+-]?\d{1,6}(?!\w)/uy);
      if (number === null) this.#fail('a whole number');
      numbers.push(Number(number[0]));
    }
    if (numbers.length < least)
      throw new QueryError(`${operation}() needs ${least === 1 ? 'a number' : `${least} numbers`} after the selector.`);
    if (operation === 'choose' && (numbers[0] ?? 0) < 0) throw new QueryError('choose() expects a number, counted from 0.');
    if (operation === 'window' && this.#comma()) {
      this.#space();
      const flag = this.#match(/true|false/uy);
      if (flag === null) this.#fail('true or false');
      isReverse = flag[0] === 'true';
    }
    if (operation === 'after') {
      if (!this.#comma()) throw new QueryError('after() needs two selectors: what to find, and what it comes after.');
      reference = this.#path();
    }
    this.#close();
    return { ...call(operation, selector, numbers), other: reference, isReverse };
  }

  #close(): void {
    this.#space();
    if (!this.#take(')')) this.#fail(')');
  }

  #comma(): boolean {
    return this.#match(/\s*,/uy) !== null;
  }

  #space(): void {
    this.#match(/\s*/uy);
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #isAtEnd(): boolean {
    this.#space();
    return this.#at === this.#text.length;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #fail(expected: string): never {
    const remaining = this.#text.slice(this.#at, this.#at + 12);
    const position = remaining === '' ? 'at its end' : `at character ${this.#at + 1}, '${remaining}'`;
    throw new QueryError(`The code query is invalid ${position}: expected ${expected}.`);
  }
}

function call(operation: Operation, selector: Selector, numbers: readonly number[]): OperationCall {
  return { kind: 'call', operation, selector, numbers, other: null, isReverse: false };
}
