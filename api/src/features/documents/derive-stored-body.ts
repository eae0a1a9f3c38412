import { deriveBlocks } from '@newline/document/derive-blocks';
import type { DocumentKind, DocumentNode } from '@newline/document/document-node';
import type { Renderer } from '../rendering/create-renderer.ts';
import { type BodyInput, readBody, textOf } from './read-body.ts';
import { type DerivedText, longText, type TextReader } from './text-reader.ts';

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
  rendered: string | null,
  renderer: number,
];

/** What is around a text that is stored. */
export type TextSurroundings = {
  /** The site's own origin, which decides which links lead off it. */
  readonly siteOrigin: string;
  /** Draws code, formulas and diagrams; without it the job does. */
  readonly renderer: Renderer | null;
  /** Works on long texts; without it they are worked on here. */
  readonly textReader: TextReader | null;
};

/**
 * Derives what is stored of a normalised document. Without a drawer, and when drawing takes longer than a writer should wait, the drawings are
 * left to the job.
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
 * Reads the text of a mutation and derives what is stored of it.
 *
 * @throws BAD_INPUT for a text that is none
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
