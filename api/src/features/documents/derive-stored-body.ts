import { deriveBlocks } from '@newline/document/derive-blocks';
import type { DocumentNode } from '@newline/document/document-node';
import type { Drawer } from '../drawing/create-drawer.ts';

/**
 * What the functions of the database that store a body take, in their order: the document as JSON, then for each
 * top-level block its id, HTML, Markdown and text, how many stand before the paywall mark (null without one), and what was
 * drawn of them with the version of the drawer (0 leaves it to the job).
 */
export type StoredBody = readonly [
  body: string,
  ids: readonly string[],
  html: readonly string[],
  markdown: readonly string[],
  texts: readonly string[],
  free: number | null,
  drawn: string | null,
  drawer: number,
];

/**
 * Derives what is stored of a normalised document. `siteOrigin` decides which links lead off the site; without a drawer, and when
 * drawing takes longer than a writer should wait, the drawings are left to the job.
 */
export async function deriveStoredBody(
  document: DocumentNode,
  { siteOrigin, drawer }: { readonly siteOrigin: string; readonly drawer: Drawer | null },
): Promise<StoredBody> {
  const { ids, html, markdown, text, freeBlocks } = deriveBlocks(document, { siteOrigin });
  const [drawn, drawnBy] = drawer === null ? [null, 0] : await drawer.drawToStore(document);
  return [JSON.stringify(document), ids, html, markdown, text, freeBlocks, drawn, drawnBy];
}
