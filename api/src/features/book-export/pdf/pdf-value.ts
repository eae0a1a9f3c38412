/** A reference to another object of a PDF. */
export class PdfReference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

/** A dictionary of a PDF. Its keys have no slash. */
export type PdfDictionary = Map<string, PdfValue>;

/** A value of a PDF. Names, strings, numbers, `true`, `false` and `null` are what the file has, such as `/Page` and `(words)`. */
export type PdfValue = PdfDictionary | PdfReference | readonly PdfValue[] | string;

/** Values inside of values, at most: the files that we read have eight. */
const maxDepth = 64;

/** Everything that stands alone: a sign around other values, a name, a string of digits, a reference, or a word. Strings with words are read by hand. */
const tokenPattern = /<<|>>|[[\]]|\/[^\s()<>[\]{}/%]*|<[0-9A-Fa-f\s]*>|\d+ \d+ R\b|[^\s()<>[\]{}/%]+/uy;
const spacePattern = /\s*/uy;

/**
 * Reads the value at a place in a text of a PDF, one character for each byte.
 * @returns the value, and the place after it
 * @throws Error if there is none
 */
export function readPdfValue(text: string, start: number): { readonly value: PdfValue; readonly end: number } {
  const position = { at: start };
  const value = readValue(text, position, 0);
  return { value, end: position.at };
}

type Position = { at: number };

function readValue(text: string, position: Position, depth: number): PdfValue {
  if (depth > maxDepth) throw unreadable();
  const token = readToken(text, position);
  if (token === '[') {
    const values: PdfValue[] = [];
    while (!isNext(text, position, ']')) values.push(readValue(text, position, depth + 1));
    return values;
  }
  if (token === '<<') {
    const dictionary: PdfDictionary = new Map();
    while (!isNext(text, position, '>>')) {
      const key = readToken(text, position);
      if (!key.startsWith('/')) throw unreadable();
      dictionary.set(key.slice(1), readValue(text, position, depth + 1));
    }
    return dictionary;
  }
  if (token === ']' || token === '>>') throw unreadable();
  return token.endsWith(' R') ? new PdfReference(Number.parseInt(token, 10)) : token;
}

/** Passes a sign if it is next. */
function isNext(text: string, position: Position, sign: string): boolean {
  skipSpace(text, position);
  if (!text.startsWith(sign, position.at)) return false;
  position.at += sign.length;
  return true;
}

function readToken(text: string, position: Position): string {
  skipSpace(text, position);
  if (text[position.at] === '(') return readWords(text, position);
  tokenPattern.lastIndex = position.at;
  const [token] = tokenPattern.exec(text) ?? [];
  if (token === undefined) throw unreadable();
  position.at += token.length;
  return token;
}

/** Reads a string in brackets, which may contain other pairs of brackets. */
function readWords(text: string, position: Position): string {
  const start = position.at;
  let depth = 0;
  do {
    const sign = text[position.at];
    if (sign === undefined) throw unreadable();
    if (sign === '\\') position.at += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    position.at += 1;
  } while (depth > 0);
  return text.slice(start, position.at);
}

function skipSpace(text: string, position: Position): void {
  spacePattern.lastIndex = position.at;
  position.at += spacePattern.exec(text)?.[0].length ?? 0;
}

function unreadable(): Error {
  return new Error('A value of a PDF can’t be read.');
}

/** Returns the text of a value. */
export function writePdfValue(value: PdfValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof PdfReference) return `${value.id} 0 R`;
  if (value instanceof Map) return `<<${[...value].map(([key, each]) => `/${key} ${writePdfValue(each)}`).join('\n')}>>`;
  return `[${value.map(writePdfValue).join(' ')}]`;
}

/** Returns a value with other references. */
export function mapReferences(value: PdfValue, change: (id: number) => number): PdfValue {
  if (typeof value === 'string') return value;
  if (value instanceof PdfReference) return new PdfReference(change(value.id));
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, mapReferences(each, change)]));
  return value.map((each) => mapReferences(each, change));
}
