import { createHash } from 'node:crypto';
import type { PgCodec } from 'postgraphile/@dataplan/pg';
import { type SQL, sql } from 'postgraphile/pg-sql2';
import { NotCompilable } from './not-compilable.ts';
import type { Order } from './orders.ts';
import { column, type Row } from './rows.ts';

const textual = new Set(['uuid', 'text', 'varchar', 'citext', 'timestamptz', 'date']);
const numeric = new Set(['int2', 'int4']);

/**
 * Returns the cursor of a row as PostGraphile writes it: base64 of a JSON list with a hash of the orders, and the row's values for them. So
 * PostGraphile can continue a list at the cursor of a compiled statement.
 */
export function cursorOf(orders: readonly Order[], row: Row): SQL {
  const values = orders.map(({ attribute }) => {
    const codec = attribute === undefined ? undefined : row.codec.attributes?.[attribute]?.codec;
    if (attribute === undefined || codec === undefined) throw new NotCompilable('a cursor in an order that is not of columns');
    return sql`coalesce(${jsonOfKey(column(row, attribute), codec)}, 'null')`;
  });
  if (values.length === 0) throw new NotCompilable('a cursor without an order');
  const list = sql`'["' || ${sql.literal(hashOf(orders, row))} || '",' || ${sql.join(values, ` || ',' || `)} || ']'`;
  return sql`translate(encode(convert_to(${list}, 'UTF8'), 'base64'), chr(10), '')`;
}

/** The alias is that of PostGraphile, which is made from the name of the rows. */
function hashOf(orders: readonly Order[], row: Row): string {
  const texts = orders.map(({ attribute }) => sql.compile(column({ alias: row.alias, codec: row.codec }, attribute ?? '')).text);
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 10);
}

function jsonOfKey(value: SQL, codec: PgCodec): SQL {
  const text = codec.castFromPg?.(value) ?? sql`${value}::text`;
  if (numeric.has(codec.name)) return text;
  if (!textual.has(codec.name)) throw new NotCompilable(`a cursor with a value of ${codec.name}`);
  return sql`to_json(${text})::text`;
}
