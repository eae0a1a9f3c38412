import { fencedLines, type SourceLine } from '../foreign/source-line.ts';

const opening = /^\s*<Listing\b([^<>]*)>\s*$/u;
const closing = /^\s*<\/Listing>\s*$/u;
const attribute = /([\w-]+)=(?:"([^"]*)"|'([^']*)')/gu;

/** The attribute of a code fence that has the file of a listing, percent-encoded. */
export const listingFile = 'listing-file=';

/**
 * Reads `<Listing number file-name caption>` of the Rust book's preprocessor: its code gets the file name, and a line below it has the
 * number and the caption.
 */
export function plainListings(lines: readonly SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('<Listing'))) return [...lines];
  const fenced = fencedLines(lines);
  const open: { caption: string; file: string | null }[] = [];
  return lines.flatMap((line, index): SourceLine[] => {
    const isFenced = fenced[index] === true;
    const match = isFenced ? null : opening.exec(line.text);
    if (match !== null) {
      const said = new Map([...(match[1] ?? '').matchAll(attribute)].map(([, name = '', one, two]) => [name, one ?? two ?? '']));
      open.push({ caption: captionOf(said.get('number'), said.get('caption')), file: said.get('file-name') ?? null });
      return [{ ...line, text: '' }];
    }
    if (!isFenced && closing.test(line.text)) {
      const caption = open.pop()?.caption ?? '';
      return caption === ''
        ? [{ ...line, text: '' }]
        : [
            { ...line, text: '' },
            { ...line, text: caption },
            { ...line, text: '' },
          ];
    }
    const listing = open.at(-1);
    const isFirstFence = isFenced && fenced[index - 1] !== true;
    if (listing === undefined || listing.file === null || !isFirstFence) return [line];
    const file = encodeURIComponent(listing.file);
    listing.file = null;
    return [{ ...line, text: `${line.text.trimEnd()},${listingFile}${file}` }];
  });
}

function captionOf(number: string | undefined, caption: string | undefined): string {
  const title = number === undefined || number === '' ? '' : `Listing ${number}`;
  if (caption === undefined || caption.trim() === '') return title === '' ? '' : `*${title}*`;
  return title === '' ? `*${caption.trim()}*` : `*${title}:* ${caption.trim()}`;
}
