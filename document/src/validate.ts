import { assignBlockIds } from './block-ids.ts';
import type { DocumentKind, DocumentNode, Random } from './document-node.ts';
import { documentLimits } from './limits.ts';
import { migrateDocument } from './migrate.ts';
import { NodeReader } from './validation/node-reader.ts';
import { describe, type ValidationError } from './validation/validation-error.ts';

export type { ValidationError } from './validation/validation-error.ts';

/** The normalised document, or at most 20 reasons why there is none. */
export type Validation =
  | { readonly ok: true; readonly document: DocumentNode }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

/** What validation may be told. */
export interface ValidationOptions {
  /** Where new block ids come from; tests hand in a seeded source. */
  readonly random?: Random;
}

/**
 * Checks a document of any origin and normalises it: migrated from an older version of the format, every attribute present, unknown ones gone, text merged and cleaned, upload
 * placeholders at 100 percent and incomplete remote code blocks dropped, ids given out. Normalising twice changes nothing.
 * Never throws.
 *
 * validateDocument({ type: 'doc', content: [{ type: 'script' }] }, 'comment') has one error:
 * { path: 'content[0]', expected: 'a node of a comment', got: 'unknown node script' }.
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

/** Like `validateDocument`, for a document that arrives as a JSON string. */
export function validateDocumentText(text: string, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  // Twice the limit, because what is dropped in normalising may be there; more is not even parsed.
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
