import type { PublicDocuments } from '@newline/api/graphql/public-documents/public-documents';
import type { RenderedPage } from './stored-page.ts';

/** Counts of likes and comments change without an announcement, so a response expires after this time. */
const maxAgeMs = 60_000;

/** Runs an operation whose result is the same for everyone, in the form in which pages are cached. */
export async function renderDocument(documents: PublicDocuments, key: string): Promise<RenderedPage> {
  const { status, body, tags } = await documents.answer(key);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body, slots: [], tags, dueAtMs: Date.now() + maxAgeMs, isForVisitors: false };
}
