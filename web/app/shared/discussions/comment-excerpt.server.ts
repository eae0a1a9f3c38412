import type { DocumentNode } from '@newline/document/document-node';
import { toText } from '@newline/document/text';
import { truncate } from '@newline/document/truncate';
import { parseDocument } from '../reader/parse-document.ts';

/** Returns the start of a comment in one line, as plain text without marks of Markdown; '' for a deleted comment. */
export function excerptOf(bodyDelta: string | null, maxCharacters: number): string {
  const document = parseDocument(bodyDelta) as DocumentNode | null;
  return document === null ? '' : truncate(toText(document), maxCharacters);
}
