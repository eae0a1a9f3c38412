import type { DocumentNode } from '@newline/document/document-node';

/** Returns the text in a node, without anything between its parts and without footnotes. */
export function wordsOf(node: DocumentNode): string {
  if (node.type === 'footnote') return '';
  return node.text ?? (node.content ?? []).map(wordsOf).join('');
}
