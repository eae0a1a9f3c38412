import './graphql/graphile-mode.ts';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { makeSchema } from 'postgraphile';
import { lexicographicSortSchema, printSchema } from 'postgraphile/graphql';
import { createSchemaPreset } from './graphql/preset.ts';

/** Where the public contract is kept; its diff is reviewed. */
export const schemaFile = fileURLToPath(new URL('../schema.graphql', import.meta.url));

/** The schema that the database yields, as text in a fixed order. */
export async function printDatabaseSchema(pool: Pool): Promise<string> {
  const { schema } = await makeSchema(createSchemaPreset(pool, { siteOrigin: 'http://localhost' }));
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

if (import.meta.main) {
  const db = await startTestDatabase();
  try {
    await writeFile(schemaFile, await printDatabaseSchema(db.app));
    process.stdout.write(`Wrote ${schemaFile}\n`);
  } finally {
    await db.stop();
  }
}
