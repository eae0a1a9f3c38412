import type { DocumentKind } from './document-node.ts';
import { followNumbers } from './follow-numbers.ts';
import { documentLimits } from './limits.ts';
import { validatePart, type Validation, type ValidationOptions } from './validate-part.ts';
import { describe } from './validation/validation-error.ts';

export type { Validation, ValidationOptions } from './validate-part.ts';
export type { ValidationError } from './validation/validation-error.ts';

/**
 * Validates a document from any source and normalizes it: migrates it from an older version of the format, adds missing attributes, removes
 * unknown ones, merges and cleans text, drops upload placeholders at 100 percent and incomplete remote code blocks, assigns IDs, and
 * lets the text of links follow the numbers of captions.
 * Normalizing twice changes nothing. Never throws.
 *
 * validateDocument({ type: 'doc', content: [{ type: 'script' }] }, 'comment') has one error: { path: 'content[0]', expected: 'a node of a
 * comment', got: 'unknown node script' }.
 */
export function validateDocument(json: unknown, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  const validation = validatePart(json, kind, options);
  return validation.ok ? { ok: true, document: followNumbers(validation.document) } : validation;
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
