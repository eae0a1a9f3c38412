import type { DocumentNode } from '@newline/document/document-node';

/** Returns the ids of a document's top-level blocks, in order, without blocks that have none; empty without a document. */
export function idsOfBlocks(document: DocumentNode | undefined): string[] {
  return (document?.content ?? []).flatMap(({ attrs }) => {
    const id = attrs?.['uniqueId'] ?? attrs?.['id'];
    return typeof id === 'string' ? [id] : [];
  });
}
