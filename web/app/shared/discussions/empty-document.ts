import type { DocumentNode } from '@newline/document/document-node';

/** A document without any text. */
export const emptyDocument: DocumentNode = { type: 'doc', content: [{ type: 'paragraph' }] };
