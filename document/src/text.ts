import type { DocumentNode } from './document-node.ts';
import { findNode } from './schema/nodes.ts';

/**
 * The plain words of a document, for search and previews: blocks are separated by an empty line, list items and rows by a line
 * end, cells by a tab. The alternative text of images and the source of code are in it.
 */
export function toText(document: DocumentNode): string {
  return (document.content ?? [])
    .map((node) => textOf(node))
    .filter((text) => text !== '')
    .join('\n\n');
}

const separators: Readonly<Record<string, string>> = { bulletList: '\n', orderedList: '\n', listItem: '\n', table: '\n', tableRow: '\t' };

function textOf(node: DocumentNode): string {
  if (node.type === 'text') return node.text ?? '';
  const definition = findNode(node.type);
  const children = (node.content ?? []).map((child) => textOf(child));
  const isOfBlocks = definition?.content !== undefined && /block|listItem|tableRow|Cell/u.test(definition.content);
  const inner = isOfBlocks ? children.filter((text) => text !== '').join(separators[node.type] ?? '\n\n') : children.join('');
  return definition?.text === undefined ? inner : definition.text(node, inner);
}

/** How long Markdown is, in characters as people count them: code points. */
export function markdownCharacterCount(markdown: string): number {
  return Array.from(markdown).length;
}

/** How many top-level blocks stand before the paywall marker; null when there is none. */
export function freeBlocks(document: DocumentNode): number | null {
  const index = (document.content ?? []).findIndex((node) => node.type === 'paywallThreshold');
  return index === -1 ? null : index;
}

/** Tells whether a document says nothing: only spaces, line breaks and empty blocks. An image, an embed or a word is content. */
export function isEmptyDocument(document: DocumentNode): boolean {
  if (findNode(document.type)?.isSubstance === true) return false;
  // Characters without width or ink are no words either.
  if (document.type === 'text') return (document.text ?? '').replaceAll(/[\s\p{Cf}\u2800\u115f\u1160\u3164\uffa0]/gu, '') === '';
  return (document.content ?? []).every((child) => isEmptyDocument(child));
}
