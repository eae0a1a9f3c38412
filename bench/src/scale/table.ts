/** A value of a row. An object is written as JSON, a list as an array of texts. */
export type Value = string | number | boolean | Date | null | readonly string[] | { readonly json: unknown };

/** The new rows of a table, in the order in which they are written. */
export type Table = { schema: string; name: string; columns: readonly string[]; rows: () => Iterable<readonly Value[]> };

/** Creates the new rows of a table from a name such as `app_public.users`; quotes belong to the names of columns that need them. */
export function tableOf(name: string, columns: string, rows: Table['rows']): Table {
  const [schema = '', table = ''] = name.split('.');
  return { schema, name: table, columns: columns.split(' '), rows };
}

/** How much text is sent to PostgreSQL at a time. */
const CHUNK = 64 * 1024;

/** Writes rows as the text that COPY reads. */
export function* copyText(rows: Iterable<readonly Value[]>): Generator<string> {
  let text = '';
  for (const row of rows) {
    text += `${row.map(fieldOf).join('\t')}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function fieldOf(value: Value): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return escapeText(value);
  if ('json' in value) return escapeText(JSON.stringify(value.json));
  return escapeText(`{${value.map((one) => `"${one.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`);
}

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll('\\', '\\\\').replaceAll('\t', String.raw`\t`).replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)
    : text;
}
