import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import type { ValidationError } from '@newline/document/validate';
import { codedError } from '../../errors/error-codes.ts';
import { type BodyField, validateBody } from './validate-body.ts';

/** A text as a mutation is given it. `bodyDelta`, a document as a JSON string, wins over `bodyMarkdown`; HTML is never accepted. */
export type BodyInput = { readonly bodyDelta?: string | null; readonly bodyMarkdown?: string | null };

/** How many faults stand in the message; all of them (at most 20) are in `extensions.errors`. */
const maxToldFaults = 3;

/**
 * Reads the text of a mutation into a normalised document. Throws BAD_INPUT with the field, the places and what was
 * expected there; also when there is no text at all. The same text gives the same document, ids included. A lesson or an article may be long: these
 * are read by `readStoredBody`.
 *
 * readBody({ bodyMarkdown: '# Plans' }, 'article') is a document with one heading.
 */
export function readBody(input: BodyInput, kind: DocumentKind): DocumentNode {
  const { field, text } = textOf(input);
  const read = validateBody(field, text, kind);
  if (read.ok) return read.document;
  throw refusal(field, read.errors);
}

/**
 * The text of a mutation, and the field that has it.
 *
 * @throws BAD_INPUT when there is none
 */
export function textOf({ bodyDelta, bodyMarkdown }: BodyInput): { readonly field: BodyField; readonly text: string } {
  if (typeof bodyDelta === 'string') return { field: 'bodyDelta', text: bodyDelta };
  if (typeof bodyMarkdown === 'string') return { field: 'bodyMarkdown', text: bodyMarkdown };
  throw codedError('BODY_REQUIRED');
}

/** BAD_INPUT with the places of a text that are wrong. */
export function refusal(field: BodyField, errors: readonly ValidationError[]): Error {
  const told = errors.slice(0, maxToldFaults).map(sentence);
  const others = errors.length - told.length;
  return codedError('BODY_INVALID', { field, faults: `${told.join('; ')}${others > 0 ? `; and ${others} more` : ''}` }, { errors });
}

function sentence({ path, expected, got }: ValidationError): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}, got ${got}`;
}
