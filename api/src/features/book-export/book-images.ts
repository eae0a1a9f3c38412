import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Attachments } from '../attachments/attachments.ts';
import { findMedia } from '../media/find-media.ts';

/** A picture as it stands in a book. */
export type BookImage = { readonly path: string; readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' };

const maxWidth = 1600;
const maxBytes = 30_000_000;

/** Reads the pictures of a book: those of this site alone, so that no request leaves the machine. */
export type ReadImage = (address: string) => Promise<Omit<BookImage, 'path'> | null>;

/**
 * Makes the reader of pictures. Whatever they are stored as, a book has them as JPEG, or as PNG where they can be seen through: not every
 * reading device knows WebP.
 *
 * @param roots the folders behind `/media/`
 */
export function createImageReader(attachments: Pick<Attachments, 'openImage'>, roots: readonly string[]): ReadImage {
  return async (address) => {
    const bytes = await readBytes(attachments, roots, address);
    if (bytes === null) return null;
    const { default: sharp } = await import('sharp');
    try {
      const image = sharp(bytes, { limitInputPixels: 60_000_000, ...(address.endsWith('.svg') && { density: 144 }) }).resize({
        width: maxWidth,
        withoutEnlargement: true,
      });
      const { isOpaque } = await image.clone().stats();
      return isOpaque
        ? { bytes: await image.jpeg({ quality: 86, mozjpeg: true }).toBuffer(), type: 'image/jpeg' }
        : { bytes: await image.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' };
    } catch {
      // What cannot be read as a picture is none: its words stand in the text.
      return null;
    }
  };
}

async function readBytes(attachments: Pick<Attachments, 'openImage'>, roots: readonly string[], address: string): Promise<Buffer | null> {
  const attached = /^\/media\/(a\/[^/]{1,200})\/[a-z0-9-]{1,12}\.webp$/u.exec(address)?.[1];
  if (attached !== undefined) {
    const picture = await attachments.openImage(attached, 'full');
    if (!picture) return null;
    return Buffer.isBuffer(picture.content) ? picture.content : readWhole(picture.content);
  }
  const path = /^\/media\/((?!s\/|v\/)[^?#]{1,200}\.(?:svg|png|jpg|webp|avif))$/u.exec(address)?.[1];
  const file = path === undefined ? null : await findMedia(roots, path);
  return file && readWhole(createReadStream(join(file.root, file.path)));
}

async function readWhole(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      stream.destroy();
      return null;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
