import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** A GraphQL document in our sources: a template literal without holes, marked by a comment. */
const marked = /\/\* GraphQL \*\/\s*`((?:[^`$]|\$(?!\{))*)`/g;

/** The name of a known document: the SHA-256 of its text, in hexadecimal. */
export function documentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The documents marked in a source file. */
export function documentsIn(source: string): string[] {
  return [...source.matchAll(marked)].map(([, text = '']) => text);
}

/**
 * Vite plugin: in the built browser code every marked document is replaced by its hash, and build/known-documents.json gets
 * the texts, by which the server knows them. While developing, documents travel as text.
 */
export function knownDocuments(): Plugin {
  const known = new Map<string, string>();
  return {
    name: 'newline-known-documents',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/\.tsx?$/.test(id.split('?', 1)[0] ?? '') || !source.includes('/* GraphQL */')) return null;
      for (const text of documentsIn(source)) known.set(documentHash(text), text);
      if (this.environment.name !== 'client') return null;
      return { code: source.replace(marked, (_, text: string) => JSON.stringify(`sha256:${documentHash(text)}`)), map: null };
    },
    async closeBundle() {
      const outDir = join(this.environment.config.root, 'build');
      await mkdir(outDir, { recursive: true });
      await writeFile(
        join(outDir, 'known-documents.json'),
        `${JSON.stringify(Object.fromEntries([...known].toSorted(([a], [b]) => a.localeCompare(b))), null, 2)}\n`,
      );
    },
  };
}
