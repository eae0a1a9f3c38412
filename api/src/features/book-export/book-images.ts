import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Attachments } from '../attachments/attachments.ts';
import { findMedia } from '../media/find-media.ts';

/** An image as it is stored in a book. */
export type BookImage = { readonly path: string; readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' };

const maxWidth = 1600;
const maxBytes = 30_000_000;

/** Reads the images of a book. Reads only images of this site, so that no request leaves the machine. */
export type ReadImage = (url: string) => Promise<Omit<BookImage, 'path'> | null>;

/**
 * Creates the reader of images. Converts images to JPEG, or to PNG if they are transparent: not every e-reader supports WebP.
 * @param roots the folders behind `/media/`
 */
export function createImageReader(attachments: Pick<Attachments, 'openImage'>, roots: readonly string[]): ReadImage {
  return async (url) => {
    const bytes = await readBytes(attachments, roots, url);
    if (bytes === null) return null;
    const { default: sharp } = await import('sharp');
    try {
      const image = sharp(bytes, { limitInputPixels: 60_000_000, ...(url.endsWith('.svg') && { density: 144 }) }).resize({
        width: maxWidth,
        withoutEnlargement: true,
      });
      const { isOpaque } = await image.clone().stats();
      return isOpaque
        ? { bytes: await image.jpeg({ quality: 86, mozjpeg: true }).toBuffer(), type: 'image/jpeg' }
        : { bytes: await image.png({ compressionLevel: 9 }).toBuffer(), type: 'image/png' };
    } catch {
      // A file that can't be read as an image is left out; the book has its text instead.
      return null;
    }
  };
}

async function readBytes(attachments: Pick<Attachments, 'openImage'>, roots: readonly string[], url: string): Promise<Buffer | null> {
  const attachmentFile = /^\/media\/(a\/[^/]{1,200})\/[a-z0-9-]{1,12}\.webp$/u.exec(url)?.[1];
  if (attachmentFile !== undefined) {
    const attachment = await attachments.openImage(attachmentFile, 'full');
    if (!attachment) return null;
    return Buffer.isBuffer(attachment.content) ? attachment.content : readWhole(attachment.content);
  }
  const path = /^\/media\/((?!s\/|v\/)[^?#]{1,200}\.(?:svg|png|jpg|webp|avif))$/u.exec(url)?.[1];
  const file = path === undefined ? null : await findMedia(roots, path);
  return file && readWhole(createReadStream(join(file.root, file.path)));
}

async function readWhole(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      stream.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
