import { append } from '../append.ts';
import type { DocumentMark, DocumentNode } from '../document-node.ts';
import type { Delimiter } from '../schema/definition.ts';
import { isFormula } from '../is-formula.ts';
import { findMark } from '../schema/marks.ts';
import { writeDestination } from './write-destination.ts';
import { canFollow, formulaAt, isCodeFormula, needsSeparator, writeFormula } from './inline-formula.ts';

/** The position of inline content. Lines can end only in a paragraph. */
export type InlinePosition = 'paragraph' | 'heading' | 'cell';

/**
 * One character of the line being written. A delimiter (`**`, `_`, `~~`) opens or closes only next to certain characters; where the neighbor is a
 * wrong one, it is written as an entity, which counts as punctuation and means the same.
 */
type Sign =
  | { readonly kind: 'char'; readonly char: string; isEncoded: boolean; readonly isInside: boolean }
  | { readonly kind: 'open'; readonly markup: Delimiter }
  | { readonly kind: 'close'; readonly markup: Delimiter }
  | { readonly kind: 'raw'; readonly markup: string }
  | { readonly kind: 'formula'; readonly markup: string };

/** Returns what is written in place of a footnote with this content. */
export type NoteWriter = (content: readonly DocumentNode[]) => string;

const writeInlineNote: NoteWriter = (content) => `^[${writeInline(content, 'heading')}]`;

/**
 * Writes inline content so that reading it gives the same nodes again, for any text: Markdown syntax is escaped, and spaces at the ends of
 * lines and next to marks become entities.
 */
export function writeInline(nodes: readonly DocumentNode[], position: InlinePosition, writeNote: NoteWriter = writeInlineNote): string {
  const characters = toCharacters(nodes, position, writeNote);
  encodeEdges(characters);
  encodeBesideDelimiters(characters);
  const plain = stringify(characters, position);
  // Code can contain what makes a link look like a link definition. `{:}` is nothing and prevents that.
  const separated = /^\[(?:\\[^]|[^\]\\])*\]:/u.test(plain) ? `{:}${plain}` : plain;
  // A note at the start of a later line.
  const written = separated.replaceAll(/\n(?=\[\^[^\]]+\]:)/gu, '\n{:}');
  return position === 'cell' ? written.replaceAll('|', String.raw`\|`) : written;
}

function toCharacters(nodes: readonly DocumentNode[], position: InlinePosition, writeNote: NoteWriter): Sign[] {
  const characters: Sign[] = [];
  let active: DocumentMark[] = [];
  for (const [index, node] of nodes.entries()) {
    const nextMarks = nestedMarks(node);
    // Marks are closed from the innermost outward, to the first one that ends here. Others that this closes are opened again.
    const firstEnding = active.findIndex((mark) => !nextMarks.some((other) => isSame(mark, other)));
    const closing = firstEnding === -1 ? [] : active.slice(firstEnding);
    active = firstEnding === -1 ? active : active.slice(0, firstEnding);
    append(
      characters,
      closing.toReversed().map((mark) => closingSign(mark)),
    );
    const opening = nextMarks
      .filter((mark) => !active.some((other) => isSame(mark, other)))
      .map((mark) => ({ mark, reach: reachOf(mark, nodes, index) }))
      .toSorted((a, b) => b.reach - a.reach);
    append(
      characters,
      opening.map(({ mark }) => openingSign(mark)),
    );
    append(
      active,
      opening.map(({ mark }) => mark),
    );
    append(characters, contentCharacters(node, position, index + 1 === nodes.length, writeNote));
  }
  append(
    characters,
    active.toReversed().map((mark) => closingSign(mark)),
  );
  return characters;
}

/** Returns the marks that enclose text in Markdown, without code and formulas, which are written with the text. */
function nestedMarks(node: DocumentNode): readonly DocumentMark[] {
  return (node.marks ?? []).filter(({ type }) => type !== 'code' && type !== 'formula' && findMark(type) !== undefined);
}

function isSame(one: DocumentMark, other: DocumentMark): boolean {
  return one.type === other.type && one.attrs?.['href'] === other.attrs?.['href'];
}

/** Returns how many nodes from here on carry the mark. The longest mark is the outermost. */
function reachOf(mark: DocumentMark, nodes: readonly DocumentNode[], from: number): number {
  let to = from + 1;
  while (to < nodes.length && to - from < 64 && nestedMarks(nodes[to] ?? { type: '' }).some((other) => isSame(mark, other))) to += 1;
  return to - from;
}

function openingSign(mark: DocumentMark): Sign {
  const { delimiter, tag } = findMark(mark.type) ?? {};
  if (delimiter !== undefined) return { kind: 'open', markup: delimiter };
  return { kind: 'raw', markup: tag === undefined ? '[' : `<${tag}>` };
}

function closingSign(mark: DocumentMark): Sign {
  const { delimiter, tag } = findMark(mark.type) ?? {};
  if (delimiter !== undefined) return { kind: 'close', markup: delimiter };
  if (tag !== undefined) return { kind: 'raw', markup: `</${tag}>` };
  const href = mark.attrs?.['href'];
  return { kind: 'raw', markup: `](${writeDestination(typeof href === 'string' ? href : '')})` };
}

function contentCharacters(node: DocumentNode, position: InlinePosition, isLast: boolean, writeNote: NoteWriter): Sign[] {
  if (node.type === 'hardBreak') return [{ kind: 'raw', markup: position === 'paragraph' && !isLast ? '\\\n' : '{:br}' }];
  if (node.type === 'footnote') return [{ kind: 'raw', markup: writeNote(node.content ?? []) }];
  const text = node.text ?? '';
  if (node.marks?.some((mark) => mark.type === 'code') === true) return [{ kind: 'raw', markup: writeCodeSpan(text) }];
  if (isFormula(node)) return [{ kind: 'formula', markup: writeFormula(text, writeCodeSpan) }];
  const chars = Array.from(text);
  return chars.map((char, index) => ({ kind: 'char', char, isEncoded: false, isInside: index > 1 && index + 2 < chars.length }));
}

function writeCodeSpan(text: string): string {
  const runs = new Set((text.match(/`+/gu) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length += 1;
  const fence = '`'.repeat(length);
  const losesSpaces = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/u.test(text);
  const needsPadding = losesSpaces || text.startsWith('`') || text.endsWith('`');
  return needsPadding ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

type Side = 'space' | 'punctuation' | 'word' | 'other';

function sideOf(sign: Sign | undefined, edge: 'left' | 'right'): Side {
  if (sign === undefined) return 'space';
  if (sign.kind === 'formula') return 'punctuation';
  if (sign.kind === 'raw') return edge === 'right' && sign.markup.endsWith('\n') ? 'space' : 'punctuation';
  if (sign.kind === 'open' || sign.kind === 'close' || sign.isEncoded) return 'punctuation';
  if (sign.char === ' ') return 'space';
  if (/^[!-/:-@[-`{-~]$/u.test(sign.char)) return 'punctuation';
  return /^[\p{L}\p{N}]$/u.test(sign.char) ? 'word' : 'other';
}

/** Encodes the spaces that parsers of Markdown drop: all of them at the ends of a line, and unusual ones anywhere. */
function encodeEdges(characters: readonly Sign[]): void {
  for (const [index, sign] of characters.entries()) {
    if (sign.kind !== 'char' || !/^\s$/u.test(sign.char)) continue;
    const next = characters[index + 1];
    const isAtEnd = next === undefined || (next.kind === 'raw' && next.markup === '\\\n');
    const isAtStart = index === 0 || isLineEnd(characters[index - 1]);
    if (sign.char !== ' ' || isAtStart || isAtEnd) sign.isEncoded = true;
  }
}

function isLineEnd(sign: Sign | undefined): boolean {
  return sign?.kind === 'raw' && sign.markup.endsWith('\n');
}

function encodeBesideDelimiters(characters: readonly Sign[]): void {
  const pending = [...characters.keys()].filter((index) => isDelimiter(characters[index])).toReversed();
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const sign = characters[index];
    if (sign?.kind !== 'open' && sign?.kind !== 'close') continue;
    const outer = sign.kind === 'open' ? index - 1 : index + 1;
    const inner = sign.kind === 'open' ? index + 1 : index - 1;
    const outerSide = sideOf(characters[outer], sign.kind === 'open' ? 'right' : 'left');
    const innerSide = sideOf(characters[inner], sign.kind === 'open' ? 'left' : 'right');
    const isFreeOutside = outerSide === 'space' || outerSide === 'punctuation';
    const needsFreeOutside = sign.markup === '_' || innerSide !== 'word';
    if (innerSide === 'space') encodeAt(inner);
    if (needsFreeOutside && !isFreeOutside) encodeAt(outer);
  }

  /** Encodes one character, which changes how the delimiters next to it are read. */
  function encodeAt(index: number): void {
    const sign = characters[index];
    if (sign?.kind !== 'char' || sign.isEncoded) return;
    sign.isEncoded = true;
    append(
      pending,
      [index - 1, index + 1].filter((neighbor) => isDelimiter(characters[neighbor])),
    );
  }
}

function isDelimiter(sign: Sign | undefined): boolean {
  return sign?.kind === 'open' || sign?.kind === 'close';
}

function stringify(characters: readonly Sign[], position: InlinePosition): string {
  let written = '';
  /** The start of the current line while it consists only of digits; null once it has anything else. */
  let lineStart: string | null = '';
  /** Where dollar signs of the text are. */
  const dollars: number[] = [];
  for (const [index, sign] of characters.entries()) {
    if (sign.kind === 'open' || sign.kind === 'close') {
      written += sign.markup;
      lineStart = null;
      continue;
    }
    if (sign.kind === 'formula') {
      const isApart = isCodeFormula(sign.markup) || canFollow(plainAfter(characters, index), 0);
      written += `${needsSeparator(written, sign.markup) ? '{:}' : ''}${sign.markup}${isApart ? '' : '{:}'}`;
      lineStart = null;
      continue;
    }
    if (sign.kind === 'raw') {
      written += sign.markup;
      lineStart = isLineEnd(sign) ? '' : null;
      continue;
    }
    const isPlainDollar = sign.char === '$' && !sign.isEncoded && lineStart !== '';
    if (isPlainDollar) dollars.push(written.length);
    written += sign.isEncoded
      ? `&#${sign.char.codePointAt(0)};`
      : escapeChar(sign, characters[index - 1], characters[index + 1], lineStart, position);
    lineStart = lineStart !== null && !sign.isEncoded && /\d/u.test(sign.char) ? lineStart + sign.char : null;
  }
  return escapeDollars(written, dollars);
}

/** Escapes the dollar signs of the text if one of them would begin a formula. */
function escapeDollars(written: string, dollars: readonly number[]): string {
  const missing = new Set<number>();
  if (!dollars.some((at) => formulaAt(written, at, missing) !== null)) return written;
  let escaped = '';
  let from = 0;
  for (const at of dollars) {
    escaped += `${written.slice(from, at)}\\`;
    from = at;
  }
  return escaped + written.slice(from);
}

/** Returns the few characters of text right after a sign. */
function plainAfter(characters: readonly Sign[], index: number): string {
  let plain = '';
  for (const sign of characters.slice(index + 1, index + 4)) {
    if (sign.kind !== 'char' || sign.isEncoded) break;
    plain += sign.char;
  }
  return plain;
}

function escapeChar(
  sign: Extract<Sign, { kind: 'char' }>,
  before: Sign | undefined,
  after: Sign | undefined,
  lineStart: string | null,
  position: InlinePosition,
): string {
  const { char } = sign;
  const escaped = `\\${char}`;
  switch (char) {
    case '\\':
    case '*':
    case '`':
    case '[':
    case ']':
    case '<':
      return escaped;
    case '_':
      return sign.isInside && isWordChar(before) && isWordChar(after) ? char : escaped;
    case '~':
      return lineStart === '' || isTilde(before) || isTilde(after) ? escaped : char;
    case '!':
      return after?.kind === 'raw' ? escaped : char;
    case '^':
      return (after?.kind === 'raw' && after.markup.startsWith('[')) || (before?.kind === 'raw' && before.markup.endsWith('['))
        ? escaped
        : char;
    case '(':
      return before?.kind === 'raw' && before.markup.startsWith('[^') ? escaped : char;
    case '&':
      return after?.kind === 'char' && /[#A-Za-z0-9]/u.test(after.char) ? escaped : char;
    case '{':
      return after?.kind === 'char' && after.char === ':' ? escaped : char;
    case '#':
      return lineStart === '' || position === 'heading' ? escaped : char;
    case '.':
    case ')':
      return lineStart !== null && lineStart !== '' ? escaped : char;
    default:
      return lineStart === '' && '+-=>|:$'.includes(char) ? escaped : char;
  }
}

/** Whether the sign is a tilde: two of them are strikethrough. */
function isTilde(sign: Sign | undefined): boolean {
  return sign?.kind === 'char' ? sign.char === '~' : isDelimiter(sign) && sign?.markup === '~~';
}

function isWordChar(sign: Sign | undefined): boolean {
  return sign?.kind === 'char' && !sign.isEncoded && /^[A-Za-z0-9]$/u.test(sign.char);
}
