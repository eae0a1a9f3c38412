import { openPdfWriter } from '@newline/api/features/book-export/pdf/pdf-writer';
import { PdfReference, type PdfValue } from '@newline/api/features/book-export/pdf/pdf-value';

/** Writes a PDF with an empty page, which a test's printer returns instead of printing. */
export async function writeBlankPdf(path: string): Promise<void> {
  const writer = await openPdfWriter(path, Buffer.from('%PDF-1.4\n'));
  const [catalog, pages, page] = [writer.reserve(), writer.reserve(), writer.reserve()];
  const write = (id: number, entries: [string, PdfValue][]) => writer.write(id, new Map(entries));
  await write(catalog, [
    ['Type', '/Catalog'],
    ['Pages', new PdfReference(pages)],
  ]);
  await write(pages, [
    ['Type', '/Pages'],
    ['Count', '1'],
    ['Kids', [new PdfReference(page)]],
  ]);
  await write(page, [
    ['Type', '/Page'],
    ['Parent', new PdfReference(pages)],
    ['MediaBox', ['0', '0', '420', '595']],
  ]);
  await writer.finish(new Map([['Root', new PdfReference(catalog)]]));
  await writer.close();
}
