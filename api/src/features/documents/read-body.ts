import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import type { ValidationError } from '@newline/document/validate';
import { codedError } from '../../errors/error-codes.ts';
import { type BodyField, validateBody } from './validate-body.ts';

/**
 * A text as a mutation receives it. `bodyDelta`, a document as a JSON string, takes precedence over `bodyMarkdown`; HTML is never accepted.
 */
export type BodyInput = { readonly bodyDelta?: string | null; readonly bodyMarkdown?: string | null };

/** Maximum number of faults in the message; all of them (at most 20) are in `extensions.errors`. */
const maxListedFaults = 3;

/**
 * Reads the text of a mutation into a normalized document. Throws BAD_INPUT with the field, the paths and the expected values, also if
 * there is no text. The same text results in the same document, ids included. Long texts (lessons and articles) are read by
 * `readStoredBody`.
 * readBody({ bodyMarkdown: '# Plans' }, 'article') is a document with one heading.
 */
export function readBody(input: BodyInput, kind: DocumentKind): DocumentNode {
  const { field, text } = textOf(input);
  const validation = validateBody(field, text, kind);
  if (validation.ok) return validation.document;
  throw refusal(field, validation.errors);
}

/**
 * Returns the text of a mutation, and the name of its field.
 * @throws BAD_INPUT if there is none
 */
export function textOf({ bodyDelta, bodyMarkdown }: BodyInput): { readonly field: BodyField; readonly text: string } {
  if (typeof bodyDelta === 'string') return { field: 'bodyDelta', text: bodyDelta };
  if (typeof bodyMarkdown === 'string') return { field: 'bodyMarkdown', text: bodyMarkdown };
  throw codedError('BODY_REQUIRED');
}

/** Returns a BAD_INPUT error with the invalid paths of a text. */
export function refusal(field: BodyField, errors: readonly ValidationError[]): Error {
  const listed = errors.slice(0, maxListedFaults).map(sentence);
  const remaining = errors.length - listed.length;
  return codedError('BODY_INVALID', { field, faults: `${listed.join('; ')}${remaining > 0 ? `; and ${remaining} more` : ''}` }, { errors });
}

function sentence({ path, expected, got }: ValidationError): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}, got ${got}`;
}
