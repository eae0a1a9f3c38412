import type { PgCodec, PgResource } from 'postgraphile/@dataplan/pg';
import { type SQL, sql } from 'postgraphile/pg-sql2';

/** A row whose fields are selected. */
export type Row = { readonly alias: SQL; readonly codec: PgCodec };

/** The rows of a field: their source, and their conditions. */
export type Rows = Row & {
  readonly from: SQL;
  readonly where: SQL[];
  /** Condition for the start of the list, which the total count ignores. */
  readonly start: SQL[];
  readonly resource: PgResource;
};

/** Returns a column of a row. */
export function column({ alias }: Row, name: string): SQL {
  return sql`${alias}.${sql.identifier(name)}`;
}
