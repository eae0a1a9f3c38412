import { deriveBlocks } from '@newline/document/derive-blocks';
import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import type { Renderer } from '../rendering/create-renderer.ts';
import { type BodyInput, readBody, textOf } from './read-body.ts';
import { type DerivedText, longText, type TextReader } from './text-reader.ts';

/**
 * Arguments of the database functions that store a body, in their order: the document as JSON; id, HTML, Markdown and text of each
 * top-level block; the number of blocks before the paywall marker (null without one); and the renderings with the version of the renderer (0
 * leaves them to the job).
 */
export type StoredBody = readonly [
  body: string,
  ids: readonly string[],
  html: readonly string[],
  markdown: readonly string[],
  texts: readonly string[],
  free: number | null,
  rendered: string | null,
  renderer: number,
];

/** Dependencies of storing a text. */
export type TextSurroundings = {
  /** The site's origin, which decides which links are external. */
  readonly siteOrigin: string;
  /** Renders code, formulas and diagrams; without it, the job does. */
  readonly renderer: Renderer | null;
  /** Processes long texts; without it, they are processed here. */
  readonly textReader: TextReader | null;
};

/**
 * Converts a normalized document into the values that are stored. Without a renderer, or if rendering takes longer than a writer should
 * wait, renderings are left to the job.
 */
export async function deriveStoredBody(
  document: DocumentNode,
  { siteOrigin, renderer, textReader }: TextSurroundings,
): Promise<StoredBody> {
  const body = JSON.stringify(document);
  const derived =
    textReader !== null && body.length > longText
      ? await textReader.derive(body, { siteOrigin })
      : { body, blocks: deriveBlocks(document, { siteOrigin }) };
  return storedBody(derived, document, renderer);
}

/**
 * Reads the text of a mutation and converts it into the values that are stored.
 * @throws BAD_INPUT for an invalid text
 */
export async function readStoredBody(input: BodyInput, kind: DocumentKind, surroundings: TextSurroundings): Promise<StoredBody> {
  const { textReader, siteOrigin, renderer } = surroundings;
  const { field, text } = textOf(input);
  if (textReader === null || text.length <= longText) return deriveStoredBody(readBody(input, kind), surroundings);
  const derived = await textReader.read(field, text, { as: kind, siteOrigin });
  return storedBody(derived, JSON.parse(derived.body) as DocumentNode, renderer);
}

async function storedBody({ body, blocks }: DerivedText, document: DocumentNode, renderer: Renderer | null): Promise<StoredBody> {
  const { ids, html, markdown, text, freeBlocks } = blocks;
  const [rendered, rendererVersion] = renderer === null ? [null, 0] : await renderer.renderToStore(document);
  return [body, ids, html, markdown, text, freeBlocks, rendered, rendererVersion];
}
