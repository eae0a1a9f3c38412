import type { DocumentNode } from '@newline/document/document-node';

/** Returns a document's text for a plain field, one line per paragraph; null when it contains more than paragraphs. */
export function startOfPlainText(document: DocumentNode): string | null {
  const isPlain = (document.content ?? []).every(
    ({ type, content = [] }) => type === 'paragraph' && content.every(({ text, marks = [] }) => text !== undefined && marks.length === 0),
  );
  return isPlain ? linesOf(document).join('\n') : null;
}

/**
 * Returns a document with the text of the plain field. It replaces the initial text, or is appended if that contains more than paragraphs.
 */
export function withPlainText(start: DocumentNode, text: string): DocumentNode {
  const lines = text.split('\n');
  if (startOfPlainText(start) !== null) return { type: 'doc', content: lines.map(paragraphOf) };
  if (text === '') return start;
  const blocks = start.content ?? [];
  const last = blocks.at(-1);
  if (last?.type !== 'paragraph') return { ...start, content: [...blocks, ...lines.map(paragraphOf)] };
  const [first = '', ...others] = lines;
  const continued = { ...last, content: [...(last.content ?? []), ...(paragraphOf(first).content ?? [])] };
  return { ...start, content: [...blocks.slice(0, -1), continued, ...others.map(paragraphOf)] };
}

/** Returns the lines of a document's text, one per block. */
export function linesOf(node: DocumentNode): string[] {
  if (node.content?.every(({ text }) => text !== undefined)) return [node.content.map(({ text }) => text).join('')];
  if (node.type === 'paragraph') return [''];
  return (node.content ?? []).flatMap((child) => linesOf(child));
}

function paragraphOf(line: string): DocumentNode {
  return { type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) };
}
