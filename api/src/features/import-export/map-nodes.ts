import { decodePart } from '@newline/document/decode-part';
import type { DocumentMark, DocumentNode, Json } from '@newline/document/document-node';
import { ownImage } from './import-plan.ts';

/** New addresses for what a document links to and shows; `picture` may answer further attributes of the image. */
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
    const given = node.attrs?.['src'];
    const src = image(typeof given === 'string' ? given : '');
    const shown = typeof src === 'string' ? { src } : src;
    return { ...node, ...parts, attrs: { ...node.attrs, ...shown, href: href(node.attrs?.['href']) } };
  };
  return visit(document);
}

/** The file and the size that the address of a picture of the folder names; null for another address. */
export function imageOf(src: string): { readonly file: string; readonly size: string } | null {
  if (!src.startsWith(ownImage)) return null;
  const [path = '', size = '1600'] = src.slice(ownImage.length).split('#', 2);
  return { file: decodePart(path) ?? path, size };
}
