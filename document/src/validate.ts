import { assignBlockIds } from './block-ids.ts';
import type { DocumentKind, DocumentNode, Random } from './document-node.ts';
import { documentLimits } from './limits.ts';
import { migrateDocument } from './migrate.ts';
import { NodeReader } from './validation/node-reader.ts';
import { describe, type ValidationError } from './validation/validation-error.ts';

export type { ValidationError } from './validation/validation-error.ts';

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
 * Validates a document from any source and normalizes it: migrates it from an older version of the format, adds missing attributes, removes
 * unknown ones, merges and cleans text, drops upload placeholders at 100 percent and incomplete remote code blocks, and assigns IDs.
 * Normalizing twice changes nothing. Never throws.
 *
 * validateDocument({ type: 'doc', content: [{ type: 'script' }] }, 'comment') has one error: { path: 'content[0]', expected: 'a node of a
 * comment', got: 'unknown node script' }.
 */
export function validateDocument(json: unknown, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  const reader = new NodeReader(kind);
  const read = reader.readDocument(migrateDocument(json));
  if (read === null || reader.errors.length > 0) return { ok: false, errors: reader.errors };
  const document = assignBlockIds(read, options.random);
  const { maxBytes } = documentLimits[kind];
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
  if (bytes > maxBytes) return { ok: false, errors: [{ path: '', expected: `at most ${maxBytes} bytes`, got: `${bytes} bytes` }] };
  return { ok: true, document };
}

/** Validates a document like `validateDocument`, from a JSON string. */
export function validateDocumentText(text: string, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  // Twice the limit, because normalization can drop some of it. Longer text isn't even parsed.
  const maxLength = documentLimits[kind].maxBytes * 2;
  const expected = `a document as JSON of at most ${maxLength} characters`;
  if (text.length > maxLength) return { ok: false, errors: [{ path: '', expected, got: `${text.length} characters` }] };
  const json = parseJson(text);
  if (json === undefined) return { ok: false, errors: [{ path: '', expected, got: describe(text) }] };
  return validateDocument(json, kind, options);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
