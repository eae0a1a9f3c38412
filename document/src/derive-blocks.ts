import type { DocumentNode } from './document-node.ts';
import { renderHtmlBlocks } from './html.ts';
import { writeEachBlock } from './markdown/block-writer.ts';
import type { RenderOptions } from './render.ts';
import { findNode, idAttributeOf } from './schema/nodes.ts';
import { freeBlocks, toText } from './text.ts';

/** What is stored of a lesson or an article, one entry a top-level block, so that the paywall cut is a slice. */
export interface DerivedBlocks {
  /** The block's id; '' for a block that carries none (rules and the paywall marker). */
  readonly ids: readonly string[];
  readonly html: readonly string[];
  readonly markdown: readonly string[];
  readonly text: readonly string[];
  /** Top-level blocks before the paywall marker; null without one. */
  readonly freeBlocks: number | null;
}

/** Derives what is stored block by block from a normalised document. The four lists have one length: that of the document's content. */
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
