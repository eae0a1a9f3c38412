import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import { app, generatedFolder, readDocuments } from './documents-in.ts';
import { refusePersonal } from './refuse-personal.ts';

const schemaFile = join(import.meta.dirname, '../../../api/schema.graphql');

/** Fields that may differ between users, as `Type.field`. */
const personalFieldsFile = join(import.meta.dirname, '../../../api/personal-fields.json');

/** Runs GraphQL Code Generator on our operations. Returns the text of each file of `generatedFolder`, by its path. */
async function generateDocuments(): Promise<Map<string, string>> {
  const schemaText = await readFile(schemaFile, 'utf8');
  const schema = buildSchema(schemaText);
  const documents = (await readDocuments()).map(({ file, text }) => ({ location: join(app, file), rawSDL: text, document: parse(text) }));
  const personalFields = new Set(JSON.parse(await readFile(personalFieldsFile, 'utf8')) as string[]);
  refusePersonal(
    schema,
    personalFields,
    documents.map(({ document }) => document),
  );
  const outputs = await preset.buildGeneratesSection({
    baseOutputDir: `${generatedFolder}/`,
    schema: parse(schemaText),
    schemaAst: schema,
    documents,
    config: {
      documentMode: 'string',
      enumType: 'string-literal',
      strictScalars: true,
      useTypeImports: true,
      importExtension: '.ts',
      scalars: { BigInt: 'string', Cursor: 'string', Date: 'string', Datetime: 'string', JSON: 'string', UUID: 'string', Upload: 'File' },
    },
    presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
    plugins: [],
    pluginMap: {},
  });
  return new Map(await Promise.all(outputs.map(async (output) => [output.filename, `${(await codegen(output)).trimEnd()}\n`] as const)));
}

/** Writes generated files whose content has changed. */
export async function writeDocuments(): Promise<void> {
  await mkdir(generatedFolder, { recursive: true });
  for (const [file, text] of await generateDocuments()) {
    const current = await readFile(file, 'utf8').catch(() => null);
    if (current !== text) await writeFile(file, text);
  }
}
