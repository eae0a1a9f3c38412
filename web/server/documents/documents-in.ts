import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The sources of our pages. */
export const app = join(import.meta.dirname, '../../app');

/** Where the types of our documents and their persisted texts lie, as `npm run typecheck` and each build generate them. */
export const generatedFolder = join(import.meta.dirname, '../../.documents');

const marked = /\/\* GraphQL \*\/\s*`((?:[^`$]|\$(?!\{))*)`/g;

/** A GraphQL document in our sources: a template literal without holes, marked by a comment, in a call of graphql(). */
export const markedCall = new RegExp(String.raw`\bgraphql\(\s*${marked.source}\s*,?\s*\)`, 'g');

/** The documents marked in a source file. */
export function documentsIn(source: string): string[] {
  return [...source.matchAll(marked)].map(([, text = '']) => text);
}

/** The name of the operation in a document; null for a fragment alone. */
export function nameOf(text: string): string | null {
  return /(?:^|\}\s*)\s*(?:query|mutation)\s+(\w+)/.exec(text)?.[1] ?? null;
}

/** A document of our own pages. */
export type OwnDocument = { file: string; text: string };

/** Every document of our own pages, by the files they stand in. */
export async function readDocuments(): Promise<OwnDocument[]> {
  const files = (await readdir(app, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const found = await Promise.all(
    files.toSorted().map(async (file) => documentsIn(await readFile(join(app, file), 'utf8')).map((text) => ({ file, text }))),
  );
  return found.flat();
}
