import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGraphQL } from '@newline/api/graphql/create-graphql';
import { compileDocument } from '@newline/api/graphql/compiled/compile-document';
import { NotCompilable } from '@newline/api/graphql/compiled/not-compilable';
import { createLog } from '@newline/api/log';
import { startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { getVariableValues, type GraphQLSchema, parse } from 'postgraphile/graphql';
import { queries, variablesOf } from '../known-queries.ts';
import { schemaParts } from '../../schema-parts.ts';

/** The queries of our pages by how they are answered: by one compiled statement, or by PostGraphile, with what couldn't be compiled. */
export type CompiledQueries = { readonly compiled: readonly string[]; readonly notCompiled: Readonly<Record<string, string>> };

/** Where the list is committed: its diff shows a query that is no longer compiled. */
export const compiledQueriesFile = join(import.meta.dirname, '../../../compiled-queries.json');

/** What becomes of a query whose variables leave all of its fields out. */
const asksNothing = "select ('{}')";

/** How many sets of variables each query is compiled for: one that compiles is enough. */
const rounds = 4;

/** Compiles every query of our pages, and says what became of it. The database needs the demo, for variables. */
export async function findCompiledQueries(db: TestDatabase, schema: GraphQLSchema): Promise<CompiledQueries> {
  const compiled: string[] = [];
  const notCompiled: [string, string][] = [];
  for (const { name, text, operation } of queries) {
    let reason: string | null = null;
    let isCompiled = false;
    for (let round = 0; round < rounds && !isCompiled; round++) {
      const given = await variablesOf(db, schema, operation, { role: 'visitor', userId: null }, round, rounds);
      const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
      if (!coerced) continue;
      try {
        const statement = compileDocument(schema, parse(text), operation, coerced, [], true);
        isCompiled = statement.text !== asksNothing;
      } catch (error) {
        if (!(error instanceof NotCompilable)) throw error;
        reason ??= error.message;
      }
    }
    if (isCompiled) compiled.push(name);
    else notCompiled.push([name, reason ?? 'no variables for it']);
  }
  return { compiled: compiled.toSorted(), notCompiled: Object.fromEntries(notCompiled.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}

if (import.meta.main) {
  const db = await startTestDatabase({ demo: true });
  try {
    const { schema } = await createGraphQL({
      pool: db.app,
      log: createLog('fatal'),
      isProduction: true,
      persistedQueries: {},
      publicUrl: 'http://localhost',
      ...schemaParts,
    });
    await writeFile(compiledQueriesFile, `${JSON.stringify(await findCompiledQueries(db, schema), null, 2)}\n`);
    process.stdout.write(`Wrote ${compiledQueriesFile}\n`);
  } finally {
    await db.stop();
  }
}
