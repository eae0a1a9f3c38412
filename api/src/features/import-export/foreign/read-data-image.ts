import { createHash } from 'node:crypto';

/** An image in a data: URL. */
export type DataImage = { readonly bytes: Buffer; readonly ending: string };

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** Reads an image in a data: URL, as Base64 or percent-encoded; null if it's no image, or damaged. */
export function readDataImage(url: string): DataImage | null {
  const comma = url.indexOf(',');
  const [, type = '', base64] = /^data:([a-z0-9.+/-]*)(?:;(?!base64)[^;,]*)*(;base64)?$/iu.exec(url.slice(0, comma)) ?? [];
  const ending = endings[type.toLowerCase()];
  if (comma === -1 || ending === undefined) return null;
  const bytes = bytesOf(url.slice(comma + 1), base64 !== undefined);
  return bytes === null || bytes.length === 0 ? null : { bytes, ending };
}

/** Returns a name for an image without one: the same for the same image. */
export function nameOfData({ bytes, ending }: DataImage): string {
  return `image-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`;
}

function bytesOf(data: string, isBase64: boolean): Buffer | null {
  try {
    const text = decodeURIComponent(data);
    if (!isBase64) return Buffer.from(text);
    return /^[A-Za-z0-9+/\s]+=*\s*$/u.test(text) ? Buffer.from(text, 'base64') : null;
  } catch {
    return null;
  }
}
