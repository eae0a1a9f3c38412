import { brotliDecompressSync, constants, gunzipSync, inflateRawSync } from 'node:zlib';
import type { CutPage } from '../../server/filled-pages/filled-page.ts';
import type { StoredCopy } from '../../server/filled-pages/study-pages.ts';
import { fillable, type Representation, type StoredPage } from '../../server/stored-page.ts';

/** Returns everything that a stored copy of a study page can send, also from its compressed bytes. */
export function textsOfCopy({ key, parts, head }: StoredCopy): string[] {
  return [key, ...head, ...textsOfParts(parts)];
}

/** The same of a cached public page, or of the answer to a public query, with the parts that are filled in for readers. */
export function textsOfPage(key: string, page: StoredPage): string[] {
  const { identity, gzip, brotli, slots, tags } = page;
  const heads = ({ head, notModifiedHead, etag }: Representation) => [...head, ...notModifiedHead, etag];
  return [
    key,
    ...tags,
    ...slots.map(({ name }) => name),
    ...[identity, gzip, brotli].flatMap(heads),
    String(identity.body),
    String(gunzipSync(gzip.body)),
    String(brotliDecompressSync(brotli.body)),
    ...(slots.length === 0 ? [] : [...fillable(page).head, ...textsOfParts(fillable(page).parts)]),
  ];
}

/** Returns a page without what is filled in: once from its uncompressed parts, and once from its compressed ones. */
function textsOfParts(parts: CutPage): string[] {
  const textOf = (read: (part: { bytes: Buffer; deflated: Buffer }) => Buffer) =>
    parts
      .map((part) => {
        if ('bytes' in part) return String(read(part));
        return part.map((piece) => (typeof piece === 'string' ? piece : piece.name + piece.neutral)).join('');
      })
      .join('');
  return [textOf(({ bytes }) => bytes), textOf(({ deflated }) => inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH }))];
}
