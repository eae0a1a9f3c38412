import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documentsIn } from '../server/known-documents-plugin.ts';

const root = join(import.meta.dirname, '../..');
const schema = buildSchema(await readFile(join(root, 'api/schema.graphql'), 'utf8'));

/** Every document of our own pages, with the file it stands in. */
async function ownDocuments(): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(join(root, 'web/app'), { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const found = await Promise.all(
    files.map(async (file) => documentsIn(await readFile(join(root, 'web/app', file), 'utf8')).map((text) => ({ file, text }))),
  );
  return found.flat().filter(({ text }) => text.includes('{'));
}

const documents = await ownDocuments();

describe('our own documents', () => {
  test('are found', () => {
    expect(documents.length).toBeGreaterThan(5);
  });

  test.each(documents.map(({ file, text }) => [/(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? 'anonymous', file, text]))(
    '%s in %s fits the schema',
    (_name, _file, text) => {
      expect(validate(schema, parse(text ?? '')).map((error) => error.message)).toEqual([]);
    },
  );
});
