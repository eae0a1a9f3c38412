import { emptyRecord } from '../../empty-record.ts';
import { elementsIn, findElement, hasClass, type HtmlElement, type HtmlPiece } from '../html-tree.ts';

const boldWeight = /font-weight:\s*(?:bold|[6-9]00)\b/iu;

/** Returns the classes that a spreadsheet's style sheet makes bold, as Excel's does: its cells have no style of their own. */
export function boldClassesIn(html: string): ReadonlySet<string> {
  const classes = new Set<string>();
  const end = html.indexOf('</style>');
  if (end === -1 || !html.includes('schemas-microsoft-com:office:excel')) return classes;
  for (const [, name = '', rules = ''] of html.slice(0, end).matchAll(/\.(xl\d{1,6})\s*\{([^{}]{0,2000})\}/gu))
    if (boldWeight.test(rules)) classes.add(name);
  return classes;
}

/** Makes the first row of a table a header row if the table has its cells in `thead`, or if all of them are bold. */
export function readHeaderRow(table: HtmlElement, boldClasses: ReadonlySet<string>): HtmlElement {
  if (table.tag !== 'table' || findElement(table, ({ tag }) => tag === 'th') !== undefined) return table;
  const rows = rowsOf(table);
  const [first] = rows;
  if (first === undefined || rows.length < 2) return table;
  const isHead = elementsIn(table).some(({ tag, children }) => tag === 'thead' && children.includes(first));
  const cells = elementsIn(first).filter(({ tag }) => tag === 'td');
  if (cells.length === 0 || !(isHead || cells.every((cell) => isBold(cell, boldClasses)))) return table;
  const head: HtmlElement = {
    ...first,
    children: first.children.map((cell) => (typeof cell === 'string' || cell.tag !== 'td' ? cell : asHeader(cell))),
  };
  const replace = (piece: HtmlPiece): HtmlPiece => {
    if (piece === first) return head;
    return typeof piece === 'string' || piece.tag === 'tr' ? piece : { ...piece, children: piece.children.map(replace) };
  };
  return { ...table, children: table.children.map(replace) };
}

function rowsOf(table: HtmlElement): readonly HtmlElement[] {
  return elementsIn(table).flatMap((child) => (child.tag === 'tr' ? [child] : elementsIn(child).filter(({ tag }) => tag === 'tr')));
}

function isBold(cell: HtmlElement, boldClasses: ReadonlySet<string>): boolean {
  if (boldWeight.test(cell.attributes['style'] ?? '')) return true;
  if ([...boldClasses].some((name) => hasClass(cell, name))) return true;
  const isWhole = (pieces: readonly HtmlPiece[]): boolean => {
    const words = pieces.filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
    return words.length > 0 && words.every(isBoldPiece);
  };
  const isBoldPiece = (piece: HtmlPiece): boolean => {
    if (typeof piece === 'string') return false;
    if (/^(?:b|strong)$/u.test(piece.tag) || boldWeight.test(piece.attributes['style'] ?? '')) return true;
    return isWhole(piece.children);
  };
  return isWhole(cell.children);
}

/** A header cell is bold anyway. */
function asHeader({ attributes: own, children }: HtmlElement): HtmlElement {
  const attributes = emptyRecord<string>();
  Object.assign(attributes, own);
  attributes['style'] = (own['style'] ?? '').replace(boldWeight, '');
  const plain = (piece: HtmlPiece): HtmlPiece => {
    if (typeof piece === 'string') return piece;
    const style = piece.attributes['style'];
    const inner = style === undefined ? piece.attributes : { ...piece.attributes, style: style.replace(boldWeight, '') };
    return { tag: /^(?:b|strong)$/u.test(piece.tag) ? 'span' : piece.tag, attributes: inner, children: piece.children.map(plain) };
  };
  return { tag: 'th', attributes, children: children.map(plain) };
}
