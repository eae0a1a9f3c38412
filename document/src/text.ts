import type { DocumentNode } from './document-node.ts';
import { findNode } from './schema/nodes.ts';

/**
 * Returns the plain text of a document for search and previews. Blocks are separated by an empty line, list items and rows by a line break,
 * cells by a tab. The alternative text of images and the source of code are included. The footnotes of a block follow it, each on a line, unless
 * `hasNotes` is false.
 */
export function toText(document: DocumentNode, { hasNotes = true }: { readonly hasNotes?: boolean } = {}): string {
  return (document.content ?? [])
    .map((node) => {
      const notes: string[] = [];
      const text = textOf(node, notes);
      return [text, ...(hasNotes ? notes : [])].filter((line) => line !== '').join('\n');
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

const separators: Readonly<Record<string, string>> = { bulletList: '\n', orderedList: '\n', listItem: '\n', table: '\n', tableRow: '\t' };

function textOf(node: DocumentNode, notes: string[]): string {
  if (node.type === 'text') return node.text ?? '';
  const definition = findNode(node.type);
  const children = (node.content ?? []).map((child) => textOf(child, notes));
  if (node.type === 'footnote') {
    notes.push(children.join('').replaceAll('\n', ' '));
    return '';
  }
  const isOfBlocks = definition?.content !== undefined && /block|listItem|tableRow|Cell|caption/u.test(definition.content);
  const inner = isOfBlocks ? children.filter((text) => text !== '').join(separators[node.type] ?? '\n\n') : children.join('');
  return definition?.text === undefined ? inner : definition.text(node, inner);
}

/** Counts the characters of Markdown, as code points. */
export function markdownCharacterCount(markdown: string): number {
  return Array.from(markdown).length;
}

/** Returns the number of top-level blocks before the paywall marker, or null without one. */
export function freeBlocks(document: DocumentNode): number | null {
  const index = (document.content ?? []).findIndex((node) => node.type === 'paywallThreshold');
  return index === -1 ? null : index;
}

/** Returns true if a document has only spaces, line breaks and empty blocks. Text, an image or an embed is content. */
export function isEmptyDocument(document: DocumentNode): boolean {
  if (findNode(document.type)?.isSubstance === true) return false;
  // Invisible characters aren't text either.
  if (document.type === 'text') return (document.text ?? '').replaceAll(/[\s\p{Cf}\u2800\u115f\u1160\u3164\uffa0]/gu, '') === '';
  return (document.content ?? []).every((child) => isEmptyDocument(child));
}
