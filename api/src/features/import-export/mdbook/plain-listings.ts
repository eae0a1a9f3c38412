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
export function plainListings(lines: readonly SourceLine[]): SourceLine[] {
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
