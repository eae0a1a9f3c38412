import type { DocumentKind, DocumentNode } from './document-node.ts';
import { documentLimits } from './limits.ts';
import { createBlockWriter } from './markdown/block-writer.ts';
import { NoteCopies } from './note-content.ts';
import { TooManyTokens } from './markdown/parser.ts';
import { writeInline } from './markdown/write-inline.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { validateDocument, type Validation, type ValidationOptions } from './validate.ts';

/**
 * Reads Markdown into a normalized document: CommonMark and tables, with raw HTML as text, and with directives (`:::panel{type=tip}`) for
 * what Markdown lacks; docs/document-format.md lists them. What a kind of document can't contain stays text. Only a text beyond the limits
 * (too deep, too many nodes, too long) is rejected.
 *
 * fromMarkdown('## Plans\n\n**Read** them.', 'lesson') is a heading and a paragraph.
 */
export function fromMarkdown(text: string, kind: DocumentKind, options: ValidationOptions = {}): Validation {
  try {
    return validateDocument(readMarkdown(text, kind), kind, options);
  } catch (error) {
    if (!(error instanceof TooManyTokens)) throw error;
    return { ok: false, errors: [{ path: '', expected: `at most ${documentLimits[kind].maxNodes} nodes`, got: 'more' }] };
  }
}

/** Options for writing Markdown. */
export interface MarkdownOptions {
  /** Writes the IDs of blocks too, for an export that is read back without loss. Off by default. */
  readonly hasIds?: boolean;
}

/**
 * Writes a normalized document as Markdown, from which `fromMarkdown` reads the same document. Footnotes are at the end, as on GitHub. Returns ''
 * for an empty document.
 */
export function toMarkdown(document: DocumentNode, options: MarkdownOptions = {}): string {
  const blocks = document.content ?? [];
  const [first, ...others] = blocks;
  const isBlank = first?.type === 'paragraph' && others.length === 0 && (first.content ?? []).length === 0;
  const notes: string[] = [];
  const numbers = new Map<string, number>();
  const copies = new NoteCopies<string>();
  const writer = createBlockWriter(options.hasIds === true, (content) => {
    const key = JSON.stringify(content);
    const number = numbers.get(key);
    // The reader copies a note to each reference, and not more than this.
    if (copies.take(key, () => key.length) && number !== undefined) return `[^${number}]`;
    notes.push(writeInline(content, 'paragraph').replaceAll('\n', '\n    '));
    numbers.set(key, notes.length);
    return `[^${notes.length}]`;
  });
  const markdown = writer.blocks(blocks);
  if (isBlank && markdown === '::paragraph') return '';
  return notes.length === 0 ? markdown : `${markdown}\n\n${notes.map((note, index) => `[^${index + 1}]: ${note}`).join('\n')}`;
}
