import { deriveBody, isEmptyDocument } from '@newline/document/derive';
import type { DocumentNode } from '@newline/document/document-node';
import { linkUrls } from '@newline/document/link-urls';
import { validateDocument } from '@newline/document/validate';
import { codedError } from '../../errors/error-codes.ts';
import type { TextSurroundings } from '../documents/derive-stored-body.ts';
import { type BodyInput, readBody } from '../documents/read-body.ts';

/** What the functions of the database store of a comment, in their order. */
export type StoredComment = readonly [body: string, markdown: string, html: string, rendered: string | null, renderer: number];

/** Reads the text of a comment into a normalised document; URLs in it become links. Throws BAD_INPUT, also when it says nothing: 'Comment required'. */
export function readComment(input: BodyInput): DocumentNode {
  const isGiven = typeof input.bodyDelta === 'string' || typeof input.bodyMarkdown === 'string';
  const field = typeof input.bodyDelta === 'string' ? 'bodyDelta' : 'bodyMarkdown';
  const document = isGiven ? readBody(input, 'comment') : null;
  if (document === null || isEmptyDocument(document)) throw codedError('COMMENT_REQUIRED', {}, { field });
  return withLinks(document);
}

/** A text of nothing but short URLs could become more nodes than a comment may have: it stays as it was written. */
function withLinks(document: DocumentNode): DocumentNode {
  const linked = linkUrls(document);
  const read = linked === document ? null : validateDocument(linked, 'comment');
  return read?.ok === true ? read.document : document;
}

/** A reply names its text as Markdown, too, even where the document is what counts. */
export function requireMarkdown({ bodyMarkdown }: BodyInput): void {
  if (typeof bodyMarkdown !== 'string' || bodyMarkdown.trim() === '') throw codedError('COMMENT_REQUIRED', {}, { field: 'bodyMarkdown' });
}

/** Derives what is stored of a comment; drawings that take too long are left to the job. */
export async function deriveComment(document: DocumentNode, { siteOrigin, renderer }: TextSurroundings): Promise<StoredComment> {
  const { bodyMarkdown, bodyHtml } = deriveBody(document, { siteOrigin });
  const [rendered, rendererVersion] = renderer === null ? [null, 0] : await renderer.renderToStore(document);
  return [JSON.stringify(document), bodyMarkdown, bodyHtml, rendered, rendererVersion];
}
