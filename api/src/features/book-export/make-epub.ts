import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { BookContent, ChapterContent } from './book-content.ts';
import type { BookImage, ReadImage } from './book-images.ts';
import { chapterFile, contentsOf, imagesIn, writeChapter, writeTitlePage, type BookPage, type BookSite } from './book-pages.ts';
import { bookStyle } from './book-style.ts';
import { ExportFault } from './export-fault.ts';
import { escapeXml } from './xhtml.ts';
import { zip, type ZipEntry } from './zip.ts';

/** Reports how many steps are finished, and what is being done now. Throws to stop the work. */
export type NoteProgress = (finished: number, label: string) => Promise<void>;

/** Maximum size of a book's images in total, in bytes: they are held in memory. */
const maxImageBytes = 300_000_000;

const pack = promisify(deflateRaw);

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Creates an EPUB 3 of a book. The same content results in the same bytes. The book loads nothing from other machines and contains no
 * scripts.
 * @throws ExportFault if its images are too large
 */
export async function makeEpub(book: BookContent, site: BookSite, readImage: ReadImage, note?: NoteProgress): Promise<Buffer> {
  const cover = book.posterImageUrl === null ? null : await readImage(book.posterImageUrl);
  const coverFile = cover && { ...cover, path: `cover.${extensionOf(cover.type)}` };
  const images = new Map<string, BookImage>();
  const pages = [writeTitlePage(book, site)];
  await writeChapters(book, { images, readImage, note }, (chapter) => void pages.push(writeChapter(book, chapter, images, site)));
  await note?.(book.chapters.length, 'Packing the file');
  const files: ZipEntry[] = [
    { path: 'mimetype', bytes: Buffer.from('application/epub+zip'), isPacked: false },
    { path: 'META-INF/container.xml', bytes: text(containerXml) },
    { path: 'EPUB/package.opf', bytes: text(packageXml(book, site, pages, [...images.values()], coverFile)) },
    { path: 'EPUB/nav.xhtml', bytes: text(navXml(book)) },
    { path: 'EPUB/toc.ncx', bytes: text(ncxXml(book)) },
    { path: 'EPUB/style.css', bytes: text(bookStyle) },
    ...(coverFile
      ? [
          { path: 'EPUB/cover.xhtml', bytes: text(pageXml(book, coverPage(coverFile.path, book.title))) },
          { path: `EPUB/${coverFile.path}`, bytes: coverFile.bytes, isPacked: false },
        ]
      : []),
  ];
  for (const page of pages) {
    const bytes = text(pageXml(book, page));
    files.push({ path: `EPUB/${page.name}`, bytes, packed: await pack(bytes) });
  }
  for (const { path, bytes } of images.values()) files.push({ path: `EPUB/${path}`, bytes, isPacked: false });
  return zip(files, book.revisedAt);
}

/**
 * Renders the chapters in order, after loading the images of each, and reports progress. Lets other requests run between two chapters.
 * @param options.images filled with the book's images, each once, by its URL on the site
 */
export async function writeChapters(
  book: BookContent,
  {
    images,
    readImage,
    note,
  }: { readonly images: Map<string, BookImage>; readonly readImage: ReadImage; readonly note: NoteProgress | undefined },
  write: (chapter: ChapterContent) => void | Promise<void>,
): Promise<void> {
  let byteCount = 0;
  for (const [index, chapter] of book.chapters.entries()) {
    await note?.(index, `Chapter ${index + 1} of ${book.chapters.length}`);
    for (const url of imagesIn(chapter.document)) {
      if (images.has(url)) continue;
      const image = await readImage(url);
      if (!image) continue;
      byteCount += image.bytes.length;
      if (byteCount > maxImageBytes) throw new ExportFault('The images of this book are too large to be exported in one file.');
      images.set(url, { ...image, path: `pictures/${images.size + 1}.${extensionOf(image.type)}` });
    }
    await setImmediate();
    await write(chapter);
  }
}

function extensionOf(type: BookImage['type']): string {
  return type === 'image/png' ? 'png' : 'jpg';
}

const text = (content: string) => Buffer.from(content, 'utf8');

const containerXml = `${xml}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function coverPage(path: string, title: string): BookPage {
  return {
    name: 'cover.xhtml',
    title,
    body: `<section epub:type="cover" class="cover"><img src="${path}" alt="${escapeXml(`Cover of ${title}`)}" role="doc-cover"/></section>`,
    hasMath: false,
    hasRendering: false,
  };
}

function pageXml(book: BookContent, { title, body }: Pick<BookPage, 'title' | 'body'>): string {
  return `${xml}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${book.language}" xml:lang="${book.language}">
<head><title>${escapeXml(title)}</title><link rel="stylesheet" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}

function navXml(book: BookContent): string {
  const line = (chapter: BookContent['chapters'][number]) =>
    `<li dir="auto"><a href="${chapterFile(chapter)}">${escapeXml(chapter.title)}</a></li>`;
  const lines = contentsOf(book).map(({ title, chapters }) =>
    title === null
      ? chapters.map(line).join('\n')
      : `<li><span dir="auto">${escapeXml(title)}</span>\n<ol>\n${chapters.map(line).join('\n')}\n</ol></li>`,
  );
  const firstChapter = book.chapters[0];
  const body = `<nav epub:type="toc" role="doc-toc" aria-labelledby="contents">
<h1 id="contents">Contents</h1>
<ol>
<li dir="auto"><a href="title.xhtml">${escapeXml(book.title)}</a></li>
${lines.join('\n')}
</ol>
</nav>
<nav epub:type="landmarks" hidden="hidden">
<ol>
<li><a epub:type="titlepage" href="title.xhtml">Title</a></li>
${firstChapter ? `<li><a epub:type="bodymatter" href="${chapterFile(firstChapter)}">Beginning</a></li>\n` : ''}</ol>
</nav>`;
  return pageXml(book, { title: `Contents of ${book.title}`, body });
}

/** Returns the table of contents for e-readers before EPUB 3. */
function ncxXml(book: BookContent): string {
  let order = 0;
  const point = (label: string, file: string) => {
    order += 1;
    return `<navPoint id="p${order}" playOrder="${order}"><navLabel><text>${escapeXml(label)}</text></navLabel><content src="${file}"/></navPoint>`;
  };
  const points = [point(book.title, 'title.xhtml'), ...book.chapters.map((chapter) => point(chapter.title, chapterFile(chapter)))];
  return `${xml}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="urn:uuid:${book.id}"/></head>
<docTitle><text>${escapeXml(book.title)}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`;
}

function packageXml(
  book: BookContent,
  site: BookSite,
  pages: readonly BookPage[],
  images: readonly BookImage[],
  cover: BookImage | null,
): string {
  const propertiesOf = ({ hasMath, hasRendering }: BookPage) => {
    const names = [hasMath && 'mathml', hasRendering && 'svg'].filter(Boolean).join(' ');
    return names === '' ? '' : ` properties="${names}"`;
  };
  const idOf = (name: string) => `i-${name.replaceAll(/[^a-z0-9-]/gu, '-')}`;
  const item = (name: string, type: string, extraAttributes = '') =>
    `<item id="${idOf(name)}" href="${name}" media-type="${type}"${extraAttributes}/>`;
  const hasImages = images.length > 0;
  const metadata = [
    `<dc:identifier id="uid">urn:uuid:${book.id}</dc:identifier>`,
    `<dc:title>${escapeXml(book.title)}</dc:title>`,
    `<dc:language>${book.language}</dc:language>`,
    ...book.authors.map((name) => `<dc:creator>${escapeXml(name)}</dc:creator>`),
    `<dc:publisher>${escapeXml(site.name)}</dc:publisher>`,
    `<dc:source>${escapeXml(site.publicUrl + book.permalink)}</dc:source>`,
    ...(book.summary === null ? [] : [`<dc:description>${escapeXml(book.summary)}</dc:description>`]),
    `<meta property="dcterms:modified">${book.revisedAt.toISOString().slice(0, 19)}Z</meta>`,
    '<meta property="schema:accessMode">textual</meta>',
    ...(hasImages || cover ? ['<meta property="schema:accessMode">visual</meta>'] : []),
    '<meta property="schema:accessModeSufficient">textual</meta>',
    ...[
      'structuralNavigation',
      'tableOfContents',
      'readingOrder',
      'alternativeText',
      ...(pages.some(({ hasMath }) => hasMath) ? ['MathML'] : []),
    ].map((feature) => `<meta property="schema:accessibilityFeature">${feature}</meta>`),
    '<meta property="schema:accessibilityHazard">none</meta>',
    '<meta property="schema:accessibilitySummary">The book is text with headings; images have descriptions if their authors provided them, and formulas are MathML.</meta>',
    ...(cover ? [`<meta name="cover" content="${idOf(cover.path)}"/>`] : []),
  ];
  const manifest = [
    item('nav.xhtml', 'application/xhtml+xml', ' properties="nav"'),
    item('toc.ncx', 'application/x-dtbncx+xml'),
    item('style.css', 'text/css'),
    ...(cover ? [item('cover.xhtml', 'application/xhtml+xml'), item(cover.path, cover.type, ' properties="cover-image"')] : []),
    ...pages.map((page) => item(page.name, 'application/xhtml+xml', propertiesOf(page))),
    ...images.map(({ path, type }) => item(path, type)),
  ];
  const spine = [...(cover ? ['cover.xhtml'] : []), 'title.xhtml', 'nav.xhtml', ...pages.slice(1).map(({ name }) => name)];
  return `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.join('\n')}
</metadata>
<manifest>
${manifest.join('\n')}
</manifest>
<spine toc="${idOf('toc.ncx')}">
${spine.map((name) => `<itemref idref="${idOf(name)}"/>`).join('\n')}
</spine>
</package>
`;
}
