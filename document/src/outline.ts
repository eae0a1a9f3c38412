import { Anchors } from './anchors.ts';
import { CaptionNumbers } from './captions.ts';

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
  return readAnchors(document).entries;
}

/** Returns the anchors of all headings and captions of a document. */
export function anchorsIn(document: unknown): readonly string[] {
  const { entries, ofCaptions } = readAnchors(document);
  return [...entries.map(({ id }) => id), ...ofCaptions];
}

function readAnchors(document: unknown): { readonly entries: readonly OutlineEntry[]; readonly ofCaptions: readonly string[] } {
  const ofCaptions: string[] = [];
  const anchors = new Anchors();
  const captions = new CaptionNumbers();
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
    // Captions take anchors too, so that each is unique.
    const attributes = isNode(node.attrs) ? (node.attrs as Readonly<Record<string, unknown>>) : {};
    const first: unknown = Array.isArray(node.content) ? node.content[0] : null;
    const id = captions.next({ type: node.type, attributes, first: isNode(first) ? first.type : null })?.id ?? '';
    if (id !== '') ofCaptions.push(anchors.next(id));
    if (Array.isArray(node.content)) for (const child of node.content) visit(child, depth + 1);
  };
  visit(document, 0);
  return { entries, ofCaptions };
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
  if (node.type === 'footnote') return '';
  return Array.isArray(node.content) ? node.content.map((child) => textOf(child, depth + 1)).join('') : '';
}
