import type { DocumentNode } from './document-node.ts';
import { renderHtml } from './html.ts';
import { toMarkdown } from './markdown.ts';
import type { RenderOptions } from './render.ts';
import { formatVersion } from './schema/version.ts';
import { freeBlocks, toText } from './text.ts';
import { outlineOf, type OutlineEntry } from './outline.ts';

export { isEmptyDocument } from './text.ts';

/** What is stored with a document when it's saved; all of it is derived from `bodyDelta`. */
export interface DerivedBody {
  readonly bodyDelta: DocumentNode;
  readonly bodyMarkdown: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly outline: readonly OutlineEntry[];
  /** The number of top-level blocks before the paywall marker, or null without one. */
  readonly freeBlocks: number | null;
}

/** Derives everything that is stored from a normalized document. Without `siteOrigin`, all absolute links count as external. */
export function deriveBody(document: DocumentNode, options: RenderOptions = {}): DerivedBody {
  return {
    bodyDelta: document,
    bodyMarkdown: toMarkdown(document),
    bodyHtml: renderHtml(document, { hasDirections: true, ...options }),
    bodyText: toText(document),
    outline: outlineOf(document),
    freeBlocks: freeBlocks(document),
  };
}

/** A document with one empty paragraph, normalized except for its ID. */
export const emptyDocument: DocumentNode = {
  type: 'doc',
  attrs: { version: formatVersion },
  content: [{ type: 'paragraph', attrs: { align: null, indent: 0, lineSpacing: 'normal', id: null } }],
};
