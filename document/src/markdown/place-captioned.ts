import { captionKinds } from '../captions.ts';
import type { DocumentNode } from '../document-node.ts';

/**
 * Returns the content of a `captioned` from the blocks of a figure: the block, and the paragraphs as its caption. Empty if none of the blocks
 * can have a caption, or if there are others too.
 */
export function placeCaptioned(blocks: readonly DocumentNode[]): DocumentNode[] {
  const first = blocks.find(({ type }) => Object.hasOwn(captionKinds, type));
  const lines = blocks.filter(({ type }) => type === 'paragraph' || type === 'caption');
  if (first === undefined || lines.length !== blocks.length - 1) return [];
  const content = lines.flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), ...(line.content ?? [])]);
  return [first, { type: 'caption', content }];
}
