import { fencedLines, type SourceLine } from './source-line.ts';

/** Lines in which formulas are hidden, and the function that shows them again. */
export type MaskedLines = { readonly lines: readonly SourceLine[]; unmask(lines: readonly SourceLine[]): SourceLine[] };

/** Maximum length of a line that is searched. */
const maxLine = 2000;
/** Around the number of a hidden formula. Unicode reserves them for use within a program, so no text has them. */
const [open, close] = ['\uFDD0', '\uFDD1'];
const masked = /\uFDD0(\d{1,7})\uFDD1/gu;
/** A formula in a line, as Pandoc reads it: `$5 or $6` has none. */
const inLine = /(?<![\\$])(\${1,2})(?=[^\s$])([^$\n]*[^\s$\\])\1(?![\w$])/gu;
/** The line before the words: spaces and the signs of quotations. */
const margin = /^[\s>]*/u;
/** The end of a formula of several lines, which can have a label. */
const blockEnd = /^(.*?)\$\$\s*(?:\([\w:.-]{1,100}\)|\{#[\w-]+\})?\s*$/u;

/**
 * Hides the formulas of a text behind numbers, so that nothing in them is read as a sign of a dialect: in `$\sum_{i=1}^{n}$`, the braces would be
 * attributes.
 */
export function maskFormulas(lines: readonly SourceLine[]): MaskedLines {
  if (!lines.some(({ text }) => text.includes('$')) || lines.some(({ text }) => text.includes(open)))
    return { lines, unmask: (all) => [...all] };
  const formulas: string[] = [];
  const mask = (formula: string) => (formula.trim() === '' ? formula : `${open}${formulas.push(formula) - 1}${close}`);
  const fenced = fencedLines(lines);
  const ends = endsOfBlocks(lines, fenced);
  let end = -1;
  const read = lines.map((line, index): SourceLine => {
    const { text } = line;
    if (fenced[index] === true || text.length > maxLine) return line;
    const space = margin.exec(text)?.[0] ?? '';
    const rest = text.slice(space.length);
    if (index < end) return { ...line, text: `${space}${mask(rest)}` };
    if (index === end) {
      const [, formula = ''] = blockEnd.exec(rest) ?? [];
      return { ...line, text: `${space}${mask(formula)}${rest.slice(formula.length)}` };
    }
    const later = ends.get(index);
    if (later !== undefined) {
      end = later;
      return { ...line, text: `${space}$$${mask(rest.slice(2))}` };
    }
    const parts = text.split(/(`+[^`]*`+)/u);
    const shown = parts.map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(inLine, (_all, dollars: string, formula: string) => `${dollars}${mask(formula)}${dollars}`),
    );
    return { ...line, text: shown.join('') };
  });
  const unmask = (all: readonly SourceLine[]) =>
    all.map((line) =>
      line.text.includes(open)
        ? { ...line, text: line.text.replaceAll(masked, (_all, number: string) => formulas[Number(number)] ?? '') }
        : line,
    );
  return { lines: read, unmask };
}

/** Returns where each formula of several lines ends, by the line in which it begins. One that never ends is text. */
function endsOfBlocks(lines: readonly SourceLine[], fenced: readonly boolean[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let start = -1;
  for (const [index, { text }] of lines.entries()) {
    if (fenced[index] === true || text.length > maxLine) {
      start = -1;
      continue;
    }
    const rest = text.replace(margin, '');
    // A blank line ends a formula, as it ends a paragraph.
    if (rest === '') start = -1;
    else if (start !== -1 && blockEnd.test(rest)) {
      ends.set(start, index);
      start = -1;
    } else if (start === -1 && rest.startsWith('$$') && !rest.slice(2).includes('$$')) start = index;
  }
  return ends;
}
