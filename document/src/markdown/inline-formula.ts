import type { StateInline } from 'markdown-it';

/** A formula within a line: its TeX, and the position after it. */
export interface InlineFormula {
  readonly tex: string;
  readonly end: number;
}

/** A dollar sign, TeX without another one, and a dollar sign. */
const simple = /\$(?![\s`])((?:[^$\\]|\\[^])+)\$/uy;
/** What can't precede the first dollar sign (`US$5`), and what can follow the last: no letter or digit, except the end of `$n$th`. */
const before = /[A-Za-z0-9$]$/u;
const after = /(?![A-Za-z0-9$])|(?=(?:th|st|nd|rd|s)(?![A-Za-z0-9]))/uy;
/** An amount of money and words after it: `$5 and 6$`. */
const amount = /^\d[\d.,]*[^\\=+*^_{}<>]*\s\(?[A-Za-z]{2}/u;

/**
 * Returns the formula that begins with the dollar sign at a position, or null if the sign is only text. A formula is `$x$`, or code between
 * dollar signs: `` $`x`$ ``, for any TeX.
 *
 * @param missing runs of backticks, by length, that are known not to follow; speeds up several calls for one source
 */
export function formulaAt(source: string, from: number, missing: Set<number> = new Set()): InlineFormula | null {
  if (source[from + 1] === '`') return codeFormulaAt(source, from, missing);
  simple.lastIndex = from;
  const [whole = '', tex = ''] = simple.exec(source) ?? [];
  const end = from + whole.length;
  if (whole === '' || /\s$/u.test(tex) || before.test(source.slice(Math.max(0, from - 1), from))) return null;
  return canFollow(source, end) && !amount.test(tex) ? { tex: tex.replaceAll('\n', ' '), end } : null;
}

/** Returns whether the text at a position can follow a formula without a separator. */
export function canFollow(source: string, position: number): boolean {
  after.lastIndex = position;
  return after.test(source);
}

function codeFormulaAt(source: string, from: number, missing: Set<number>): InlineFormula | null {
  const runs = /`+/gu;
  runs.lastIndex = from + 1;
  const { length } = runs.exec(source)?.[0] ?? '';
  if (missing.has(length)) return null;
  const start = from + 1 + length;
  for (let run = runs.exec(source); run !== null; run = runs.exec(source)) {
    if (run[0].length !== length) continue;
    if (source[run.index + length] !== '$') return null;
    const inner = source.slice(start, run.index).replaceAll('\n', ' ');
    const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
    return { tex: isPadded ? inner.slice(1, -1) : inner, end: run.index + length + 1 };
  }
  missing.add(length);
  return null;
}

/** Writes TeX as a formula within a line. Code without its backticks is passed in, for what dollar signs alone can't enclose. */
export function writeFormula(tex: string, writeCode: (text: string) => string): string {
  const written = `$${tex}$`;
  const read = formulaAt(written, 0);
  return read?.tex === tex && read.end === written.length ? written : `$${writeCode(tex)}$`;
}

/** Whether a formula is written as code between dollar signs, which can be beside anything. */
export function isCodeFormula(formula: string): boolean {
  return formula.startsWith('$`');
}

/** Whether `{:}` must separate a formula from the text before it. */
export function needsSeparator(written: string, formula: string): boolean {
  return !isCodeFormula(formula) && before.test(written.slice(-1));
}

/** Runs of backticks that don't follow in a text, by the parser's state. */
const missingByState = new WeakMap<StateInline, Set<number>>();

/** Reads a formula within a line. */
export function readInlineFormula(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  const missing = missingByState.get(state) ?? new Set();
  missingByState.set(state, missing);
  const formula = formulaAt(state.src, state.pos, missing);
  if (formula === null || formula.tex.trim() === '') return false;
  if (!isSilent) state.push('inline_formula', '', 0).content = formula.tex;
  state.pos = formula.end;
  return true;
}
