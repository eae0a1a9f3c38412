import { deriveBody, isEmptyDocument } from '@newline/document/derive';
import type { DocumentNode } from '@newline/document/document-node';
import { linkUrls } from '@newline/document/link-urls';
import { validateDocument } from '@newline/document/validate';
import { codedError } from '../../errors/error-codes.ts';
import type { TextSurroundings } from '../documents/derive-stored-body.ts';
import { type BodyInput, readBody } from '../documents/read-body.ts';

/** Arguments of the database functions that store a comment, in their order. */
export type StoredComment = readonly [body: string, markdown: string, html: string, rendered: string | null, renderer: number];

/**
 * Reads the text of a comment into a normalized document; URLs in it become links. Throws BAD_INPUT, also for an empty text: 'Comment
 * required'.
 */
export function readComment(input: BodyInput): DocumentNode {
  const hasText = typeof input.bodyDelta === 'string' || typeof input.bodyMarkdown === 'string';
  const field = typeof input.bodyDelta === 'string' ? 'bodyDelta' : 'bodyMarkdown';
  const document = hasText ? readBody(input, 'comment') : null;
  if (document === null || isEmptyDocument(document)) throw codedError('COMMENT_REQUIRED', {}, { field });
  return withLinks(document);
}

/** Turns URLs into links, unless the document would then exceed the node limit: a text of many short URLs stays unchanged. */
function withLinks(document: DocumentNode): DocumentNode {
  const linked = linkUrls(document);
  const validation = linked === document ? null : validateDocument(linked, 'comment');
  return validation?.ok === true ? validation.document : document;
}

/** Requires the Markdown of a reply, which the specification asks for even if the document is the text that counts. */
export function requireMarkdown({ bodyMarkdown }: BodyInput): void {
  if (typeof bodyMarkdown !== 'string' || bodyMarkdown.trim() === '') throw codedError('COMMENT_REQUIRED', {}, { field: 'bodyMarkdown' });
}

/** Converts a comment into the values that are stored; renderings that take too long are left to the job. */
export async function deriveComment(document: DocumentNode, { siteOrigin, renderer }: TextSurroundings): Promise<StoredComment> {
  const { bodyMarkdown, bodyHtml } = deriveBody(document, { siteOrigin });
  const [rendered, rendererVersion] = renderer === null ? [null, 0] : await renderer.renderToStore(document);
  return [JSON.stringify(document), bodyMarkdown, bodyHtml, rendered, rendererVersion];
}
