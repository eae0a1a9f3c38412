import type { DocumentKind } from './document-node.ts';

/** The largest size of a document. */
export interface DocumentLimits {
  /** Levels of nodes, including the document itself. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** UTF-8 bytes of the normalized document as JSON. */
  readonly maxBytes: number;
}

/** The limits for each kind of document. */
export const documentLimits: Readonly<Record<DocumentKind, DocumentLimits>> = {
  lesson: { maxDepth: 32, maxNodes: 20_000, maxBytes: 4_000_000 },
  article: { maxDepth: 32, maxNodes: 20_000, maxBytes: 4_000_000 },
  comment: { maxDepth: 32, maxNodes: 2000, maxBytes: 64_000 },
};
