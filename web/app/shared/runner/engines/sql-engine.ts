import { PGlite, type Results } from '@electric-sql/pglite';
import { runLimits } from '@newline/api/rules/limits/run';
import type { RunFile } from '../build-message.ts';
import type { TestOutcome } from '../sandbox/run-message.ts';
import { compilePart, type EngineFiles, type EngineOutput, limitFiles, partOf, startEngine } from './engine-realm.ts';
import { splitStatements } from './split-statements.ts';
import { readSqlTests, showRows, type SqlTest } from './sql-tests.ts';

/** The file that fills the database before the others run. Its results aren't shown. */
const seedName = 'seed.sql';

type Rows = readonly (readonly (string | null)[])[];

/** Values stay as PostgreSQL writes them. */
const asWritten = (text: string) => text;

// Each run has a new database, so the same code always has the same result.
startEngine(async (start, output) => {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([compilePart(start, 'pglite.wasm'), compilePart(start, 'initdb.wasm')]);
  const database = await PGlite.create({
    pgliteWasmModule,
    initdbWasmModule,
    fsBundle: partOf(start.parts, 'pglite.data'),
  });
  limitFiles((database.Module as unknown as { FS: EngineFiles }).FS);
  const { rows } = await database.query<[number]>('select oid::int from pg_type', [], { rowMode: 'array' });
  const parsers = Object.fromEntries(rows.map(([oid]) => [oid, asWritten]));
  output.ready();
  const files = start.files.filter(({ language }) => language === 'sql');
  const isSeed = ({ name }: RunFile) => name.toLowerCase() === seedName;
  const isOne = files.length === 1;
  let lastRows: Rows = [];
  for (const file of [...files.filter(isSeed), ...files.filter((one) => !isSeed(one))]) {
    if (!(await runFile(file, !isSeed(file) || isOne))) return;
  }
  for (const test of start.tests === null ? [] : readSqlTests(start.tests.text)) output.test(await check(test));

  /** Compares the rows of a test. */
  async function check({ name, queries, expected }: SqlTest): Promise<TestOutcome> {
    try {
      let rowsGot = lastRows;
      for (const query of queries) rowsGot = await readRows(query);
      const actual = showRows(rowsGot);
      const wanted = showRows(await readRows(expected));
      return { name, isPassed: actual === wanted, expected: wanted, actual };
    } catch (error) {
      return { name, isPassed: false, expected: 'no error', actual: (error as Error).message };
    }
  }

  async function readRows(query: string): Promise<Rows> {
    const results = await database.exec(query, { rowMode: 'array', parsers });
    return (results.at(-1)?.rows ?? []) as unknown as Rows;
  }

  /** Runs a file. Returns false after a mistake, which ends the program as in psql with ON_ERROR_STOP. */
  async function runFile(file: RunFile, isShown: boolean): Promise<boolean> {
    for (const { text, from } of splitStatements(file.text)) {
      try {
        const results = await database.exec(text, {
          rowMode: 'array',
          parsers,
          onNotice: ({ message }) => message !== undefined && isShown && output.line('info', message),
        });
        // Programs of the machine, for example: there is none.
        if (results.some(({ command }) => command === undefined)) throw new Error('PostgreSQL can’t do this in a browser.');
        for (const result of results) {
          if (isShown) show(result, text, output);
          if (result.fields.length > 0 && !isSeed(file)) lastRows = result.rows as unknown as Rows;
        }
      } catch (error) {
        const { position, detail, hint, message } = error as { position?: string; detail?: string; hint?: string; message: string };
        // PostgreSQL counts characters, and a string has two units for some of them.
        const until = position === undefined ? startOf(text) : [...text].slice(0, Number(position) - 1).join('').length;
        const line = 1 + [...file.text.matchAll(/\n/gu)].filter(({ index }) => index < from + until).length;
        output.line('error', [`${isOne ? 'Line' : `${file.name}, line`} ${line}: ${message}`, detail, hint].filter(Boolean).join('\n'));
        return false;
      }
    }
    return true;
  }
});

const startOf = (text: string) => text.length - text.replace(/^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)*/u, '').length;

function show({ fields, rows, command, rowCount }: Results, statement: string, output: EngineOutput): void {
  if (fields.length === 0) return output.line('info', sentenceOf(command ?? 'DONE', rowCount, statement));
  const columns = fields.slice(0, runLimits.columns).map(({ name }) => name);
  const shown = (rows as unknown as readonly (readonly (string | null)[])[])
    .slice(0, runLimits.rows)
    .map((row) => row.slice(0, runLimits.columns).map((value) => (value === null ? null : cellOf(value))));
  output.table({ columns, rows: shown, rowCount: rows.length });
}

// The page around cuts it as text; here it's about memory.
// oxlint-disable-next-line newline/safe-cuts
const cellOf = (text: string) => (text.length > runLimits.cellLength ? `${text.slice(0, runLimits.cellLength - 1)}…` : text);

const changes: Readonly<Record<string, string>> = {
  INSERT: 'inserted',
  UPDATE: 'updated',
  DELETE: 'deleted',
  MERGE: 'merged',
  COPY: 'copied',
};

/** What a statement without a result did: `3 rows inserted`, or the command as PostgreSQL names it. */
function sentenceOf(command: string, rowCount: number | undefined, statement: string): string {
  const change = changes[command];
  if (change !== undefined && rowCount !== undefined) return `${rowCount} ${rowCount === 1 ? 'row' : 'rows'} ${change}.`;
  const kind = /^(?:or\s+replace|temp(?:orary)?|unlogged|unique|recursive|materialized)\s+/iu;
  let rest = statement.slice(startOf(statement)).replace(/^\w+\s+/u, '');
  while (kind.test(rest)) rest = rest.replace(kind, '');
  const object = /^(?:CREATE|ALTER|DROP)$/u.test(command) ? (/^\w+/u.exec(rest)?.[0] ?? '') : '';
  return `${command} ${object.toUpperCase()}`.trim();
}
