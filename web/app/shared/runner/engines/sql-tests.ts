import { splitStatements } from './split-statements.ts';

/** A test of an exercise in SQL: the statements whose rows are compared. */
export type SqlTest = {
  readonly name: string;
  /** Statements that run before. The rows of the last one are the result; without one, it's that of the reader's last query. */
  readonly queries: readonly string[];
  /** The statement that returns the expected rows. */
  readonly expected: string;
};

/**
 * Reads tests: a statement that follows a comment begins a test with this name, and its last statement returns the expected rows.
 */
export function readSqlTests(sql: string): SqlTest[] {
  const groups: { readonly name: string; readonly statements: string[] }[] = [];
  for (const { text } of splitStatements(sql)) {
    const name = /^\s*--[ \t]*(?<name>\S[^\n]*)/u.exec(text)?.groups?.['name']?.trim();
    if (name !== undefined || groups.length === 0) groups.push({ name: name ?? 'The rows are right', statements: [text] });
    else groups.at(-1)?.statements.push(text);
  }
  return groups.map(({ name, statements }) => ({ name, queries: statements.slice(0, -1), expected: statements.at(-1) ?? '' }));
}

/** Rows as the list of results shows them: a line for each. */
export function showRows(rows: readonly (readonly (string | null)[])[]): string {
  if (rows.length === 0) return 'no rows';
  return rows.map((row) => row.map((cell) => cell ?? 'NULL').join(' | ')).join('\n');
}
