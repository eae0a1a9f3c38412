import type { DocumentNode } from '@newline/document/document-node';
import { createBlockWriter } from '@newline/document/markdown/block-writer';
import { toHtml } from '@newline/document/to-html';
import { withoutUploads } from '@newline/document/uploads';
import { validatePart } from '@newline/document/validate-part';
import type { Slice } from '@tiptap/pm/model';
import { titleNodeName } from '../editor-schema.ts';
import { noteOpenDepths } from './open-slice.ts';

/** The content for the clipboard: HTML from which the editor reads the same blocks again, and Markdown for other programs. */
export interface Copied {
  readonly html: string;
  readonly text: string;
}

/** Writes a slice for the clipboard; null if it isn't a valid document alone, such as a single table cell. */
export function copySlice(slice: Slice): Copied | null {
  const json = (slice.content.toJSON() ?? []) as DocumentNode[];
  const isOfRows = json[0]?.type === 'tableRow';
  // A footnote that is selected alone.
  const isInline = json[0]?.type === 'footnote';
  const blocks = isInline
    ? [{ type: 'paragraph', content: json }]
    : isOfRows
      ? [{ type: 'table', content: json }]
      : json.map((node) => (node.type === titleNodeName ? toHeading(node) : node));
  const validation = validatePart(withoutUploads({ type: 'doc', content: blocks }), 'article');
  if (!validation.ok) return null;
  const { document } = validation;
  const levels = isOfRows || isInline ? 1 : 0;
  const [only, ...others] = json;
  const isCode = others.length === 0 && (only?.type === 'codeBlock' || only?.type === 'math' || only?.type === 'mermaid');
  return {
    html: noteOpenDepths(toHtml(document), [slice.openStart + levels, slice.openEnd + levels]),
    // For a piece of code, only the code itself is copied, because it's pasted into other programs.
    text: isCode ? slice.content.textBetween(0, slice.content.size) : createBlockWriter(false).blocks(document.content ?? []),
  };
}

function toHeading({ content }: DocumentNode): DocumentNode {
  return { type: 'heading', attrs: { level: 1 }, ...(content === undefined ? {} : { content }) };
}
