import { anchorFor } from '@newline/document/captions';
import { fencedLines, type SourceLine } from '../foreign/source-line.ts';

const opening = /^\s*<Listing\b([^<>]*)>\s*$/u;
const closing = /^\s*<\/Listing>\s*$/u;
const attribute = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/gu;

/** The attribute of a code fence in a listing, with its file, percent-encoded. */
export const listingFile = 'listing-file=';

/**
 * Reads `<Listing number file-name caption>` of the Rust book's preprocessor: its code gets the file name, and a figure around it the number
 * and the caption.
 */
export function plainListings(written: readonly SourceLine[]): SourceLine[] {
  const lines = withListings(written);
  if (!lines.some(({ text }) => text.includes('<Listing'))) return [...lines];
  const fenced = fencedLines(lines);
  const open: { caption: string; file: string | null; isFirst: boolean }[] = [];
  return lines.flatMap((line, index): SourceLine[] => {
    const isFenced = fenced[index] === true;
    const match = isFenced ? null : opening.exec(line.text);
    if (match !== null) {
      const said = new Map([...(match[1] ?? '').matchAll(attribute)].map(([, name = '', one, two]) => [name, one ?? two ?? '']));
      const number = said.get('number') ?? '';
      const caption = captionOf(number, said.get('caption'));
      open.push({ caption, file: said.get('file-name') ?? null, isFirst: true });
      const id = number === '' ? '' : ` id="${anchorFor(`Listing ${number}`)}"`;
      return ['', ...(caption === '' ? [] : [`<figure${id}>`, ''])].map((text) => ({ ...line, text }));
    }
    if (!isFenced && closing.test(line.text)) {
      const caption = open.pop()?.caption ?? '';
      const figcaption = caption === '' ? [] : ['<figcaption>', '', caption, '', '</figcaption>', '</figure>', ''];
      return ['', ...figcaption].map((text) => ({ ...line, text }));
    }
    const listing = open.at(-1);
    const isFirstFence = isFenced && fenced[index - 1] !== true;
    if (listing === undefined || !listing.isFirst || !isFirstFence || (listing.file === null && listing.caption === '')) return [line];
    const file = encodeURIComponent(listing.file ?? '');
    listing.isFirst = false;
    return [{ ...line, text: `${line.text.trimEnd()},${listingFile}${file}` }];
  });
}

function captionOf(number: string, caption = ''): string {
  const title = number === '' ? '' : `Listing ${number}`;
  return [title, caption.trim()].filter(Boolean).join(': ');
}

const fileName = /^\s*<span class="filename">(?:Filename:\s*)?([^<>"]{1,200})<\/span>\s*$/u;
const listingCaption = /^\s*<span class="caption">Listing ([\d.-]{1,20})(?::\s*([^"]{1,400}))?<\/span>\s*$/u;

/** Writes the code of older books, with the name of its file in a line above and its number in a line below, as a `<Listing>`. */
function withListings(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => text.includes('<span class="'))) return lines;
  const fenced = fencedLines(lines);
  const isBlank = (at: number) => lines[at]?.text.trim() === '';
  const replaced = new Map<number, string>();
  for (let start = 0; start < lines.length; start += 1) {
    if (fenced[start] !== true || fenced[start - 1] === true) continue;
    let end = start;
    while (fenced[end + 1] === true) end += 1;
    const above = isBlank(start - 1) ? start - 2 : start - 1;
    const below = isBlank(end + 1) ? end + 2 : end + 1;
    const [, file] = (fenced[above] !== true && fileName.exec(lines[above]?.text ?? '')) || [];
    const [, number, caption] = (fenced[below] !== true && listingCaption.exec(lines[below]?.text ?? '')) || [];
    if (file !== undefined && number !== undefined) {
      replaced.set(above, `<Listing number="${number}" file-name="${file.trim()}"${caption === undefined ? '' : ` caption="${caption}"`}>`);
      replaced.set(below, '</Listing>');
    }
    start = end;
  }
  return lines.map((line, at) => ({ ...line, text: replaced.get(at) ?? line.text }));
}
