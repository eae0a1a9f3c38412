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
/** The dashes below or above the columns of a table without bars; one with a single column is a rule or a heading. */
const dashes = /^\s{0,3}-{2,}(?:\s+-{2,})+\s*$/u;

/**
 * Converts the simple tables of Pandoc, whose columns are marked with dashes, to tables that the parser reads. A table whose cells go beyond their
 * columns becomes code, with a line in the report.
 */
export function readDashTables(lines: readonly SourceLine[], messages: ImportMessages): readonly SourceLine[] {
  const isDashes = (line: SourceLine | undefined) => line !== undefined && line.text.length <= maxLine && dashes.test(line.text);
  if (!lines.some(isDashes)) return lines;
  const fenced = fencedLines(lines);
  const isBlank = (index: number) => (lines[index]?.text.trim() ?? '') === '';
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    if (fenced[index] === true || !isDashes(line)) {
      written.push(line);
      continue;
    }
    const hasHead = !isBlank(index - 1) && (index < 2 || isBlank(index - 2));
    let end = index + 1;
    while (!isBlank(end) && !isDashes(lines[end]) && !/^\s*-+\s*$/u.test(lines[end]?.text ?? '')) end += 1;
    const body = lines.slice(index + 1, end);
    // A list of items that are only dashes, or front matter.
    if (body.length === 0 || (!hasHead && !isBlank(index - 1))) {
      written.push(line);
      continue;
    }
    const head = hasHead ? written.pop() : undefined;
    const rows = cellsBelow(
      line.text,
      [...(head === undefined ? [] : [head]), ...body].map(({ text }) => text),
    );
    const blank = { ...line, text: '' };
    const isClosed = /^\s*-[-\s]*$/u.test(lines[end]?.text ?? '');
    if (rows === null) {
      tell(messages, line, 'A table marked with dashes is too complex, so it becomes code.');
      const fence = { ...line, text: '`'.repeat(12) };
      append(written, [blank, fence, ...(head === undefined ? [] : [head]), line, ...body, fence, blank]);
    } else {
      const texts = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`);
      const columns = rows[0]?.length ?? 0;
      const [first = '', ...rest] = head === undefined ? [`|${'  |'.repeat(columns)}`, ...texts] : texts;
      append(
        written,
        ['', first, `|${' --- |'.repeat(columns)}`, ...rest, ''].map((text) => ({ ...line, text })),
      );
    }
    index = isClosed ? end : end - 1;
  }
  return written;
}

/** Returns the cells of rows whose columns begin where dashes begin; null if words go over the space between two columns. */
function cellsBelow(marks: string, rows: readonly string[]): readonly (readonly string[])[] | null {
  const spans = [...marks.matchAll(/-+/gu)].map(({ 0: run, index }) => ({ start: index, end: index + run.length }));
  const starts = spans.map(({ start }, at) => (at === 0 ? 0 : start));
  const isWithin = rows.every((row) => spans.slice(0, -1).every(({ end }, at) => row.slice(end, spans[at + 1]?.start).trim() === ''));
  return isWithin ? rows.map((row) => starts.map((start, at) => row.slice(start, starts[at + 1]).trim())) : null;
}

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
