import type { DocumentNode } from '@newline/document/document-node';

/** The ids of a document's top-level blocks, in order; those without one are left out. None for no document. */
export function idsOfBlocks(document: DocumentNode | undefined): string[] {
  return (document?.content ?? []).flatMap(({ attrs }) => {
    const id = attrs?.['uniqueId'] ?? attrs?.['id'];
    return typeof id === 'string' ? [id] : [];
  });
}
