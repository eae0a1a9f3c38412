import type { DocumentNode } from '@newline/document/document-node';
import { Fragment, type Schema, Slice } from '@tiptap/pm/model';

/** How many levels of a slice are open at its start and its end: cut in the middle, as half a paragraph is. */
export type OpenDepths = readonly [start: number, end: number];

const attribute = /<article data-document="" data-open="(\d{1,2}) (\d{1,2})">/u;

/** Notes in HTML of our own how far the slice was open. */
export function noteOpenDepths(html: string, [start, end]: OpenDepths): string {
  return html.replace('<article data-document="">', `<article data-document="" data-open="${start} ${end}">`);
}

/** What `noteOpenDepths` noted; null in HTML from anywhere else. */
export function readOpenDepths(html: string): OpenDepths | null {
  const [, start, end] = attribute.exec(html) ?? [];
  return start === undefined || end === undefined ? null : [Number(start), Number(end)];
}

/**
 * A slice of blocks. What we copied is as open as it was; of anything else a paragraph at the start or the end joins the line into
 * which it is pasted, and every other block stays a block.
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
