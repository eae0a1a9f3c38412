import type { DocumentNode } from '../document-node.ts';
import type { BlockWriter } from '../schema/definition.ts';

/** Writes a plain table as a Markdown table, and any other as directives: `:::table` with `:::row`, `:::head` and `:::cell` in it. */
export function writeTable(table: DocumentNode, writer: BlockWriter): string {
  const rows = table.content ?? [];
  if (!isPlain(rows, writer)) return writer.container('table', writer.attributes(table), writer.blocks(rows));
  const [head, ...body] = rows.map((row) => (row.content ?? []).map((cell) => writeCell(cell, writer)));
  const rules = (rows[0]?.content ?? []).map((cell) => rule(cell.attrs?.['align']));
  return [head ?? [], rules, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function writeCell(cell: DocumentNode, writer: BlockWriter): string {
  return writer.inline(cell.content?.[0]?.content ?? [], 'cell');
}

function rule(align: unknown): string {
  if (align === 'left') return ':--';
  if (align === 'center') return ':-:';
  return align === 'right' ? '--:' : '---';
}

/** Returns true for one row of header cells followed by rows of as many ordinary cells, with one paragraph per cell, aligned by column. */
function isPlain(rows: readonly DocumentNode[], writer: BlockWriter): boolean {
  const columns = rows[0]?.content ?? [];
  if (columns.length === 0) return false;
  return rows.every((row, rowIndex) => {
    const cells = row.content ?? [];
    if (cells.length !== columns.length) return false;
    return cells.every((cell, column) => {
      const [paragraph, ...others] = cell.content ?? [];
      const isKind = cell.type === (rowIndex === 0 ? 'tableHeader' : 'tableCell');
      const isAligned = cell.attrs?.['align'] === columns[column]?.attrs?.['align'];
      const isBare = writer.attributes(cell, ['align']) === '' && others.length === 0;
      return isKind && isAligned && isBare && paragraph?.type === 'paragraph' && writer.attributes(paragraph) === '';
    });
  });
}
