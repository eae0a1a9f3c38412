import './graphql/graphile-mode.ts';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from '@newline/db/testing';
import type { Pool } from 'pg';
import { makeSchema } from 'postgraphile';
import { lexicographicSortSchema, printSchema } from 'postgraphile/graphql';
import { featurePlugins } from './features.ts';
import { createSchemaPreset } from './graphql/preset.ts';
import { findPersonalFields } from './graphql/public-documents/personal-fields.ts';

/** Path of the public schema, whose diff is reviewed. */
export const schemaFile = fileURLToPath(new URL('../schema.graphql', import.meta.url));

/** Path of the list of fields that public queries may not select. */
export const personalFieldsFile = fileURLToPath(new URL('../personal-fields.json', import.meta.url));

/** Returns the schema generated from the database as text in a fixed order, and the fields whose value may differ between readers. */
export async function printDatabaseSchema(pool: Pool): Promise<{ schema: string; personalFields: string }> {
  const { schema } = await makeSchema(createSchemaPreset(pool, { plugins: featurePlugins }));
  return {
    schema: `${printSchema(lexicographicSortSchema(schema))}\n`,
    personalFields: `${JSON.stringify(await findPersonalFields(schema, pool), null, 2)}\n`,
  };
}

if (import.meta.main) {
  const db = await startTestDatabase();
  try {
    const { schema, personalFields } = await printDatabaseSchema(db.app);
    await writeFile(schemaFile, schema);
    await writeFile(personalFieldsFile, personalFields);
    process.stdout.write(`Wrote ${schemaFile} and ${personalFieldsFile}\n`);
  } finally {
    await db.stop();
  }
}
