import type { DocumentNode } from '@newline/document/document-node';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';

/** The levels of a slice that are open at its start and its end, because it was cut in the middle of a node. */
export type OpenDepths = readonly [start: number, end: number];

const attribute = /<article data-document="" data-open="(\d{1,2}) (\d{1,2})">/u;

/** Stores in our HTML how many levels of the slice were open. */
export function noteOpenDepths(html: string, [start, end]: OpenDepths): string {
  return html.replace('<article data-document="">', `<article data-document="" data-open="${start} ${end}">`);
}

/** Reads what `noteOpenDepths` stored; null in HTML from other sources. */
export function readOpenDepths(html: string): OpenDepths | null {
  const [, start, end] = attribute.exec(html) ?? [];
  return start === undefined || end === undefined ? null : [Number(start), Number(end)];
}

/**
 * Creates a slice of blocks. Content copied from this editor is as open as it was. In other content, a paragraph at the start or the end
 * joins the line into which it's pasted, and all other blocks stay blocks.
 */
export function openSlice(blocks: readonly DocumentNode[], schema: Schema, depths: OpenDepths | null): Slice {
  const content = Fragment.fromJSON(schema, blocks);
  const most = Slice.maxOpen(content, depths !== null);
  const [start, end] = depths ?? [
    content.firstChild?.type.name === 'paragraph' ? 1 : 0,
    content.lastChild?.type.name === 'paragraph' ? 1 : 0,
  ];
  return new Slice(content, Math.min(start, most.openStart), Math.min(end, most.openEnd));
}
