import { asPersonForGood, type Person, type TestDatabase } from '@newline/db/testing';

/** Returns a function that runs a statement as a person, keeps what it changes, and returns its first row. */
export function callIn(database: () => TestDatabase) {
  return async <TRow extends object>(person: Person, sql: string, values: unknown[] = []): Promise<TRow | undefined> => {
    const { rows } = await asPersonForGood(database(), person, (client) => client.query<TRow>(sql, values));
    return rows[0];
  };
}
