import type { CopyDescription, FillSlot, OwnPart } from '@newline/api/page-copy';
import { ownElementId, slotAttribute, textSlotAttribute } from '@newline/api/rules/page-slots';
import { crc32, constants, deflateRawSync } from 'node:zlib';
import type { RenderedPage } from '../stored-page.ts';

/** A copy as it was rendered: its HTML with marked slots, and how they're filled. */
export type RenderedCopy = RenderedPage & { readonly token: string; readonly description: CopyDescription | null };

/** A text that is the same for all readers, uncompressed and compressed. */
type FixedPart = { readonly bytes: Buffer; readonly deflated: Buffer };
type Slot = { readonly name: string; readonly neutral: string };

/** A copy, cut at what is different for each reader. Between two fixed parts, slots alternate with short texts. */
export type CutCopy = {
  readonly parts: readonly (FixedPart | readonly (string | Slot)[])[];
  readonly fill: (own: OwnPart) => FillSlot;
  readonly sizeBytes: number;
};

/** A text between two slots is compressed on its own from this length on, in characters: each compressed part starts without a dictionary. */
const minFixedLength = 2_048;
const documentEnd = '</body></html>';

/** Cuts the HTML of a copy at its slots, and compresses what is between them. */
export function cutCopy(html: string, token: string, fill: CutCopy['fill']): CutCopy {
  const slotOrScript = new RegExp(
    `<script\\b[^>]*>[^]*?</script>| ${textSlotAttribute}="${token} ([^"]*)"([^>]*>)([^<]*)| ${slotAttribute}="${token} ([^"]*)"`,
    'g',
  );
  const pieces: (string | Slot)[] = [];
  let from = 0;
  for (const match of html.matchAll(slotOrScript)) {
    const [whole, textName, endOfTag = '', neutral = '', name] = match;
    if (textName !== undefined) pieces.push(html.slice(from, match.index) + endOfTag, { name: textName, neutral });
    else if (name !== undefined) pieces.push(html.slice(from, match.index), { name, neutral: '' });
    else continue;
    from = match.index + whole.length;
  }
  if (!html.endsWith(documentEnd)) throw new Error(`copy of a page: expected it to end with ${documentEnd}`);
  pieces.push(html.slice(from, -documentEnd.length), { name: ownElementId, neutral: '' }, documentEnd);

  const parts: (FixedPart | (string | Slot)[])[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === 'string' && piece.length >= minFixedLength) parts.push(fixedPart(piece));
    else if (Array.isArray(last)) last.push(piece);
    else parts.push([piece]);
  }
  const sizeBytes = parts.reduce((sum, part) => sum + (isFixed(part) ? part.bytes.length + part.deflated.length : 4_096), 0);
  return { parts, fill, sizeBytes };
}

/** Returns the page for one reader; with gzip's encoding, what is the same for everyone isn't compressed again. */
export function fillCopy({ parts, fill }: CutCopy, own: OwnPart, encoding: 'gzip' | null): Buffer {
  const fillSlot = fill(own);
  const ownElement = `<script type="application/json" id="${ownElementId}">${inScript(JSON.stringify(own))}</script>`;
  const textOf = ({ name, neutral }: Slot) => (name === ownElementId ? ownElement : fillSlot(name, neutral));
  const bytesOf = (pieces: readonly (string | Slot)[]) =>
    Buffer.from(pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece))).join(''));
  if (encoding === null) return Buffer.concat(parts.map((part) => (isFixed(part) ? part.bytes : bytesOf(part))));
  const chunks: Buffer[] = [gzipHead];
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    const bytes = isFixed(part) ? part.bytes : bytesOf(part);
    chunks.push(isFixed(part) ? part.deflated : deflate(bytes, constants.Z_BEST_SPEED));
    checksum = crc32(bytes, checksum);
    length += bytes.length;
  }
  const end = Buffer.from(gzipEnd);
  end.writeUInt32LE(checksum, 2);
  end.writeUInt32LE(length, 6);
  return Buffer.concat([...chunks, end]);
}

/** The head of a gzip file (RFC 1952): deflate, no name, no time, unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block of deflate, and space for checksum and length. */
const gzipEnd = Buffer.from([0x03, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Compresses a part so that parts can follow one another: it ends at a byte, and nothing in it refers to the part before it. */
function deflate(bytes: Buffer, level: number): Buffer {
  return deflateRawSync(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
}

function fixedPart(text: string): FixedPart {
  const bytes = Buffer.from(text);
  return { bytes, deflated: deflate(bytes, constants.Z_BEST_COMPRESSION) };
}

function isFixed(part: FixedPart | readonly (string | Slot)[]): part is FixedPart {
  return !Array.isArray(part);
}

/** Escapes JSON for a script element: nothing in it can end the element. */
function inScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
