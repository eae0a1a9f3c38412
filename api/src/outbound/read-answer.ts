import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

/** The encodings that `readAnswer` takes, for the header Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * Reads a body and decodes it, up to a limit. It is decoded piece by piece, so that a small body which unpacks to a large one
 * costs no more than the limit.
 *
 * @param encoding the header Content-Encoding, '' when there is none
 * @throws OutboundError `too-large`, or `wrong-type` for an encoding that was not asked for
 */
export async function readAnswer(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  // The callback is for a source that breaks while nobody reads: the reader below hears of it as well.
  const decoded: Readable = decoder === null ? body : pipeline(body, decoder, () => undefined);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of decoded as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new OutboundError('too-large', `The answer is larger than ${sizeInWords(maxBytes)}.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}

/** A number of bytes as people say it: `2 MB`. */
export function sizeInWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.ceil(bytes / 1024)} kB`;
}

function decoderOf(encoding: string): Transform | null {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new OutboundError('wrong-type', 'The answer is packed in a way that is not read here.');
  }
}
