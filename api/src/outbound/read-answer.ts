import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { outboundError } from './outbound-error.ts';

/** The encodings that `readAnswer` supports, for the header Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * Reads and decodes a body, up to a limit. Decodes it chunk by chunk, so that a small body that expands to a large one costs no more than
 * the limit.
 * @param encoding the header Content-Encoding, '' if there is none
 * @throws OutboundError `too-large`, or `wrong-type` for an unsupported encoding
 */
export async function readAnswer(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const decoder = decoderOf(encoding);
  // The callback handles a source that fails while nothing reads; the reader below gets the error as well.
  const decoded: Readable = decoder === null ? body : pipeline(body, decoder, () => undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw outboundError('too-large', 'OUTBOUND_TOO_LARGE', { max: formatSize(maxBytes) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/**
 * Reads the first bytes of a body, without waiting for the rest. If the body breaks off, returns what has arrived; returns nothing of an
 * encoded one, which wasn't requested.
 */
export async function readBeginning(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  if (!/^(?:identity)?$/i.test(encoding.trim())) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The status has arrived, which is what matters.
  }
  return Buffer.concat(chunks, bytes).subarray(0, maxBytes);
}

/** Formats a number of bytes: `2 MB`. */
export function formatSize(bytes: number): string {
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
      throw outboundError('wrong-type', 'OUTBOUND_ENCODING_UNSUPPORTED', {});
  }
}
