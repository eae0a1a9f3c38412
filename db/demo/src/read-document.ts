import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { fromMarkdown } from '@newline/document/markdown';
import { seededRandom } from '@newline/db/seeded-random';

/** Parses the demo's Markdown into a document with the same block ids in every load. Throws with `file` and the first errors. */
export function readDocument(markdown: string, kind: DocumentKind, file: string): DocumentNode {
  const read = fromMarkdown(markdown, kind, { random: seededRandom(file) });
  if (read.ok) return read.document;
  const faults = read.errors.slice(0, 3).map(({ path, expected, got }) => `${path}: expected ${expected}, got ${got}`);
  throw new Error(`db/demo: ${file}: ${faults.join('; ')}`);
}
