import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import { maxLine } from './rewriting.ts';

const row = /^ {0,3}\|/u;
/** `|---`, `|:--+--:|`: a line between the head and the bodies of a table, or before it. */
const rule = /^ {0,3}\|(?=[\s|:+-]*-)[\s|:+-]+$/u;
/** `|===`: a line before the foot of a table. */
const footRule = /^ {0,3}\|(?=[\s|+=]*=)[\s|+=]+$/u;

/** A line that only separates the blocks around it. */
const endOfBlock = /^ {0,3}\^\s*$/u;

/**
 * Converts the tables of kramdown, which Jekyll uses, to tables that the parser reads: a line `|---` may stand before the first row and between
 * others, `|===` before the last ones, and a table needs no head. Makes its sign between blocks, `^`, a blank line.
 */
export function readKramdownBlocks(lines: readonly SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => row.test(text) || endOfBlock.test(text))) return [...lines];
  const fenced = fencedLines(lines);
  const isRow = (index: number) => {
    const text = lines[index]?.text ?? '';
    return fenced[index] !== true && text.length <= maxLine && row.test(text);
  };
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    if (!isRow(index)) {
      written.push(fenced[index] !== true && endOfBlock.test(line.text) ? { ...line, text: '' } : line);
      continue;
    }
    let end = index + 1;
    while (isRow(end)) end += 1;
    const isAfterText = (lines[index - 1]?.text.trim() ?? '') !== '';
    const table = lines.slice(index, end);
    append(written, isAfterText ? table : tableOf(table));
    index = end - 1;
  }
  return written;
}

function tableOf(table: readonly SourceLine[]): readonly SourceLine[] {
  const isRule = ({ text }: SourceLine) => rule.test(text) || footRule.test(text);
  const rows = table.filter((line) => !isRule(line));
  const [first] = rows;
  const hasFirstRule = table[0] !== undefined && isRule(table[0]);
  const start = hasFirstRule ? 1 : 0;
  const headRule = table.findIndex((line, at) => at > start && rule.test(line.text));
  const isPlain = !hasFirstRule && headRule === 1 && table.filter(isRule).length === 1;
  if (first === undefined) return table;
  const row = (line: SourceLine) => ({ ...line, text: `| ${cellsIn(line.text, '|').map(withoutBars).join(' | ')} |` });
  if (isPlain) return table.map((line) => (isRule(line) ? line : row(line)));
  const columns = rows.reduce((most, { text }) => Math.max(most, cellsIn(text, '|').length), 1);
  const hasHead = headRule !== -1 && headRule === start + 1;
  const written = (hasHead ? table[headRule] : table.find(isRule))?.text ?? '';
  const aligned = footRule.test(written) ? [] : cellsIn(written, '|+');
  const rules = Array.from({ length: columns }, (_, at) => {
    const [, left, right] = /^\s*(:?)-+(:?)\s*$/u.exec(aligned[at] ?? '') ?? [];
    return `${left ?? ''}---${right ?? ''}`;
  });
  const ruleLine = { ...first, text: `| ${rules.join(' | ')} |` };
  if (hasHead) return [row(first), ruleLine, ...rows.slice(1).map(row)];
  return [{ ...first, text: `|${'  |'.repeat(columns)}` }, ruleLine, ...rows.map(row)];
}

/** Escapes bars in code, which don't separate cells in kramdown. */
function withoutBars(cell: string): string {
  return cell.trim().replaceAll(/(?<!\\)\|/gu, String.raw`\|`);
}

/** Splits a row at signs that aren't escaped or in code. */
function cellsIn(text: string, signs: string): string[] {
  const cells: string[] = [''];
  for (const part of text
    .trim()
    .replace(/^\|/u, '')
    .replace(/(?<!\\)\|$/u, '')
    .split(/(`+[^`]*`+|\\.)/u)) {
    if (part.startsWith('`') || part.startsWith('\\')) cells.push(`${cells.pop() ?? ''}${part}`);
    else {
      const [begin = '', ...others] = part.split(signs === '|' ? '|' : /[|+]/u);
      cells.push(`${cells.pop() ?? ''}${begin}`);
      append(cells, others);
    }
  }
  return cells;
}
