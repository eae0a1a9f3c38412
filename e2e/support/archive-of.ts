import { zip } from '../../api/src/features/book-export/zip.ts';

/** Returns an archive as a browser's file input accepts it. */
export function archiveOf(files: Readonly<Record<string, string | Buffer>>) {
  const entries = Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.from(bytes) }));
  return { name: 'book.zip', mimeType: 'application/zip', buffer: zip(entries, new Date(Date.UTC(2026, 10, 21))) };
}
