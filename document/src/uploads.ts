import type { DocumentNode } from './document-node.ts';

const placeholderName = 'imageUploadPlaceholder';

/**
 * Returns the node without placeholders of images that are still uploading, at any depth, or the same object if there are none. A container
 * with nothing else is left empty for validation to fill.
 */
export function withoutUploads(node: DocumentNode): DocumentNode {
  const before = node.content;
  if (before === undefined) return node;
  const content = before.flatMap((child) => (child.type === placeholderName ? [] : [withoutUploads(child)]));
  return content.length === before.length && content.every((child, index) => child === before[index]) ? node : { ...node, content };
}

/** Returns the path of the first placeholder in a validated document, for example `content[2]`, or null if there is none. */
export function findUpload(node: DocumentNode, path = ''): string | null {
  if (node.type === placeholderName) return path;
  for (const [index, child] of (node.content ?? []).entries()) {
    const upload = findUpload(child, `${path === '' ? '' : `${path}.`}content[${index}]`);
    if (upload !== null) return upload;
  }
  return null;
}
