import { assignBlockIds } from './block-ids.ts';
import type { DocumentKind, DocumentNode, Random } from './document-node.ts';
import { documentLimits } from './limits.ts';
import { migrateDocument } from './migrate.ts';
import { NodeReader } from './validation/node-reader.ts';
import type { ValidationError } from './validation/validation-error.ts';

/** The normalized document, or at most 20 reasons why it was rejected. */
export type Validation =
  | { readonly ok: true; readonly document: DocumentNode }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

/** Options for validation. */
export interface ValidationOptions {
  /** The source of new block IDs. Tests pass a seeded one. */
  readonly random?: Random;
}

/**
 * Validates and normalizes a document like `validateDocument`, except for the links to captions: which number they show depends on the whole
 * text, and the editor reads its blocks one by one.
 */
export function validatePart(json: unknown, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  const reader = new NodeReader(kind);
  const read = reader.readDocument(migrateDocument(json));
  if (read === null || reader.errors.length > 0) return { ok: false, errors: reader.errors };
  const document = assignBlockIds(read, options.random);
  const { maxBytes } = documentLimits[kind];
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
  if (bytes > maxBytes) return { ok: false, errors: [{ path: '', expected: `at most ${maxBytes} bytes`, got: `${bytes} bytes` }] };
  return { ok: true, document };
}
