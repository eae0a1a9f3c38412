import { append } from '@newline/document/append';
import { fencedLines, type SourceLine } from '../../foreign/source-line.ts';
import { boxAround } from './rewriting.ts';

const header = /^\s{0,3}\|?\s*(note|tip|important|warning|caution|danger|info)\s*:?\s*\|?\s*$/iu;
const rule = /^\s{0,3}\|?\s*:?-{3,}:?\s*\|?\s*$/u;
const row = /^\s{0,3}\|(.*?)\|?\s*$/u;

/** Converts tables of one column with the heading “NOTE:”, which stand for callouts in You Don’t Know JS. */
export function readNoteTables(lines: readonly SourceLine[]): SourceLine[] {
  const fenced = fencedLines(lines);
  const written: SourceLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line === undefined) continue;
    const kind = fenced[index] === true ? undefined : header.exec(line.text)?.[1];
    const hasBars = line.text.includes('|') && rule.test(lines[index + 1]?.text ?? '') && (lines[index + 1]?.text ?? '').includes('|');
    const rows = kind !== undefined && hasBars ? rowsAfter(lines, index + 2) : [];
    if (kind === undefined || rows.length === 0) {
      written.push(line);
      continue;
    }
    append(written, boxAround({ ...line, text: '' }, { kind: kind.toLowerCase(), title: null, depth: 0 }, rows));
    index += 1 + rows.length / 2;
  }
  return written;
}

/** Returns the words of the rows, each followed by a blank line; none if a row has more than one cell. */
function rowsAfter(lines: readonly SourceLine[], start: number): SourceLine[] {
  const rows: SourceLine[] = [];
  for (let index = start; ; index += 1) {
    const line = lines[index];
    const words = row.exec(line?.text ?? '')?.[1];
    if (line === undefined || words === undefined) return rows;
    if (/(?<!\\)\|/u.test(words)) return [];
    append(rows, [
      { ...line, text: words.trim().replaceAll('\\|', '|') },
      { ...line, text: '' },
    ]);
  }
}
