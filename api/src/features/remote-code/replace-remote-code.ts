import type { DocumentNode } from '@newline/document/document-node';

/** Code that replaces the code of a block. */
export type NewCode = { readonly oid: string; readonly text: string; readonly startLine: number; readonly endLine: number };

/** Returns the document with new code in one remote code block; null if it has no such block. */
export function replaceRemoteCode(document: DocumentNode, blockId: string, code: NewCode): DocumentNode | null {
  let hasBlock = false;
  const replace = (node: DocumentNode): DocumentNode => {
    if (node.type === 'remoteCodeBlock' && node.attrs?.['uniqueId'] === blockId) {
      hasBlock = true;
      return { ...node, content: (node.content ?? []).map((child) => renew(child, code)) };
    }
    return node.content === undefined ? node : { ...node, content: node.content.map(replace) };
  };
  const replaced = replace(document);
  return hasBlock ? replaced : null;
}

function renew(node: DocumentNode, { oid, text, startLine, endLine }: NewCode): DocumentNode {
  const { url } = node.attrs ?? {};
  const lines = `#L${startLine}${endLine === startLine ? '' : `-L${endLine}`}`;
  const attrs = { ...node.attrs, ...(typeof url === 'string' ? { url: `${url.replace(/#.*$/u, '')}${lines}` } : {}) };
  if (node.type === 'remoteCodeHeader') return { ...node, attrs: { ...attrs, oid } };
  const { content: _content, ...withoutContent } = node;
  return { ...withoutContent, attrs: { ...attrs, startLine, endLine }, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}
