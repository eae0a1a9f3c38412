import createMarkdownIt, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it';
import type { DocumentKind } from '../document-node.ts';
import { documentLimits } from '../limits.ts';
import { safeUrl } from '../safe-url.ts';
import type { DirectiveRule, MarkDefinition, NodeDefinition } from '../schema/definition.ts';
import { markDefinitions } from '../schema/marks.ts';
import { nodeDefinitions } from '../schema/nodes.ts';
import { readAttributes } from './attributes-syntax.ts';
import { onToken } from './on-token.ts';
import { readInlineNote, readNoteDefinition, readNoteReference } from './footnotes.ts';
import { readInlineFormula } from './inline-formula.ts';
import { lineOf } from './line-of.ts';
import { pairTags, readTags } from './mark-tags.ts';
import { readTasks } from './read-tasks.ts';

/** A directive and its node. */
export interface DirectiveTarget {
  readonly definition: NodeDefinition;
  readonly rule: DirectiveRule;
}

/** The metadata of the tokens `directive`, `directive_open` and `block_attributes`. */
export interface DirectiveMeta {
  readonly directive: DirectiveTarget | null;
  readonly attributes: Readonly<Record<string, string>>;
}

const metaByToken = new WeakMap<Token, DirectiveMeta>();
const noMeta: DirectiveMeta = { directive: null, attributes: {} };

/** Returns the metadata that one of this parser's own rules attached to its token. */
export function metaOf(token: Token): DirectiveMeta {
  return metaByToken.get(token) ?? noMeta;
}

/**
 * The nesting limit, which is above that of documents, so that deeper content is rejected with a reason. It also bounds the cost of tens of
 * thousands of open brackets.
 */
const maxNesting = 40;

/**
 * Tokens for each node that a document may have: two for a node, which opens and closes, one for its text, and two for each mark
 * with a notation.
 */
const maxTokensPerNode = 24;
/** Opening brackets in text, for each node. The parser searches for a link at each of them. */
const maxBracketsPerNode = 10;

/** Thrown for a text that creates more tokens than a document within the limits can have. */
export class TooManyTokens extends Error {}

const parsers = new Map<DocumentKind, MarkdownIt>();

/**
 * Returns the parser for a kind of document, which is created once. Raw HTML is text, and syntax for what the kind can't contain is off.
 */
export function parserOf(kind: DocumentKind): MarkdownIt {
  const cached = parsers.get(kind);
  if (cached !== undefined) return cached;
  const parser = createParser(
    nodeDefinitions.filter((definition) => kind !== 'comment' || definition.isForComments),
    markDefinitions.filter((definition) => kind !== 'comment' || definition.isForComments),
  );
  const maxTokens = documentLimits[kind].maxNodes * maxTokensPerNode;
  const counts = new WeakMap<object, number>();
  onToken(parser, (env) => {
    const count = (counts.get(env) ?? 0) + 1;
    if (count > maxTokens) throw new TooManyTokens();
    counts.set(env, count);
  });
  parser.core.ruler.before('inline', 'brackets', ({ tokens }) => {
    let brackets = 0;
    for (const { type, content } of tokens) if (type === 'inline') brackets += content.split('[').length - 1;
    if (brackets > documentLimits[kind].maxNodes * maxBracketsPerNode) throw new TooManyTokens();
  });
  parsers.set(kind, parser);
  return parser;
}

function createParser(definitions: readonly NodeDefinition[], marks: readonly MarkDefinition[]): MarkdownIt {
  const parser = new createMarkdownIt({ html: false, linkify: false, typographer: false, maxNesting });
  const names = new Set(definitions.map(({ name }) => name));
  parser.disable(['html_block', 'html_inline', ...(names.has('table') ? [] : ['table'])]);
  parser.validateLink = (url) => safeUrl(url) !== null;
  parser.normalizeLink = (url) => safeUrl(url) ?? '';

  const directives = new Map<string, DirectiveTarget>();
  for (const definition of definitions) {
    for (const rule of definition.markdown?.directives ?? []) directives.set(rule.name, { definition, rule });
  }
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before('fence', 'directive', (state, start, end, isSilent) => readDirective(state, start, end, isSilent, directives), {
    alt,
  });
  parser.block.ruler.before('fence', 'block_attributes', readBlockAttributes, { alt });
  if (names.has('math')) parser.block.ruler.before('fence', 'math', readMath, { alt });
  if (names.has('footnote')) {
    parser.block.ruler.before('reference', 'footnote', readNoteDefinition, { alt: ['paragraph', 'reference'] });
    parser.inline.ruler.before('link', 'footnote_reference', readNoteReference);
    parser.inline.ruler.before('link', 'footnote_inline', readInlineNote);
  }
  parser.core.ruler.before('text_join', 'tasks', readTasks);
  parser.inline.ruler.before('escape', 'br', readBreak);
  parser.inline.ruler.before('escape', 'inline_formula', readInlineFormula);
  parser.inline.ruler.before('autolink', 'tags', readTags(marks));
  parser.inline.ruler2.before('fragments_join', 'tags', pairTags);
  return parser;
}

function isIndentedCode(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 4;
}

function readDirective(
  state: StateBlock,
  start: number,
  end: number,
  isSilent: boolean,
  directives: ReadonlyMap<string, DirectiveTarget>,
): boolean {
  if (isIndentedCode(state, start)) return false;
  const source = lineOf(state, start);
  const match = /^(:{2,})([a-z]+)(?:\{(.*)\})?$/u.exec(source);
  const [, colons = '', name = '', attributeText = ''] = match ?? [];
  const directive = directives.get(name);
  const attributes = match === null ? null : readAttributes(attributeText);
  if (directive === undefined || attributes === null || directive.rule.isContainer !== colons.length > 2) return false;
  if (isSilent) return true;
  const meta: DirectiveMeta = { directive, attributes };
  if (!directive.rule.isContainer) {
    const token = state.push('directive', '', 0);
    metaByToken.set(token, meta);
    token.content = source;
    state.line = start + 1;
    return true;
  }

  let close = start + 1;
  while (close < end && !isDirectiveEnd(state, close, colons.length)) {
    if (!state.isEmpty(close) && (state.sCount[close] ?? 0) < state.blkIndent) break;
    close += 1;
  }
  const isClosed = close < end && isDirectiveEnd(state, close, colons.length);
  const { parentType, lineMax } = state;
  state.parentType = 'directive';
  state.lineMax = close;
  metaByToken.set(state.push('directive_open', '', 1), meta);
  state.md.block.tokenize(state, start + 1, close);
  state.push('directive_close', '', -1);
  state.parentType = parentType;
  state.lineMax = lineMax;
  state.line = isClosed ? close + 1 : close;
  return true;
}

function isDirectiveEnd(state: StateBlock, line: number, colons: number): boolean {
  if (isIndentedCode(state, line) || (state.sCount[line] ?? 0) < state.blkIndent) return false;
  const source = lineOf(state, line);
  return source.length >= colons && /^:+$/u.test(source);
}

function readBlockAttributes(state: StateBlock, start: number, _end: number, isSilent: boolean): boolean {
  if (isIndentedCode(state, start)) return false;
  const attributeText = /^\{:\s(.*)\}$/u.exec(lineOf(state, start))?.[1];
  const attributes = attributeText === undefined ? null : readAttributes(attributeText);
  if (attributes === null) return false;
  if (isSilent) return true;
  metaByToken.set(state.push('block_attributes', '', 0), { directive: null, attributes });
  state.line = start + 1;
  return true;
}

/** Reads TeX between two lines `$$`, or on one line between `$$` and `$$`. */
function readMath(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  if (isIndentedCode(state, start)) return false;
  const source = lineOf(state, start);
  const single = /^\$\$(.+)\$\$$/u.exec(source)?.[1]?.trim();
  if (single === undefined && source !== '$$') return false;
  let close = start + 1;
  if (single === undefined) {
    const isWithin = (line: number) => state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent;
    while (close < end && isWithin(close) && lineOf(state, close) !== '$$') close += 1;
    if (close >= end || lineOf(state, close) !== '$$') return false;
    close += 1;
  }
  if (isSilent) return true;
  const token = state.push('math', '', 0);
  token.content = single ?? state.getLines(start + 1, close - 1, state.blkIndent, true);
  state.line = close;
  return true;
}

/** Reads `{:br}` as a hard break where a line can't end: in headings, table cells and at the end of a paragraph. `{:}` is nothing. */
function readBreak(state: StateInline, isSilent: boolean): boolean {
  if (state.src.startsWith('{:}', state.pos)) {
    state.pos += '{:}'.length;
    return true;
  }
  if (!state.src.startsWith('{:br}', state.pos)) return false;
  if (!isSilent) state.push('hardbreak', 'br', 0);
  state.pos += '{:br}'.length;
  return true;
}
