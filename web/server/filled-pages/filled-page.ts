import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FillSlot, OwnPart } from '@newline/api/page-copy';
import { ownElementId, slotAttribute, textSlotAttribute } from '@newline/api/rules/page-slots';
import { crc32, constants, deflateRawSync } from 'node:zlib';
import { type Crc32Shift, crc32After, crc32Shift } from './crc32-shift.ts';

/** A position in a page that is filled for each reader: `length` bytes from the byte `at` on are what is there without a reader. */
export type Slot = { readonly name: string; readonly at: number; readonly length: number };

/** What belongs to a reader, and how it's filled into the slots of a page. */
export type Filling = { readonly own: OwnPart; readonly fill: FillSlot };

/** A text that is the same for all readers, uncompressed and compressed. */
type FixedPart = { readonly bytes: Buffer; readonly deflated: Buffer; readonly checksum: number; readonly shift: Crc32Shift };
type NamedSlot = { readonly name: string; readonly neutral: string };

/** A page, cut at what is different for each reader. Between two fixed parts, slots alternate with short texts. */
export type CutPage = readonly (FixedPart | readonly (string | NamedSlot)[])[];

/** A text between two slots is compressed on its own from this length on, in bytes: each compressed part starts without a dictionary. */
const minFixedLength = 2_048;
/** A shorter text is sent uncompressed in a compressed page: preparing the compression would cost more than it saves. */
const minDeflatedLength = 1_024;
const documentEnd = '</body></html>';

/** Returns the HTML of a page without the marks of its slots, and where they are. The last slot is for the data of the reader. */
export function takeSlots(html: string, token: string): { html: string; slots: readonly Slot[] } {
  if (!html.endsWith(documentEnd)) throw new Error(`slots of a page: expected it to end with ${documentEnd}`);
  const slotOrScript = new RegExp(
    `<script\\b[^>]*>[^]*?</script>| ${textSlotAttribute}="${token} ([^"]*)"([^>]*>)([^<]*)| ${slotAttribute}="${token} ([^"]*)"`,
    'g',
  );
  const pieces: string[] = [];
  const slots: Slot[] = [];
  let from = 0;
  let at = 0;
  const add = (piece: string) => {
    pieces.push(piece);
    at += Buffer.byteLength(piece);
  };
  for (const match of html.matchAll(slotOrScript)) {
    const [whole, textName, endOfTag = '', neutral = '', attributesName] = match;
    const name = textName ?? attributesName;
    if (name === undefined) continue;
    add(html.slice(from, match.index) + (textName === undefined ? '' : endOfTag));
    slots.push({ name, at, length: Buffer.byteLength(neutral) });
    add(neutral);
    from = match.index + whole.length;
  }
  add(html.slice(from, -documentEnd.length));
  slots.push({ name: ownElementId, at, length: 0 });
  return { html: pieces.join('') + documentEnd, slots };
}

/** Cuts a page at its slots, and compresses what is between them. */
export function cutPage(page: Buffer, slots: readonly Slot[]): CutPage {
  const parts: (FixedPart | (string | NamedSlot)[])[] = [];
  const add = (piece: string | NamedSlot) => {
    const last = parts.at(-1);
    if (Array.isArray(last)) last.push(piece);
    else parts.push([piece]);
  };
  let from = 0;
  for (const { name, at, length } of [...slots, { name: null, at: page.length, length: 0 }]) {
    const bytes = page.subarray(from, at);
    if (bytes.length >= minFixedLength) parts.push(fixedPart(bytes));
    else add(bytes.toString());
    from = at + length;
    if (name !== null) add({ name, neutral: page.toString('utf8', at, from) });
  }
  return parts;
}

/**
 * Returns the page for one reader, in chunks: what is the same for everyone is neither copied nor, with gzip's encoding, compressed again.
 */
export function fillPage(parts: CutPage, { own, fill }: Filling, encoding: 'gzip' | null): readonly Buffer[] {
  const ownElement = `<script type="application/json" id="${ownElementId}">${inScript(JSON.stringify(own))}</script>`;
  const textOf = ({ name, neutral }: NamedSlot) => (name === ownElementId ? ownElement : fill(name, neutral));
  const bytesOf = (pieces: readonly (string | NamedSlot)[]) =>
    Buffer.from(pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece))).join(''));
  if (encoding === null) return parts.map((part) => (isFixed(part) ? part.bytes : bytesOf(part)));
  const chunks: Buffer[] = [gzipHead];
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    if (isFixed(part)) {
      chunks.push(part.deflated);
      checksum = crc32After(checksum, part.shift, part.checksum);
      length += part.bytes.length;
      continue;
    }
    const bytes = bytesOf(part);
    if (bytes.length < minDeflatedLength) chunks.push(storedBlock(bytes.length), bytes);
    else chunks.push(deflate(bytes, constants.Z_BEST_SPEED));
    checksum = crc32(bytes, checksum);
    length += bytes.length;
  }
  const end = Buffer.from(gzipEnd);
  end.writeUInt32LE(checksum, 2);
  end.writeUInt32LE(length, 6);
  return [...chunks, end];
}

/** Sends a filled page, with the head of its response without the headers that describe the body. */
export function sendFilledPage(
  request: IncomingMessage,
  response: ServerResponse,
  { parts, filling, head }: { readonly parts: CutPage; readonly filling: Filling; readonly head: readonly string[] },
): void {
  const encoding = filledEncoding(request.headers['accept-encoding']);
  const chunks = fillPage(parts, filling, encoding);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  response.writeHead(200, [...head, 'content-length', String(length), ...(encoding === null ? [] : ['content-encoding', encoding])]);
  response.cork();
  if (request.method !== 'HEAD') for (const chunk of chunks) response.write(chunk);
  response.end();
}

/** Returns the encoding of a filled page for a client's Accept-Encoding header; null for an uncompressed one. */
function filledEncoding(acceptEncoding: string | undefined): 'gzip' | null {
  return acceptEncoding !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(acceptEncoding) ? 'gzip' : null;
}

/** The head of a gzip file (RFC 1952): deflate, no name, no time, unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty last block of deflate, and space for checksum and length. */
const gzipEnd = Buffer.from([0x03, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Compresses a part so that parts can follow one another: it ends at a byte, and nothing in it refers to the part before it. */
function deflate(bytes: Buffer, level: number): Buffer {
  return deflateRawSync(bytes, { level, finishFlush: constants.Z_FULL_FLUSH });
}

/** The head of a block that is stored uncompressed (RFC 1951, 3.2.4), and isn't the last one. */
function storedBlock(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}

function fixedPart(bytes: Buffer): FixedPart {
  return { bytes, deflated: deflate(bytes, constants.Z_BEST_COMPRESSION), checksum: crc32(bytes), shift: crc32Shift(bytes.length) };
}

function isFixed(part: FixedPart | readonly (string | NamedSlot)[]): part is FixedPart {
  return !Array.isArray(part);
}

/** Escapes JSON for a script element: nothing in it can end the element. */
function inScript(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
