/** The start of statements in which PostGraphile looks up rows by keys: the keys of all rows are one parameter, a JSON array of arrays. */
const lookup =
  /^(select [^\n]+\.\*\nfrom \()select ids\.ordinality - 1 as idx((?:, \(ids\.value->>\d+\)::[^\n]+? as "id\d+")+) from json_array_elements\(\$(\d+)::json\) with ordinality as ids(\) as [^\n]+,\nlateral )/;
const key = /, \(ids\.value->>(\d+)\)::([^\n]+?) as "id(\d+)"/g;

type Statement = { readonly text: string; readonly values: unknown[] };

/**
 * Rewrites a statement so that its keys are arrays of their own types.
 *
 * A key extracted from JSON is compared by functions that may leak their arguments, so with row-level security PostgreSQL checks the
 * policies of every row of the table before comparing. A key of the column's own type is looked up in an index. Statements of another form
 * stay unchanged; tests detect if the library changes their form.
 */
export function withTypedKeys(text: string, values: unknown[]): Statement {
  const match = lookup.exec(text);
  const [whole = '', head = '', keys = '', parameter = '', tail = ''] = match ?? [];
  const position = Number(parameter);
  const json = values[position - 1];
  // The keys are the last parameter, so that further ones can be appended.
  if (!match || position !== values.length || typeof json !== 'string') return { text, values };
  const types = [...keys.matchAll(key)].map(([, index, type = '', name]) => {
    if (index !== name) throw new Error(`Keys of a statement: expected the key ${name} at its own place, got ${index}`);
    return type;
  });
  const rows = JSON.parse(json) as readonly (readonly unknown[])[];
  const arrays = types.map((_, index) => rows.map((row) => toText(row[index])));
  // Subscripting leaks nothing, keeps a composite key in one piece, and preserves the order.
  const columns = types.map((type, index) => `, ${keySql(type, position + index)} as "id${index}"`).join('');
  return {
    text: `${head}select ids.n - 1 as idx${columns} from unnest($${position + types.length}::int[]) as ids (n)${tail}${text.slice(whole.length)}`,
    values: [...values.slice(0, -1), ...arrays, rows.map((_, index) => index + 1)],
  };
}

/**
 * Returns the SQL of a row's key, from a parameter with those of all rows. An array of arrays would be flattened, so array keys are sent as
 * text.
 */
function keySql(type: string, parameter: number): string {
  return type.endsWith(']') ? `($${parameter}::text[])[ids.n]::${type}` : `($${parameter}::${type}[])[ids.n]`;
}

/** Converts a JSON value to text as `->>` does. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
