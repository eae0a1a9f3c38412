import type { DocumentNode } from './document-node.ts';
import { isImageOfPage, safeUrl, type ImageOrigins } from './safe-url.ts';

/** An image whose file is on another site, from which pages don't load images: readers see a box with a link to it. */
export interface UnfetchedImage {
  /** The ID of its block; null without one. */
  readonly blockId: string | null;
  readonly url: string;
  /** Its alt text. */
  readonly alt: string;
}

/** Returns the images of a document that weren't fetched when they were pasted or imported, in their order. */
export function unfetchedImagesIn(document: DocumentNode, site: ImageOrigins): readonly UnfetchedImage[] {
  if (document.type === 'image') {
    const { src, alt, uniqueId } = document.attrs ?? {};
    const url = safeUrl(src, 'media');
    if (url === null || isImageOfPage(url, site)) return [];
    return [{ blockId: typeof uniqueId === 'string' ? uniqueId : null, url, alt: typeof alt === 'string' ? alt : '' }];
  }
  return (document.content ?? []).flatMap((node) => (node.type === 'text' ? [] : unfetchedImagesIn(node, site)));
}
