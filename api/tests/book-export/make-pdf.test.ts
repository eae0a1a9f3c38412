import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import type { BookContent } from '@newline/api/features/book-export/book-content';
import { ExportFault } from '@newline/api/features/book-export/export-fault';
import { findChromium } from '@newline/api/features/book-export/find-chromium';
import { makePdf, type PrintLimits } from '@newline/api/features/book-export/make-pdf';
import { type PdfDictionary, PdfReference, type PdfValue, writePdfValue } from '@newline/api/features/book-export/pdf/pdf-value';
import { type PdfFile, readPages, readPdf } from '@newline/api/features/book-export/pdf/read-pdf';
import { printPage } from '@newline/api/features/book-export/print-page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeBlankPdf } from './blank-pdf.ts';

const chromium = findChromium();
const text = (words: string) => ({ type: 'text', text: words });
const paragraph = (words: string) => ({ type: 'paragraph', content: [text(words)] });
const link = (href: string) => ({ type: 'paragraph', content: [{ ...text('See there'), marks: [{ type: 'link', attrs: { href } }] }] });

/** A chapter of as many pages: each paragraph is longer than half a page. */
const chapter = (slug: string, paragraphs: number, linked: string) => ({
  slug,
  title: slug.toUpperCase(),
  number: null,
  role: 'CHAPTER',
  sectionTitle: null,
  permalink: `/books/b/${slug}`,
  document: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text(`About ${slug}`)] },
      ...Array.from({ length: paragraphs }, () => paragraph('All of these words are printed. '.repeat(60))),
      link(`/books/b/${linked}`),
      link('#about-it'),
      { type: 'codeBlock', content: [text(`const words = '${'long '.repeat(60)}';\n\nshort();`)] },
      {
        type: 'paragraph',
        content: [text('With a note'), { type: 'footnote', content: [text(`of ${slug}`)] }, text('.')],
      },
    ],
  },
  renderings: null,
  isCut: false,
});

const chapters = [chapter('one', 3, 'last'), chapter('two', 1, 'one'), chapter('three', 2, 'two'), chapter('last', 1, 'three')];
const book = {
  ...{ id: '1', slug: 'b', title: 'B', subtitle: null, summary: null, language: 'en', permalink: '/books/b', authors: ['A'] },
  ...{ posterImageUrl: null, revisedAt: new Date(0), isWhole: true, chapters },
} as unknown as BookContent;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newline-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

async function make(limits: Partial<PrintLimits>, program = chromium ?? '') {
  const made = await mkdtemp(join(folder, 'made-'));
  const site = { name: 'newline', publicUrl: 'http://localhost:3000' };
  const path = await makePdf(book, site, () => Promise.resolve(null), {
    ...{ chromium: program, folder: made, cpuMs: 120_000, signal: new AbortController().signal, limits },
  });
  const bytes = await readFile(path);
  return { bytes, file: readPdf(bytes), front: await readFile(join(made, 'front.html'), 'utf8') };
}

const array = (value: PdfValue | undefined) => (Array.isArray(value) ? (value as readonly PdfValue[]) : []);

/** Returns the pages of a file in order. */
function pagesOf(file: PdfFile): PdfDictionary[] {
  const collect = (value: PdfValue | undefined): PdfDictionary[] => {
    const node = file.dictionary(value);
    if (!node) return [];
    return node.get('Type') === '/Page' ? [node] : array(node.get('Kids')).flatMap(collect);
  };
  return collect(catalogOf(file).get('Pages'));
}

function catalogOf(file: PdfFile): PdfDictionary {
  const catalog = file.dictionary(file.trailer.get('Root'));
  if (!catalog) throw new Error('expected a catalog');
  return catalog;
}

/**
 * Returns what is drawn on a page. The names of fonts and the numbers of tags differ from file to file, and a page says how far it is from the start of
 * what was printed.
 */
function rendered(file: PdfFile, page: PdfDictionary): string {
  const contents = page.get('Contents');
  if (!(contents instanceof PdfReference)) throw new Error('expected the contents of a page');
  const { value, rest } = file.read(contents.id);
  const length = Number((value as PdfDictionary).get('Length'));
  const start = rest.indexOf('stream\n') + 'stream\n'.length;
  let fromStart = 0;
  return inflateSync(rest.subarray(start, start + length))
    .toString('latin1')
    .replaceAll(/\/[FG]\d+/gu, (name) => name.slice(0, 2))
    .replaceAll(/\/MCID \d+/gu, '/MCID')
    .replaceAll(/^(\S+ \S+ \S+ )(\S+) (\S+) (\S+) (cm|Tm)$|^(\S+) (\S+) (\S+ \S+ re)$/gmu, (line, ...parts: string[]) => {
      const [first = '', scale = '', x = '', y = '', operator, left = '', top = '', size = ''] = parts;
      const shifted = (value: string) => (Number(value) - fromStart).toFixed(2);
      if (operator === undefined) return `${left} ${shifted(top)} ${size}`;
      if (operator === 'Tm') return `${first}${scale} ${x} ${shifted(y)} Tm`;
      if (Number(scale) <= 0) return line;
      fromStart = -Number(y) / Number(scale);
      return `${first}${scale} ${x} cm`;
    });
}

/** Returns the titles of the outline, in order, with the page of each. */
function outlineOf(file: PdfFile): [string, number][] {
  const numbers = new Map(
    pagesOf(file)
      .map((page, index) => [page.get('Contents'), index + 1] as const)
      .map(([one, two]) => [refOf(one), two]),
  );
  const list = (value: PdfValue | undefined): [string, number][] => {
    const entry = file.dictionary(value);
    if (!entry) return [];
    const page = file.dictionary(array(entry.get('Dest'))[0]);
    const next = entry.get('Next');
    if (next !== undefined) expect(refOf(file.dictionary(next)?.get('Prev'))).toBe(refOf(value));
    return [[wordsOf(entry.get('Title')), numbers.get(refOf(page?.get('Contents'))) ?? 0], ...list(entry.get('First')), ...list(next)];
  };
  return list(file.dictionary(catalogOf(file).get('Outlines'))?.get('First'));
}

const wordsOf = (value: PdfValue | undefined) => (value === undefined ? '' : writePdfValue(value));
const refOf = (value: PdfValue | undefined) => (value instanceof PdfReference ? value.id : null);

describe.skipIf(chromium === null)('a PDF of chapters that are printed in parts', () => {
  let parts: Awaited<ReturnType<typeof make>>;
  let whole: Awaited<ReturnType<typeof make>>;
  beforeAll(async () => {
    // The first chapter alone, and the next two together.
    parts = await make({ partLength: 9_000 });
    whole = await make({ partLength: 1_000_000 });
  });

  test('has the pages of one that is printed at once, with their numbers @STUDY-01', () => {
    const [one, other] = [pagesOf(parts.file), pagesOf(whole.file)];
    expect(one.length).toBeGreaterThan(8);
    expect(one.map((page) => rendered(parts.file, page))).toEqual(other.map((page) => rendered(whole.file, page)));
    // Its only shapes are letters, bars and boxes: lines of code that go on have a mark, but no bitmap.
    expect(parts.bytes.includes('/Subtype /Image')).toBe(false);
  });

  test('has the page of each chapter in its table of contents @STUDY-01', () => {
    const { destinations, count } = readPages(parts.file);
    expect(count).toBe(pagesOf(parts.file).length);
    expect([...destinations.keys()].filter((name) => name.endsWith('-title'))).toEqual(chapters.map(({ slug }) => `c-${slug}-title`));
    const written = [...parts.front.matchAll(/id="page-([\w-]+)">(\d+)</gu)].map(([, slug, number]) => [`c-${slug}-title`, Number(number)]);
    expect(written).toEqual(chapters.map(({ slug }) => [`c-${slug}-title`, destinations.get(`c-${slug}-title`)]));
    const numbers = chapters.map(({ slug }) => destinations.get(`c-${slug}-title`) ?? 0);
    // A title page and the contents come first, and the first chapter has more pages than one.
    expect(numbers[0]).toBe(3);
    expect(numbers[1]).toBeGreaterThan(4);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(readPages(whole.file).destinations).toEqual(destinations);
  });

  test('has links to chapters of other parts, from its contents and from the text @STUDY-01', () => {
    const { destinations } = readPages(parts.file);
    const targets = pagesOf(parts.file).flatMap((page) =>
      array(page.get('Annots')).map((value) => {
        const annotation = parts.file.dictionary(value);
        const action = parts.file.dictionary(annotation?.get('A'));
        return wordsOf(annotation?.get('Dest') ?? action?.get('URI'));
      }),
    );
    const titles = targets.filter((name) => name.endsWith('-title'));
    expect(titles).toEqual(['one', 'two', 'three', 'last', 'last', 'one', 'two', 'three'].map((slug) => `/c-${slug}-title`));
    for (const name of targets.filter((each) => each.startsWith('/'))) expect(destinations.has(name.slice(1)), name).toBe(true);
    expect(targets.filter((name) => name.startsWith('('))).toEqual(['(http://localhost:3000/books/b)']);
  });

  test('has one outline, with the titles and headings of all parts @STUDY-01', () => {
    const { destinations } = readPages(parts.file);
    const titles = outlineOf(parts.file);
    expect(titles).toEqual([
      ['(B)', 1],
      ['(Contents)', 2],
      ...chapters.flatMap(({ slug }) =>
        [`(${slug.toUpperCase()})`, `(About ${slug})`].map((title) => [title, destinations.get(`c-${slug}-title`)]),
      ),
    ]);
    expect(outlineOf(whole.file)).toEqual(titles);
  });

  test('has tags for screen readers on every page', () => {
    const { file } = parts;
    const root = file.dictionary(catalogOf(file).get('StructTreeRoot'));
    const document = file.dictionary(root?.get('K'));
    expect(document?.get('S')).toBe('/Document');
    const kinds = array(document?.get('K')).map((part) => file.dictionary(part)?.get('S'));
    // The front, and three parts.
    expect(kinds).toEqual(['/Part', '/Part', '/Part', '/Part']);
    const trees = array(file.dictionary(root?.get('ParentTree'))?.get('Kids')).map((tree) => file.dictionary(tree));
    const tagged = new Map(trees.flatMap((tree) => pairs(array(tree?.get('Nums')))));
    const used = pagesOf(file).flatMap((page) => [page, ...array(page.get('Annots')).map((value) => file.dictionary(value))]);
    const keys = used.map((each) => wordsOf(each?.get('StructParents') ?? each?.get('StructParent')));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(tagged.has(key), key).toBe(true);
    expect(Number(root?.get('ParentTreeNextKey'))).toBeGreaterThan(Math.max(...keys.map(Number)));
  });
});

function pairs(list: readonly PdfValue[]): [string, PdfValue][] {
  return list.flatMap((key, index) => (index % 2 === 0 ? [[wordsOf(key), list[index + 1] ?? ''] as [string, PdfValue]] : []));
}

/** Creates a program that is called like Chromium. */
async function printer(name: string, perform: string): Promise<string> {
  const path = join(folder, name);
  const find = 'for word in "$@"; do case "$word" in --print-to-pdf=*) out="${word#--print-to-pdf=}";; esac; done';
  await writeFile(path, `#!/bin/sh\n${find}\n${perform}\n`, { mode: 0o755 });
  return path;
}

test('a chapter that is too long, or has too many images, is refused by its name', async () => {
  const blank = join(folder, 'blank.pdf');
  await writeBlankPdf(blank);
  const printed = make({ chapterLength: 5_000 }, await printer('printer', `cp "${blank}" "$out"`));
  await expect(printed).rejects.toThrow('The chapter “ONE” is too long for a PDF. Download the EPUB instead.');
  await expect(printed).rejects.toBeInstanceOf(ExportFault);
});

test('printing is limited by memory, of all processes together', async () => {
  const print = async (memoryBytes: number) =>
    printPage({
      ...{ chromium: await printer('sleeper', 'sleep 2 & wait'), folder, page: join(folder, 'none.html'), pdf: join(folder, 'none.pdf') },
      ...{ cpuMs: 60_000, memoryBytes, signal: new AbortController().signal },
    });
  await expect(print(1_000)).rejects.toThrow('too complex');
  await print(1_000_000_000);
});
