import type { PgClient } from 'postgraphile/@dataplan/pg';

/** The rows that a statement gives. */
export async function rowsOf<TRow>(client: PgClient, text: string, values: unknown[]): Promise<readonly TRow[]> {
  return (await client.query<TRow>({ text, values })).rows;
}
