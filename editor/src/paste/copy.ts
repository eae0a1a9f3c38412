import type { DocumentNode } from '@newline/document/document-node';
import { createBlockWriter } from '@newline/document/markdown/block-writer';
import { toHtml } from '@newline/document/to-html';
import { withoutUploads } from '@newline/document/uploads';
import { validateDocument } from '@newline/document/validate';
import type { Slice } from '@tiptap/pm/model';
import { titleNodeName } from '../editor-schema.ts';
import { noteOpenDepths } from './open-slice.ts';

/** What is put on the clipboard: HTML from which the editor reads the same blocks again, and Markdown for everything else. */
export interface Copied {
  readonly html: string;
  readonly text: string;
}

/** Writes a slice for the clipboard; null when it cannot stand as a document, as a lone table cell cannot. */
export function copySlice(slice: Slice): Copied | null {
  const json = (slice.content.toJSON() ?? []) as DocumentNode[];
  const isOfRows = json[0]?.type === 'tableRow';
  const blocks = isOfRows ? [{ type: 'table', content: json }] : json.map((node) => (node.type === titleNodeName ? toHeading(node) : node));
  const validation = validateDocument(withoutUploads({ type: 'doc', content: blocks }), 'article');
  if (!validation.ok) return null;
  const { document } = validation;
  const levels = isOfRows ? 1 : 0;
  const [only, ...others] = json;
  const isCode = others.length === 0 && (only?.type === 'codeBlock' || only?.type === 'math' || only?.type === 'mermaid');
  return {
    html: noteOpenDepths(toHtml(document), [slice.openStart + levels, slice.openEnd + levels]),
    // A piece of code is only the code: it is pasted into programs that run it.
    text: isCode ? slice.content.textBetween(0, slice.content.size) : createBlockWriter(false).blocks(document.content ?? []),
  };
}

function toHeading({ content }: DocumentNode): DocumentNode {
  return { type: 'heading', attrs: { level: 1 }, ...(content === undefined ? {} : { content }) };
}
