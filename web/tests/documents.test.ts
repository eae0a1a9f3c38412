import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { documentsIn, generatedFolder, markedCall, nameOf, readDocuments } from '../server/documents/documents-in.ts';

const root = join(import.meta.dirname, '../..');
const schema = buildSchema(await readFile(join(root, 'api/schema.graphql'), 'utf8'));
const documents = await readDocuments();
const operations = documents.filter(({ text }) => nameOf(text) !== null);
await promisify(execFile)(process.execPath, [join(root, 'web/server/documents/print-documents.ts')]);
const persisted = JSON.parse(await readFile(join(generatedFolder, 'persisted-documents.json'), 'utf8')) as Record<string, string>;

describe('our own queries', () => {
  test('are found, each with a unique name', () => {
    const names = operations.map(({ text }) => nameOf(text));
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
  });

  test('are persisted by their hashes, complete and valid for the schema', () => {
    expect(new Set(Object.values(persisted).map(nameOf))).toEqual(new Set(operations.map(({ text }) => nameOf(text))));
    for (const [hash, text] of Object.entries(persisted)) {
      expect(hash).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
      expect(
        validate(schema, parse(text)).map(({ message }) => message),
        text,
      ).toEqual([]);
    }
  });

  test('are distinguished from other text', () => {
    const source =
      'const a = graphql(/* GraphQL */ `query a { x }`); const b = graphql(\n/* GraphQL */ `fragment b on T { y }`,\n); `query c { z }`';
    expect(documentsIn(source)).toEqual(['query a { x }', 'fragment b on T { y }']);
    expect(documentsIn(source).map(nameOf)).toEqual(['a', null]);
    expect(nameOf('fragment b on T { y } query d($x: Int) { ...b }')).toBe('d');
    expect(source.replace(markedCall, '0')).toBe('const a = 0; const b = 0; `query c { z }`');
  });
});
