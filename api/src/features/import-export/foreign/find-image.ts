import { posix } from 'node:path';
import type { Folder } from '../folder.ts';
import { type ImportPlan, ownImage, type PlannedImage } from '../import-plan.ts';
import { decodedOrAsIs } from '@newline/document/decode-part';

const kinds = /\.(?:png|jpe?g|gif|webp|avif|svg)$/iu;

/** Finds the pictures that texts show, and remembers which. */
export type ImageFinder = {
  /** @param from the file of the text, which relative addresses start from */
  find(from: string, address: string): { readonly src: string } | { readonly fault: string };
  found(): ImportPlan['images'];
};

/** @param roots folders that an address which begins with a slash is looked up in */
export function createImageFinder(folder: Folder, roots: readonly string[] = ['.']): ImageFinder {
  const found = new Map<string, PlannedImage>();
  return {
    find(from, address) {
      if (/^https?:\/\//iu.test(address)) return { fault: 'it is at another site, and pages load no picture from elsewhere.' };
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/iu.test(address)) return { fault: 'expected a file of the folder.' };
      const path = decodedOrAsIs(address.split(/[?#]/u, 1)[0] ?? '');
      const tries = path.startsWith('/') ? roots.map((root) => posix.join(root, `.${path}`)) : [posix.join(posix.dirname(from), path)];
      if (tries.every((candidate) => candidate.startsWith('..'))) return { fault: 'it leads out of the folder.' };
      const file = tries.find((candidate) => folder.has(candidate));
      if (file === undefined) return { fault: 'there is no such file.' };
      if (!kinds.test(file)) return { fault: 'expected JPEG, PNG, WebP, GIF, AVIF or SVG.' };
      found.set(file, { name: posix.basename(file), exported: null });
      return { src: ownImage + encodeURIComponent(file) };
    },
    found: () => found,
  };
}
