import type { DocumentNode } from './document-node.ts';
import { renderHtmlBlocks } from './html.ts';
import { writeEachBlock } from './markdown/block-writer.ts';
import type { RenderOptions } from './render.ts';
import { findNode, idAttributeOf } from './schema/nodes.ts';
import { freeBlocks, toText } from './text.ts';

/** What is stored for a lesson or an article, with one entry for each top-level block, so that the paywall can slice the lists. */
export interface DerivedBlocks {
  /** The block's ID, or '' for a block that has none (rules and the paywall marker). */
  readonly ids: readonly string[];
  readonly html: readonly string[];
  readonly markdown: readonly string[];
  readonly text: readonly string[];
  /** The number of top-level blocks before the paywall marker, or null without one. */
  readonly freeBlocks: number | null;
}

/** Derives what is stored for each block from a normalized document. The four lists are as long as the document's content. */
export function deriveBlocks(document: DocumentNode, options: RenderOptions = {}): DerivedBlocks {
  const blocks = document.content ?? [];
  return {
    ids: blocks.map(blockId),
    html: renderHtmlBlocks(document, { hasDirections: true, ...options }),
    markdown: writeEachBlock(blocks),
    text: blocks.map((block) => toText({ type: 'doc', content: [block] })),
    freeBlocks: freeBlocks(document),
  };
}

function blockId(block: DocumentNode): string {
  const definition = findNode(block.type);
  const name = definition === undefined ? null : idAttributeOf(definition);
  const id = name === null ? null : block.attrs?.[name];
  return typeof id === 'string' ? id : '';
}
