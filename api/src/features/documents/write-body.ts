import type { PgClient } from 'postgraphile/@dataplan/pg';

/** Far less than the API waits for an operation. */
const timeLimit = '20s';

/**
 * Runs the one statement that writes a text, and answers its rows. It may take 20 s instead of the 3 s of all others: the
 * longest text that is allowed takes PostgreSQL seconds on a busy machine, for its history and for its words in the search.
 */
export async function writeBody<TRow>(client: PgClient, text: string, values: readonly unknown[]): Promise<readonly TRow[]> {
  const { rows } = await client.withTransaction(async (inside) => {
    await inside.query({ text: `set local statement_timeout = '${timeLimit}'` });
    return inside.query<TRow>({ text, values: [...values] });
  });
  return rows;
}
