import type { DocumentNode } from '@newline/document/document-node';

/** Returns the text in a node, without anything between its parts. */
export function wordsOf(node: DocumentNode): string {
  return node.text ?? (node.content ?? []).map(wordsOf).join('');
}
