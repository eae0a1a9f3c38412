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
  const visit = (given: unknown, depth: number) => {
    if (!isNode(given) || depth > maxDepth) return;
    if (given.type === 'heading') {
      const text = wordsOf(given, depth);
      const level: unknown = isNode(given.attrs) ? Reflect.get(given.attrs, 'level') : 1;
      const isLevel = typeof level === 'number' && Number.isInteger(level);
      entries.push({ level: isLevel ? Math.min(6, Math.max(1, level)) : 1, text: text.trim(), id: anchors.next(text) });
      return;
    }
    if (Array.isArray(given.content)) for (const child of given.content) visit(child, depth + 1);
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

function wordsOf(given: unknown, depth: number): string {
  if (!isNode(given) || depth > maxDepth) return '';
  if (given.type === 'text') return typeof given.text === 'string' ? given.text : '';
  if (given.type === 'hardBreak') return ' ';
  return Array.isArray(given.content) ? given.content.map((child) => wordsOf(child, depth + 1)).join('') : '';
}
