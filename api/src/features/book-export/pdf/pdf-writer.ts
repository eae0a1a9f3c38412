import { open } from 'node:fs/promises';
import { type PdfDictionary, type PdfValue, writePdfValue } from './pdf-value.ts';

/** Bytes that are collected before they are written. */
const chunkBytes = 1_000_000;

/** Writes the objects of a PDF one after the other. */
export type PdfWriter = {
  /** Returns the number of an object that is written later. */
  readonly reserve: () => number;
  /** @param rest the bytes after its value, such as its stream */
  readonly write: (id: number, value: PdfValue, rest?: Buffer) => Promise<void>;
  /**
   * Writes the table of all objects.
   * @throws Error if one of them is missing
   */
  readonly finish: (trailer: PdfDictionary) => Promise<void>;
  readonly close: () => Promise<void>;
};

const end = Buffer.from('\nendobj\n');

/** Opens a file for a PDF. It's never in memory as a whole. */
export async function openPdfWriter(path: string, header: Buffer): Promise<PdfWriter> {
  const file = await open(path, 'w', 0o640);
  // The first object of a PDF is number 1.
  const starts: (number | undefined)[] = [0];
  let chunks: Buffer[] = [];
  let waiting = 0;
  let size = 0;
  const flush = async () => {
    for (const chunk of chunks) await file.appendFile(chunk);
    chunks = [];
    waiting = 0;
  };
  const add = async (bytes: Buffer) => {
    chunks.push(bytes);
    size += bytes.length;
    waiting += bytes.length;
    if (waiting > chunkBytes) await flush();
  };
  await add(header);
  return {
    reserve: () => starts.push(undefined) - 1,
    async write(id, value, rest = end) {
      starts[id] = size;
      await add(Buffer.concat([Buffer.from(`${id} 0 obj\n${writePdfValue(value)}`, 'latin1'), rest]));
    },
    async finish(trailer) {
      const tableStart = size;
      const missing = starts.indexOf(undefined);
      if (missing !== -1) throw new Error(`A PDF refers to an object that isn’t in it (${missing}).`);
      const lines = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
      const table = `xref\n0 ${starts.length}\n0000000000 65535 f \n${lines.join('')}`;
      const entries = new Map<string, PdfValue>([['Size', String(starts.length)], ...trailer]);
      await add(Buffer.from(`${table}trailer\n${writePdfValue(entries)}\nstartxref\n${tableStart}\n%%EOF\n`, 'latin1'));
      await flush();
    },
    close: () => file.close(),
  };
}
