import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { generatedFolder, markedCall, nameOf } from './documents-in.ts';
import { writeDocuments } from './generate-documents.ts';

/** A document as it was persisted: its hash, and its text with the fragments it names. */
type Persisted = { hash: string; text: string };

/**
 * Vite plugin: where our sources mark a document, the browser's code gets its hash and the server's code its text. The texts are
 * persisted in build/known-documents.json, by which the server knows them. While developing, documents travel as text, and are generated
 * anew with each change of one.
 */
export function documents(): Plugin {
  let generated: Promise<Map<string, Persisted>> | undefined;
  /** The files that documents stand in. */
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
      const code = source.replace(markedCall, (_, text: string) => {
        const name = nameOf(text);
        if (name === null) return '""';
        const found = persisted.get(name);
        if (found === undefined) throw new Error(`${id}: expected the document ${name} to be generated, and it was not`);
        return JSON.stringify(isHash ? `sha256:${found.hash}` : found.text);
      });
      if (code.includes('/* GraphQL */')) throw new Error(`${id}: expected every document in a call of graphql(), got another`);
      return { code, map: null };
    },
    async hotUpdate({ modules, read }) {
      if (!(await read()).includes('/* GraphQL */')) return undefined;
      await (this.environment.name === 'client' ? generate() : generated);
      // A fragment is part of documents in other files.
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

/** The documents that were generated, by the names of their operations. */
async function readPersisted(): Promise<Map<string, Persisted>> {
  const texts = JSON.parse(await readFile(join(generatedFolder, 'persisted-documents.json'), 'utf8')) as Record<string, string>;
  return new Map(Object.values(texts).map((text) => [nameOf(text) ?? '', { hash: createHash('sha256').update(text).digest('hex'), text }]));
}
