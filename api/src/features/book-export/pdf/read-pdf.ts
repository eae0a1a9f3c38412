import { type PdfDictionary, PdfReference, type PdfValue, readPdfValue } from './pdf-value.ts';

/** An object of a PDF: its value, and the rest of its bytes, which contain its stream if it has one. */
export type PdfObject = { readonly value: PdfValue; readonly rest: Buffer };

/** A PDF as Chromium writes it: with one table of its objects, which aren't in compressed streams. */
export type PdfFile = {
  /** The bytes before the first object. */
  readonly header: Buffer;
  /** The numbers of all objects. */
  readonly ids: readonly number[];
  readonly trailer: PdfDictionary;
  /** Reads an object. */
  readonly read: (id: number) => PdfObject;
  /** Returns the dictionary that a value is or refers to; null for anything else. */
  readonly dictionary: (value: PdfValue | undefined) => PdfDictionary | null;
};

/** Characters of a line of the table of objects. */
const lineLength = 20;

/**
 * Reads the table of a PDF of Chromium.
 * @throws Error for any other file
 */
export function readPdf(bytes: Buffer): PdfFile {
  const end = bytes.subarray(-1_024).toString('latin1');
  const tableStart = Number(/startxref\s+(\d+)\s+%%EOF\s*$/u.exec(end)?.[1] ?? Number.NaN);
  if (Number.isNaN(tableStart)) throw new Error('A file isn’t a PDF, or isn’t complete.');
  const table = bytes.toString('latin1', tableStart);
  const [head, count] = /^xref\n0 (\d+)\n/u.exec(table) ?? [];
  if (head === undefined) throw new Error('The objects of a PDF have no table that can be read.');
  const lines = Array.from({ length: Number(count) }, (_, id) =>
    table.slice(head.length + id * lineLength, head.length + (id + 1) * lineLength),
  );
  const starts = new Map(lines.flatMap((line, id) => (line[17] === 'n' ? [[id, Number(line.slice(0, 10))] as const] : [])));
  const sorted = [...starts].toSorted(([, one], [, other]) => one - other);
  const ends = new Map(sorted.map(([id], index) => [id, sorted[index + 1]?.[1] ?? tableStart]));
  const trailer = readPdfValue(table, table.indexOf('trailer') + 'trailer'.length).value;
  if (!(trailer instanceof Map)) throw new Error('A PDF has no trailer.');
  const read = (id: number): PdfObject => {
    const start = starts.get(id);
    if (start === undefined) throw new Error(`A PDF has no object ${id}.`);
    const text = bytes.toString('latin1', start, ends.get(id));
    const [name] = /^\d+ 0 obj\s/u.exec(text) ?? [];
    if (name === undefined) throw new Error(`Object ${id} of a PDF isn’t where its table says.`);
    const { value, end: valueEnd } = readPdfValue(text, name.length);
    return { value, rest: bytes.subarray(start + valueEnd, ends.get(id)) };
  };
  const dictionary = (value: PdfValue | undefined): PdfDictionary | null => {
    const target = value instanceof PdfReference ? read(value.id).value : value;
    return target instanceof Map ? target : null;
  };
  return { header: bytes.subarray(0, sorted[0]?.[1] ?? tableStart), ids: [...starts.keys()], trailer, read, dictionary };
}

/** Returns how many pages a PDF has, and the page, counted from 1, of each place that links can lead to, by its name. */
export function readPages(file: PdfFile): { readonly count: number; readonly destinations: ReadonlyMap<string, number> } {
  const catalog = file.dictionary(file.trailer.get('Root'));
  const numbers = new Map<number, number>();
  const count = (value: PdfValue | undefined, depth: number): void => {
    if (!(value instanceof PdfReference) || depth > 16) return;
    const kids = file.dictionary(value)?.get('Kids');
    if (Array.isArray(kids)) for (const kid of kids as readonly PdfValue[]) count(kid, depth + 1);
    else numbers.set(value.id, numbers.size + 1);
  };
  count(catalog?.get('Pages'), 0);
  const destinations = new Map<string, number>();
  for (const [name, destination] of file.dictionary(catalog?.get('Dests')) ?? []) {
    const page = Array.isArray(destination) ? (destination as readonly PdfValue[])[0] : undefined;
    const number = page instanceof PdfReference ? numbers.get(page.id) : undefined;
    if (number !== undefined) destinations.set(name, number);
  }
  return { count: numbers.size, destinations };
}
