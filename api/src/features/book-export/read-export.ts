import type { Pool } from 'pg';
import type { BookContent, ChapterContent } from './book-content.ts';
import { ExportFault } from './export-fault.ts';

/** An export that this process has claimed. */
export type ClaimedExport = {
  readonly id: string;
  readonly format: 'epub' | 'pdf';
  readonly isWhole: boolean;
  readonly attempts: number;
  readonly chapterCount: number;
  readonly book: Omit<BookContent, 'chapters' | 'isWhole' | 'revisedAt'> & { readonly revisedAt: string };
};

type ChapterRow = Omit<ChapterContent, 'number' | 'renderings'> & { readonly role: string; readonly drawings: unknown };

/** Maximum characters of all chapters as JSON: they are held in memory. */
const maxCharacters = 100_000_000;

/**
 * Reads a book, limited to what its reader could see when the export was requested, one chapter at a time.
 * @throws ExportFault if it is too large
 */
export async function readExport(
  pool: Pool,
  { id, chapterCount, isWhole, book }: ClaimedExport,
  signal: AbortSignal,
): Promise<BookContent> {
  const chapters: ChapterContent[] = [];
  let counted = 0;
  let characters = 0;
  for (let index = 1; index <= chapterCount; index += 1) {
    signal.throwIfAborted();
    const { rows } = await pool.query<{ chapter: string }>('select app_private.book_export_chapter($1, $2)::text as chapter', [id, index]);
    const json = rows[0]?.chapter;
    if (json === undefined) throw new Error(`Chapter ${index} is gone: the book changed while it was exported.`);
    characters += json.length;
    if (characters > maxCharacters) throw new ExportFault('This book is too long to be exported as one file.');
    const { role, drawings: renderings, ...chapter } = JSON.parse(json) as ChapterRow;
    const isCounted = role !== 'CHANGELOG';
    if (isCounted) counted += 1;
    chapters.push({
      ...chapter,
      renderings,
      document: isEmpty(chapter.document) ? null : chapter.document,
      number: isCounted ? counted : null,
    });
  }
  return { ...book, revisedAt: new Date(book.revisedAt), isWhole, chapters };
}

function isEmpty(document: unknown): boolean {
  const content = typeof document === 'object' && document !== null ? (Reflect.get(document, 'content') as unknown) : null;
  return !Array.isArray(content) || content.length === 0;
}
