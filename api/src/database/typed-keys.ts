/** What PostGraphile writes before a statement that looks rows up by keys: the keys of all rows come as one parameter, an array of arrays in JSON. */
const lookup =
  /^(select [^\n]+\.\*\nfrom \()select ids\.ordinality - 1 as idx((?:, \(ids\.value->>\d+\)::[^\n]+? as "id\d+")+) from json_array_elements\(\$(\d+)::json\) with ordinality as ids(\) as [^\n]+,\nlateral )/;
const key = /, \(ids\.value->>(\d+)\)::([^\n]+?) as "id(\d+)"/g;

/** A statement and its values. */
type Statement = { readonly text: string; readonly values: unknown[] };

/**
 * The same statement with its keys in arrays of their own types.
 *
 * A key that is taken out of JSON is compared through functions that may leak what they are given, so that under row-level security
 * PostgreSQL has to ask the policies of every row of the table before it compares. A key of the column's own type is looked up in an index.
 * A statement of another shape stays as it is; the tests find out when the library writes another one.
 */
export function withTypedKeys(text: string, values: unknown[]): Statement {
  const found = lookup.exec(text);
  const [whole = '', head = '', keys = '', parameter = '', tail = ''] = found ?? [];
  const place = Number(parameter);
  const json = values[place - 1];
  // The keys are the last parameter, so that others can be put after them.
  if (!found || place !== values.length || typeof json !== 'string') return { text, values };
  const types = [...keys.matchAll(key)].map(([, index, type = '', name]) => {
    if (index !== name) throw new Error(`Keys of a statement: expected the key ${name} at its own place, got ${index}`);
    return type;
  });
  const rows = JSON.parse(json) as readonly (readonly unknown[])[];
  const arrays = types.map((_, index) => rows.map((row) => textOf(row[index])));
  // Subscripting leaks nothing, keeps a row that is a key in one piece, and has each key in its place.
  const columns = types.map((type, index) => `, ${keyOf(type, place + index)} as "id${index}"`).join('');
  return {
    text: `${head}select ids.n - 1 as idx${columns} from unnest($${place + types.length}::int[]) as ids (n)${tail}${text.slice(whole.length)}`,
    values: [...values.slice(0, -1), ...arrays, rows.map((_, index) => index + 1)],
  };
}

/** The key of a row, out of a parameter with those of all rows. An array of arrays would come apart, so one comes as text. */
function keyOf(type: string, parameter: number): string {
  return type.endsWith(']') ? `($${parameter}::text[])[ids.n]::${type}` : `($${parameter}::${type}[])[ids.n]`;
}

/** As `->>` gives it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
