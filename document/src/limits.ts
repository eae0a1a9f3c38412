import type { DocumentKind } from './document-node.ts';

/** How large a document may be. */
export interface DocumentLimits {
  /** Levels of nodes, the document itself counted. */
  readonly maxDepth: number;
  readonly maxNodes: number;
  /** UTF-8 bytes of the normalised document as JSON. */
  readonly maxBytes: number;
}

/** The limits of each kind. */
export const documentLimits: Readonly<Record<DocumentKind, DocumentLimits>> = {
  lesson: { maxDepth: 32, maxNodes: 20_000, maxBytes: 4_000_000 },
  article: { maxDepth: 32, maxNodes: 20_000, maxBytes: 4_000_000 },
  comment: { maxDepth: 32, maxNodes: 2000, maxBytes: 64_000 },
};
