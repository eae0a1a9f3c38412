import type { DocumentNode } from '@newline/document/document-node';
import { validateDocument } from '@newline/document/validate';

/** Longer than any comment may be. */
const maxLength = 131_072;

/** A document that came as JSON text, from the address or from the API: read by the rules of comments, null when it is none. */
export function writtenDocument(text: string | null): DocumentNode | null {
  if (text === null || text.length > maxLength) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const validation = validateDocument(json, 'comment');
  return validation.ok ? validation.document : null;
}
