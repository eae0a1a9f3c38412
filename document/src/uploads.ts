import type { DocumentNode } from './document-node.ts';

const placeholderName = 'imageUploadPlaceholder';

/**
 * The node without the placeholders of images that are still uploading, at any depth; the same object when there are none. A
 * container that held nothing else is left empty: validation fills it.
 */
export function withoutUploads(node: DocumentNode): DocumentNode {
  const before = node.content;
  if (before === undefined) return node;
  const content = before.flatMap((child) => (child.type === placeholderName ? [] : [withoutUploads(child)]));
  return content.length === before.length && content.every((child, index) => child === before[index]) ? node : { ...node, content };
}

/** The path of the first placeholder in a validated document, for example `content[2]`; null when it has none. */
export function findUpload(node: DocumentNode, path = ''): string | null {
  if (node.type === placeholderName) return path;
  for (const [index, child] of (node.content ?? []).entries()) {
    const found = findUpload(child, `${path === '' ? '' : `${path}.`}content[${index}]`);
    if (found !== null) return found;
  }
  return null;
}
