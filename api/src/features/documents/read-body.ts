import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import { documentLimits } from '@newline/document/limits';
import { fromMarkdown } from '@newline/document/markdown';
import { type Validation, type ValidationError, validateDocumentText } from '@newline/document/validate';
import { codedError } from '../../graphql/error-codes.ts';
import { seededRandom } from './seeded-random.ts';

/** A text as a mutation is given it. `bodyDelta`, a document as a JSON string, wins over `bodyMarkdown`; HTML is never accepted. */
export type BodyInput = { readonly bodyDelta?: string | null; readonly bodyMarkdown?: string | null };

/** How many faults stand in the message; all of them (at most 20) are in `extensions.errors`. */
const maxToldFaults = 3;

/**
 * Reads the text of a mutation into a normalised document. Throws BAD_INPUT with the field, the places and what was
 * expected there; also when there is no text at all. The same text gives the same document, ids included.
 *
 * readBody({ bodyMarkdown: '# Plans' }, 'article') is a document with one heading.
 */
export function readBody(input: BodyInput, kind: DocumentKind): DocumentNode {
  if (typeof input.bodyDelta === 'string') {
    const text = input.bodyDelta;
    return accept('bodyDelta', validateDocumentText(text, kind, { random: seededRandom(text) }));
  }
  if (typeof input.bodyMarkdown === 'string') return accept('bodyMarkdown', readMarkdown(input.bodyMarkdown, kind));
  throw codedError('BAD_INPUT', 'Give bodyDelta, a document as a JSON string, or bodyMarkdown.', { field: 'bodyDelta' });
}

function readMarkdown(text: string, kind: DocumentKind): Validation {
  const { maxBytes } = documentLimits[kind];
  // Longer than any document that could come of it: not even parsed.
  if (text.length > maxBytes)
    return { ok: false, errors: [{ path: '', expected: `at most ${maxBytes} characters`, got: `${text.length} characters` }] };
  return fromMarkdown(text, kind, { random: seededRandom(text) });
}

function accept(field: 'bodyDelta' | 'bodyMarkdown', read: Validation): DocumentNode {
  if (read.ok) return read.document;
  const told = read.errors.slice(0, maxToldFaults).map(sentence);
  const others = read.errors.length - told.length;
  const message = `${field}: ${told.join('; ')}${others > 0 ? `; and ${others} more` : ''}.`;
  throw codedError('BAD_INPUT', message, { field, errors: read.errors });
}

function sentence({ path, expected, got }: ValidationError): string {
  return `${path === '' ? '' : `${path}: `}expected ${expected}, got ${got}`;
}
