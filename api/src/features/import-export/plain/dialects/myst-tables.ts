import type { SourceLine } from '../../foreign/source-line.ts';

/** A directive of MyST: its title, its options, and its content without them. */
type Directive = {
  readonly name: string;
  readonly title: string;
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly SourceLine[];
};

/** A line of the content, or one that is added. */
type Written = SourceLine | string;

/**
 * Converts the tables and the glossary of MyST: a list of lists, lines of CSV, a table with a caption, and terms with their explanation. Returns null
 * for a table whose cells have more than a line.
 */
export function readMystTable(directive: Directive): readonly Written[] | null {
  const { name, title, options, content } = directive;
  const id = options.get('name') ?? options.get('label');
  const table = name === 'list-table' ? listTable(directive) : name === 'csv-table' ? csvTable(directive) : content;
  if (name === 'glossary') return glossary(content);
  if (table === null || title === '') return table === null ? null : ['', ...table, ''];
  const open = id === undefined ? '<figure>' : `<figure id="${id.replaceAll(/[^\w:.-]/gu, '')}">`;
  return ['', open, '', ...table, '', '<figcaption>', '', title, '', '</figcaption>', '</figure>', ''];
}

function listTable({ options, content }: Directive): readonly Written[] | null {
  const rows: { readonly line: SourceLine; readonly cells: string[] }[] = [];
  for (const line of content) {
    const [, sign, words = ''] = /^(\s*[*-]\s+-|\s+-)(?:\s+(.*))?$/u.exec(line.text) ?? [];
    const row = rows.at(-1);
    if (sign !== undefined && /^\s*[*-]\s+-$/u.test(sign)) rows.push({ line, cells: [words.trim()] });
    else if (sign !== undefined) row?.cells.push(words.trim());
    else if (line.text.trim() !== '') {
      const last = row?.cells.pop();
      // A block in a cell.
      if (row === undefined || last === undefined || /^\s*(?:[`~:]{3}|[-*+>#]\s)/u.test(line.text)) return null;
      row.cells.push(`${last} ${line.text.trim()}`);
    }
  }
  return rowsOf(rows, Number(options.get('header-rows') ?? 0));
}

function csvTable({ options, content }: Directive): readonly Written[] | null {
  const sign = options.get('delim') ?? ',';
  if (sign !== ',' && sign !== ';') return null;
  const lines = content.filter(({ text }) => text.trim() !== '');
  const rows = lines.map((line) => ({ line, cells: cellsOf(line.text, sign) }));
  const head = options.get('header');
  const [first] = lines;
  const named = head === undefined || first === undefined ? [] : [{ line: first, cells: cellsOf(head, sign) }];
  return rowsOf([...named, ...rows], named.length > 0 ? 1 : Number(options.get('header-rows') ?? 0));
}

function cellsOf(text: string, sign: string): string[] {
  const cell = sign === ',' ? /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/gu : /\s*(?:"((?:[^"]|"")*)"|([^;]*))\s*(?:;|$)/gu;
  const cells = [...text.matchAll(cell)].map(([, quoted, plain = '']) => (quoted ?? plain).replaceAll('""', '"').trim());
  // The pattern also matches nothing at the end.
  return text.trimEnd().endsWith(sign) ? cells : cells.slice(0, -1);
}

function rowsOf(
  rows: readonly { readonly line: SourceLine; readonly cells: readonly string[] }[],
  headCount: number,
): readonly Written[] | null {
  const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  if (columns === 0 || headCount > 1) return null;
  const lines = rows.map(({ line, cells }) => ({
    ...line,
    text: `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/gu, String.raw`\|`)).join(' | ')} |`,
  }));
  const rule = `|${' --- |'.repeat(columns)}`;
  const [first = '', ...rest] = headCount === 1 ? lines : [`|${'  |'.repeat(columns)}`, ...lines];
  return [first, rule, ...rest];
}

/** Terms have no indentation, their explanations have. */
function glossary(content: readonly SourceLine[]): readonly Written[] {
  return content.flatMap((line, index): Written[] => {
    if (line.text.trim() === '') return [line];
    if (/^\S/u.test(line.text)) return ['', line];
    const isFirst = /^\S/u.test(content[index - 1]?.text ?? '');
    return [{ ...line, text: `${isFirst ? ':   ' : '    '}${line.text.trim()}` }];
  });
}
