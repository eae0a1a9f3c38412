import { byteOrderMark } from './byte-order-mark.ts';

/** Formats rows as a CSV file (RFC 4180). Text that a spreadsheet would read as a formula starts with an apostrophe. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Creates the response that downloads a CSV file. */
export function csvResponse(name: string, csv: string): Response {
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Quotes a value, and escapes text that a spreadsheet would read as a formula with an apostrophe. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
