import { uploadLimits } from '@newline/api/rules/limits/upload';
import { imageTypes } from '../uploads/image-files.ts';

/** HTML whose images in data: URLs were taken out, and their files by the URL that stands for each. */
export interface TakenImages {
  readonly html: string;
  readonly files: ReadonlyMap<string, File>;
}

/** Nobody can have this host (RFC 2606). */
const standIn = 'https://clipboard.invalid/';
/** Smaller files are a transparent pixel, which pages have in place of an image that they load later. */
const minBytes = 150;
const dataImage = /\bsrc\s*=\s*(["'])\s*data:(image\/[a-z]+);base64,([A-Za-z0-9+/=\s]+)\1/giu;

/**
 * Takes images that the editor can upload out of HTML: their data can be larger than any text may be. Other kinds of data stay as they are.
 *
 * takeDataImages('<img src="data:image/png;base64,…">').html is '<img src="https://clipboard.invalid/1">'.
 */
export function takeDataImages(html: string): TakenImages {
  const files = new Map<string, File>();
  const rest = html.replaceAll(dataImage, (source: string, _quote: string, kind: string, data: string) => {
    const type = kind.toLowerCase() === 'image/jpg' ? 'image/jpeg' : kind.toLowerCase();
    const bytes = imageTypes.some((one) => one === type) ? bytesOf(data) : null;
    if (bytes === null || bytes.length < minBytes || bytes.length > uploadLimits.imageBytes) return source;
    const number = files.size + 1;
    files.set(`${standIn}${number}`, new File([bytes], `pasted-${number}.${type.replace('image/', '')}`, { type }));
    return `src="${standIn}${number}"`;
  });
  return { html: rest, files };
}

/** Returns the bytes of Base64 with line breaks; null for other characters. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
