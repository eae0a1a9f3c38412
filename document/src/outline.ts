import { Anchors } from './anchors.ts';

/** An entry of the table of contents. `id` is the heading's anchor in the page, or '' if its text has no letter. */
export interface OutlineEntry {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/**
 * Returns the headings of a document in order, with the anchors that `renderDocument` gives them. Accepts any stored value and never
 * throws. It is small enough for pages.
 */
export function outlineOf(document: unknown): readonly OutlineEntry[] {
  const anchors = new Anchors();
  const entries: OutlineEntry[] = [];
  const visit = (node: unknown, depth: number) => {
    if (!isNode(node) || depth > maxDepth) return;
    if (node.type === 'heading') {
      const text = textOf(node, depth);
      const level: unknown = isNode(node.attrs) ? Reflect.get(node.attrs, 'level') : 1;
      const isLevel = typeof level === 'number' && Number.isInteger(level);
      entries.push({ level: isLevel ? Math.min(6, Math.max(1, level)) : 1, text: text.trim(), id: anchors.next(text) });
      return;
    }
    if (Array.isArray(node.content)) for (const child of node.content) visit(child, depth + 1);
  };
  visit(document, 0);
  return entries;
}

/** The deepest level that is read, the same as the renderer's. */
const maxDepth = 40;

interface LooseNode {
  readonly type?: unknown;
  readonly attrs?: unknown;
  readonly content?: unknown;
  readonly text?: unknown;
}

function isNode(value: unknown): value is LooseNode {
  return typeof value === 'object' && value !== null;
}

function textOf(node: unknown, depth: number): string {
  if (!isNode(node) || depth > maxDepth) return '';
  if (node.type === 'text') return typeof node.text === 'string' ? node.text : '';
  if (node.type === 'hardBreak') return ' ';
  return Array.isArray(node.content) ? node.content.map((child) => textOf(child, depth + 1)).join('') : '';
}
