import type { PgClient } from 'postgraphile/@dataplan/pg';

/** Runs a statement and returns its rows. */
export async function rowsOf<TRow>(client: PgClient, text: string, values: unknown[]): Promise<readonly TRow[]> {
  return (await client.query<TRow>({ text, values })).rows;
}
