import { nodeRenderers } from '@newline/document/render/renderers';
import type { CreateElement, LooseNode, RenderContext } from '@newline/document/render/element';
import type { DOMOutputSpec, Node } from '@tiptap/pm/model';

type Attributes = Readonly<Record<string, string | number | true>>;
/** An element in ProseMirror's notation; 0 is the slot for the content. */
export type Piece = readonly [tag: string, attributes: Attributes, ...children: (Piece | string | 0)[]];

const ofSvg = new Set(['svg', 'path', 'g', 'circle', 'line', 'rect']);

const h: CreateElement<Piece | 0> = (tag, attributes, ...children) => {
  const shown = Object.entries(attributes).filter((entry): entry is [string, string | number | true] => {
    return entry[1] !== undefined && entry[1] !== false;
  });
  return [ofSvg.has(tag) ? `http://www.w3.org/2000/svg ${tag}` : tag, Object.fromEntries(shown), ...children];
};

/**
 * Returns the elements with which the reader's page shows a node, in ProseMirror's notation, with a slot for the content, so that the
 * editor shows what the reader will see. A node that the reader's page doesn't show becomes an empty `div` with its name.
 */
export function readerDom(node: Node): DOMOutputSpec {
  return readerPieces(node);
}

/** Returns elements like `readerDom`, for a view that puts them together itself. */
function readerPieces(node: Node): Piece {
  const loose: LooseNode = { type: node.type.name, attributes: node.attrs, content: [] };
  const context: RenderContext<Piece | 0> = {
    h,
    options: { hasHeadingIds: false },
    children: () => (node.type.isLeaf ? [] : [0]),
    text: () => node.textContent,
    anchor: () => '',
    caption: () => ({ label: '', id: '' }),
    footnote: () => ({ number: 0, id: '', backId: '' }),
    rendering: () => ({}),
    open: () => null,
    render: () => [],
  };
  const rendered: unknown = nodeRenderers[node.type.name]?.(loose, context, {});
  // A list of pieces, not a single piece, which is a list too, with the tag as its first entry.
  const piece: unknown = Array.isArray(rendered) && typeof rendered[0] !== 'string' ? rendered[0] : rendered;
  if (Array.isArray(piece) && typeof piece[0] === 'string') return piece as unknown as Piece;
  const name = { 'data-node': node.type.name };
  return node.type.isLeaf ? ['div', name] : ['div', name, 0];
}
