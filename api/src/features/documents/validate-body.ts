import type { DocumentKind } from '@newline/document/document-node';
import { documentLimits } from '@newline/document/limits';
import { fromMarkdown } from '@newline/document/markdown';
import { findUpload } from '@newline/document/uploads';
import { type Validation, validateDocumentText } from '@newline/document/validate';
import { seededRandom } from '@newline/db/seeded-random';

/** The field of a mutation that has the text. */
export type BodyField = 'bodyDelta' | 'bodyMarkdown';

/**
 * Reads a text into a normalized document, or returns the reasons why it's invalid. The same text results in the same document, ids
 * included.
 */
export function validateBody(field: BodyField, text: string, kind: DocumentKind): Validation {
  return withoutUnfinished(
    field === 'bodyDelta' ? validateDocumentText(text, kind, { random: seededRandom(text) }) : readMarkdown(text, kind),
  );
}

function readMarkdown(text: string, kind: DocumentKind): Validation {
  const { maxBytes } = documentLimits[kind];
  // A text longer than any valid document isn't even parsed.
  if (text.length > maxBytes)
    return { ok: false, errors: [{ path: '', expected: `at most ${maxBytes} characters`, got: `${text.length} characters` }] };
  return fromMarkdown(text, kind, { random: seededRandom(text) });
}

/** Rejects a text with an image that is still uploading: only the browser that uploads it can finish it, and readers would see nothing. */
function withoutUnfinished(validation: Validation): Validation {
  const path = validation.ok ? findUpload(validation.document) : null;
  if (path === null) return validation;
  return { ok: false, errors: [{ path, expected: 'a finished image', got: 'imageUploadPlaceholder, an image that is still uploading' }] };
}
