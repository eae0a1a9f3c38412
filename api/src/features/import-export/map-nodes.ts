import { decodePart } from '@newline/document/decode-part';
import type { DocumentMark, DocumentNode, Json } from '@newline/document/document-node';
import { ownImage } from './import-plan.ts';

/** Replaces the URLs of a document's links and images; `picture` may return further attributes of the image. */
export function mapNodes(
  document: DocumentNode,
  { link, image }: { link(href: string): string; image(src: string): string | { readonly [name: string]: Json } },
): DocumentNode {
  const href = (value: unknown) => (typeof value === 'string' ? link(value) : null);
  const visit = (node: DocumentNode): DocumentNode => {
    const marks = node.marks?.map(
      (mark): DocumentMark => (mark.type === 'link' ? { ...mark, attrs: { ...mark.attrs, href: href(mark.attrs?.['href']) } } : mark),
    );
    const content = node.content?.map(visit);
    const parts = { ...(marks === undefined ? {} : { marks }), ...(content === undefined ? {} : { content }) };
    if (node.type !== 'image') return { ...node, ...parts };
    const written = node.attrs?.['src'];
    const src = image(typeof written === 'string' ? written : '');
    const shown = typeof src === 'string' ? { src } : src;
    return { ...node, ...parts, attrs: { ...node.attrs, ...shown, href: href(node.attrs?.['href']) } };
  };
  return visit(document);
}

/** Returns the file and size in the URL of an image of the folder; null for other URLs. */
export function imageOf(src: string): { readonly file: string; readonly size: string } | null {
  if (!src.startsWith(ownImage)) return null;
  const [path = '', size = '1600'] = src.slice(ownImage.length).split('#', 2);
  return { file: decodePart(path) ?? path, size };
}
