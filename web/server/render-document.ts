import type { PublicDocuments } from '@newline/api/graphql/public-documents/public-documents';
import type { RenderedPage } from './stored-page.ts';

/** Counts of likes and comments change without being told: an answer is made anew after this long. */
const maxAgeMs = 60_000;

/** Answers a document that is the same for everybody, in the form in which pages are kept. */
export async function renderDocument(documents: PublicDocuments, key: string): Promise<RenderedPage> {
  const { status, body, tags } = await documents.answer(key);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body, tags, dueAtMs: Date.now() + maxAgeMs, isForVisitors: false };
}
