import type { DocumentNode } from '@newline/document/document-node';
import { documentSchema } from '@newline/document/schema/prosemirror-schema';
import { toText } from '@newline/document/text';
import { readDocument } from './read-document.ts';

/** A passage of a document, as a selection stores it. Positions are ProseMirror's. */
export type Passage = {
  from: number;
  to: number;
  /** The passage as plain text, and as a separate document. */
  text: string;
  delta: unknown;
  /** Name of the node that contains it. */
  node: string;
  /** ID of the top-level block that contains it; null if the block has none. */
  blockId: string | null;
};

/**
 * Finds the position of `quote` in a document, given as plain text or as Markdown, within one paragraph, heading or code block. Null if
 * there is none.
 */
export function findPassage(document: DocumentNode, quote: string): Passage | null {
  const plain = toText(readDocument(quote, 'comment', 'a quotation'));
  return findText(document, quote) ?? (plain === quote ? null : findText(document, plain)) ?? null;
}

function findText(document: DocumentNode, words: string): Passage | null {
  const root = documentSchema.nodeFromJSON(document);
  let passage: Passage | null = null;
  root.descendants((node, position) => {
    if (passage !== null || !node.isTextblock) return passage === null;
    // A line break or image within the text counts as one character, as in positions.
    const start = node.textBetween(0, node.content.size, '\n', '\n').replaceAll('\n', ' ').indexOf(words.replaceAll('\n', ' '));
    if (start === -1) return false;
    const from = position + 1 + start;
    const top = root.resolve(position + 1).node(1);
    const id: unknown = top.attrs['uniqueId'] ?? top.attrs['id'];
    passage = {
      from,
      to: from + words.length,
      text: words,
      delta: { type: 'doc', content: [node.cut(start, start + words.length).toJSON()] },
      node: node.type.name,
      blockId: typeof id === 'string' ? id : null,
    };
    return false;
  });
  return passage;
}
