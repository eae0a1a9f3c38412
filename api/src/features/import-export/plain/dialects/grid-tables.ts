import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import type { ImportMessages } from '../../import-plan.ts';
import { maxLine, tell } from './rewriting.ts';

const rule = /^\s{0,3}\+(?:[-=:]+\+)+\s*$/u;

/**
 * Converts the tables of Pandoc whose cells are drawn with characters, `+---+---+`, to tables that the parser reads. A cell of several lines becomes one line;
 * a table whose cells span others, or have blocks, becomes code, with a line in the report.
 */
export function readGridTables(lines: readonly SourceLine[], messages: ImportMessages): readonly SourceLine[] {
  if (!lines.some(({ text }) => text.length <= maxLine && rule.test(text))) return lines;
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const isStart = fenced[index] !== true && line.text.length <= maxLine && rule.test(line.text);
    let end = index;
    while (isStart && /^\s{0,3}[+|]/u.test(lines[end + 1]?.text ?? '')) end += 1;
    if (!isStart || end === index || !rule.test(lines[end]?.text ?? '')) {
      written.push(line);
      continue;
    }
    const table = lines.slice(index, end + 1);
    const rows = rowsOf(table.map(({ text }) => text.trim()));
    const blank = { ...line, text: '' };
    if (rows === null) {
      tell(messages, line, 'A table drawn with characters is too complex, so it becomes code.');
      const fence = { ...line, text: '`'.repeat(12) };
      append(written, [blank, fence, ...table, fence, blank]);
    } else append(written, [blank, ...rows.map((text) => ({ ...line, text })), blank]);
    index = end;
  }
  return written;
}

/** Returns the rows as Markdown; null for a table whose rows have other columns than its first rule. */
function rowsOf(table: readonly string[]): readonly string[] | null {
  const first = table[0] ?? '';
  const edges = [...first].flatMap((sign, at) => (sign === '+' ? [at] : []));
  const positions = new Set(edges);
  const rows: string[][] = [];
  let cells: string[] = [];
  let headCount = 0;
  for (const text of table.slice(1)) {
    if (rule.test(text)) {
      const isSame = [...text].every((sign, at) => (sign === '+') === positions.has(at));
      if (!isSame || cells.length === 0) return null;
      if (text.includes('=')) headCount = rows.length + 1;
      rows.push(cells);
      cells = [];
      continue;
    }
    if (edges.some((at) => text[at] !== '|')) return null;
    for (const [column, at] of edges.slice(0, -1).entries()) {
      const words = text.slice(at + 1, edges[column + 1]).trim();
      // A list or a paragraph of its own can't be in a line.
      if (/^(?:[-*+]|\d+[.)])\s/u.test(words)) return null;
      cells[column] = [cells[column] ?? '', words].filter(Boolean).join(' ');
    }
  }
  if (headCount > 1 || rows.length === 0) return null;
  const rules = `|${' --- |'.repeat(edges.length - 1)}`;
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`);
  const [head = '', ...body] = headCount === 0 ? [`|${'  |'.repeat(edges.length - 1)}`, ...lines] : lines;
  return [head, rules, ...body];
}
