import type { PgClient } from 'postgraphile/@dataplan/pg';

/** Time limit of the statement, far below the API's limit for an operation. */
const timeLimit = '20s';

/**
 * Runs the one statement that writes a text, and returns its rows. Its time limit is 20 s instead of the usual 3 s: on a busy machine the
 * longest allowed text takes PostgreSQL seconds, for its history and the search index.
 */
export async function writeBody<TRow>(client: PgClient, text: string, values: readonly unknown[]): Promise<readonly TRow[]> {
  const { rows } = await client.withTransaction(async (inside) => {
    await inside.query({ text: `set local statement_timeout = '${timeLimit}'` });
    return inside.query<TRow>({ text, values: [...values] });
  });
  return rows;
}
