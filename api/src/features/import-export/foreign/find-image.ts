import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import { type ImportPlan, ownImage, type PlannedImage } from '../import-plan.ts';
import { decodedOrAsIs } from '@newline/document/decode-part';
import { safeUrl } from '@newline/document/safe-url';
import { nameOfData, readDataImage } from './read-data-image.ts';

const kinds = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** Finds the images of texts, and records which were found. */
export type ImageFinder = {
  /**
   * Returns the URL of an image, with what to report about it, or the reason why there is none.
   * @param from the file of the text, to which relative URLs refer
   */
  find(from: string, address: string): { readonly src: string; readonly loss?: string } | { readonly fault: string };
  foundImages(): ImportPlan['images'];
};

/**
 * Creates the finder.
 * @param roots folders for URLs that begin with a slash
 */
export function createImageFinder(folder: Folder, roots: readonly string[] = ['.']): ImageFinder {
  const images = new Map<string, PlannedImage>();
  return {
    find(from, address) {
      if (/^(?:https?:)?\/\//iu.test(address)) {
        const src = safeUrl(address.startsWith('//') ? `https:${address}` : address, 'media');
        if (src === null || !URL.canParse(src)) return { fault: 'expected a URL.' };
        return { src, loss: 'is on another site, so readers see a link to it. Open the text in the studio to fetch it.' };
      }
      if (/^data:/iu.test(address)) {
        const image = readDataImage(address);
        if (image === null) return { fault: 'expected the data of a JPEG, PNG, WebP, GIF, AVIF or SVG.' };
        const name = nameOfData(image);
        const file = `${from}/${name}`;
        images.set(file, { name, exported: null, bytes: image.bytes });
        return { src: ownImage + encodeURIComponent(file) };
      }
      if (/^[a-z][a-z0-9+.-]*:/iu.test(address)) return { fault: 'expected a file in the folder.' };
      const path = decodedOrAsIs(address.split(/[?#]/u, 1)[0] ?? '');
      const tries = path.startsWith('/') ? roots.map((root) => posix.join(root, `.${path}`)) : [posix.join(posix.dirname(from), path)];
      if (tries.every((candidate) => candidate.startsWith('..'))) return { fault: 'it points outside the folder.' };
      const file = tries.find((candidate) => folder.has(candidate));
      if (file === undefined) return { fault: 'there is no such file.' };
      if (!kinds.test(file)) return { fault: 'expected JPEG, PNG, WebP, GIF, AVIF or SVG.' };
      images.set(file, { name: posix.basename(file), exported: null, bytes: null });
      return { src: ownImage + encodeURIComponent(file) };
    },
    foundImages: () => images,
  };
}
