import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { generatedFolder, markedCall, nameOf } from './documents-in.ts';
import { writeDocuments } from './generate-documents.ts';

/** A persisted operation: its hash, and its text with the fragments it uses. */
export type Persisted = { hash: string; text: string };

/**
 * A Vite plugin that replaces marked operations with their hashes in the browser's code and with their text in the server's code. The texts
 * are written to build/known-documents.json, from which the server knows them. During development, operations are sent as text, and
 * regenerated with each change.
 */
export function documents(): Plugin {
  let generated: Promise<Map<string, Persisted>> | undefined;
  /** The files that contain operations. */
  const files = new Set<string>();
  const generate = () => {
    generated = writeDocuments().then(readPersisted);
    return generated;
  };
  return {
    name: 'newline-documents',
    enforce: 'pre',
    async transform(source, id) {
      if (!/\.tsx?$/.test(id.split('?', 1)[0] ?? '') || !source.includes('/* GraphQL */')) return null;
      files.add(id.split('?', 1)[0] ?? id);
      const persisted = await (generated ?? generate());
      const isHash = this.environment.mode === 'build' && this.environment.name === 'client';
      return { code: insertOperations(source, id, persisted, isHash), map: null };
    },
    async hotUpdate({ modules, read }) {
      if (!(await read()).includes('/* GraphQL */')) return undefined;
      await (this.environment.name === 'client' ? generate() : generated);
      // A fragment is part of operations in other files.
      const others = [...files].flatMap((file) => [...(this.environment.moduleGraph.getModulesByFile(file) ?? [])]);
      return [...new Set([...modules, ...others])];
    },
    async closeBundle() {
      if (this.environment.mode !== 'build' || generated === undefined) return;
      const folder = join(this.environment.config.root, 'build');
      const texts = [...(await generated).values()].map(({ hash, text }) => [hash, text] as const);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'known-documents.json'), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
    },
  };
}

/** Replaces the marked operations in a source file, each with its hash or its text. */
export function insertOperations(source: string, id: string, persisted: ReadonlyMap<string, Persisted>, isHash: boolean): string {
  const code = source.replace(markedCall, (_, text: string) => {
    const name = nameOf(text);
    if (name === null) return '""';
    const operation = persisted.get(name);
    if (operation === undefined) throw new Error(`${id}: expected the document ${name} to be generated, and it was not`);
    return JSON.stringify(isHash ? `sha256:${operation.hash}` : operation.text);
  });
  if (code.includes('/* GraphQL */')) throw new Error(`${id}: expected every document in a call of graphql(), got another`);
  return code;
}

/** Reads the generated operations, by name. */
export async function readPersisted(): Promise<Map<string, Persisted>> {
  const texts = JSON.parse(await readFile(join(generatedFolder, 'persisted-documents.json'), 'utf8')) as Record<string, string>;
  return new Map(Object.values(texts).map((text) => [nameOf(text) ?? '', { hash: createHash('sha256').update(text).digest('hex'), text }]));
}
