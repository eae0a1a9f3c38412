import { discussionLimits } from '@newline/api/rules/limits/discussion';
import type { DocumentNode } from '@newline/document/document-node';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import { localText } from './comment-state.ts';

/** Longer than any comment may be. */
const maxLength = discussionLimits.storedBytes;

/**
 * Parses the text of a comment carried by a URL: a document as JSON, or plain text from an external link. Null when there is none, for JSON
 * that isn't a valid comment, and for the marker that the text is stored in this browser.
 */
export function carriedDocument(text: string | null): DocumentNode | null {
  if (text === null || text === localText || text.length > maxLength) return null;
  if (/^\s*[{[]/u.test(text)) return writtenDocument(text);
  const lines = text.split(/\r\n?|\n/u).filter((line) => line.trim() !== '');
  const content = lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line }] }));
  const validation = validateDocument({ type: 'doc', content }, 'comment');
  return validation.ok && content.length > 0 ? validation.document : null;
}

/** Parses a JSON document from the API by the rules of comments; null when it's invalid. */
export function writtenDocument(text: string | null): DocumentNode | null {
  if (text === null || text.length > maxLength) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const validation = validateDocument(json, 'comment');
  return validation.ok ? withoutUploads(validation.document) : null;
}
