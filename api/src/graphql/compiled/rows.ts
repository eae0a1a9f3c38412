import type { PgCodec, PgResource } from 'postgraphile/@dataplan/pg';
import { type SQL, sql } from 'postgraphile/pg-sql2';

/** A row that fields are read of. */
export type Row = { readonly alias: SQL; readonly codec: PgCodec };

/** The rows of a field: where they come from, and which of them. */
export type Rows = Row & {
  readonly from: SQL;
  readonly where: SQL[];
  /** Where the list begins, which its count knows nothing of. */
  readonly start: SQL[];
  readonly resource: PgResource;
};

/** A column of a row. */
export function column({ alias }: Row, name: string): SQL {
  return sql`${alias}.${sql.identifier(name)}`;
}
