import { readAnchor } from '../captions.ts';
import { elementsIn, findElement, hasClass, textOfPieces, type HtmlElement, type HtmlMatch, type HtmlPiece } from '../html-in/html-tree.ts';
import { placeCaptioned } from '../markdown/place-captioned.ts';
import { anchorName, blockId, captionNumber, flag } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';
import { numberPieces } from '../render/number-pieces.ts';

/** Code, a table or a diagram with its caption and number. */
export const captioned: NodeDefinition = {
  name: 'captioned',
  group: 'block',
  content: '(codeBlock | remoteCodeBlock | table | mermaid) caption',
  isForComments: false,
  attributes: { isNumbered: flag(true), number: captionNumber(), anchor: anchorName(), uniqueId: blockId() },
  markdownNames: { isNumbered: 'numbered' },
  markdown: {
    write: (node, writer) => {
      const [block, line] = node.content ?? [];
      const words = line?.content ?? [];
      const content = [writer.blocks(block === undefined ? [] : [block]), words.length === 0 ? '' : writer.inline(words, 'paragraph')];
      return writer.container('captioned', writer.attributes(node), content.filter(Boolean).join('\n\n'));
    },
    directives: [
      {
        name: 'captioned',
        isContainer: true,
        adopt: (attrs, content) => {
          const placed = placeCaptioned(content);
          return placed.length === 0 ? content : [{ type: 'captioned', attrs, content: placed }];
        },
      },
    ],
  },
  html: { tags: ['figure', 'table', 'div'], read: readCaptioned },
};

/** Splits a number such as `3-2` from the caption. The words before it say what it is. */
const written = /^\s*(?:Listing|Table|Figure)\s+((?:[\dA-Z]{1,4}[-.–])*\d{1,4})\s*(?:[.:–—]\s*|$)/u;

/** `<figure class="captioned">`: the block, then `<figcaption>` with the number, which links to the figure itself. */
export const renderCaptioned: RenderNode = (node, context, extra) => {
  const { h } = context;
  const { label, id } = context.caption(node);
  const [block, line] = node.content;
  const words = context.open(line);
  const content = block === undefined ? [] : context.render(block);
  const pieces = words === null ? [] : context.children(words);
  const caption = [...numberPieces(h, label, id, pieces.length > 0), ...pieces];
  return h(
    'figure',
    { class: 'captioned', id: id || undefined, ...extra },
    ...content,
    ...(caption.length === 0 ? [] : [h('figcaption', {}, ...caption)]),
  );
};

/** Reads a figure of code or a table with a caption, or a table with a `caption`. */
function readCaptioned(element: HtmlElement): HtmlMatch | null {
  if (hasClass(element, 'captioned')) return { attrs: {}, content: element.children };
  const isFigure = element.tag === 'figure' && !hasClass(element, 'code') && !hasClass(element, 'fig');
  if (!isFigure && element.tag !== 'table') return null;
  const line = elementsIn(element).find(({ tag }) => tag === (isFigure ? 'figcaption' : 'caption'));
  if (line === undefined || textOfPieces(line.children).trim() === '') return null;
  const others = element.children.filter((piece) => piece !== line);
  if (isFigure && findElement({ ...element, children: others }, ({ tag }) => tag === 'pre' || tag === 'table') === undefined) return null;
  const { children, number } = withoutNumber(line.children);
  const { id = '' } = element.attributes;
  const content = isFigure ? others : [{ ...element, children: others }];
  return {
    attrs: { isNumbered: number !== undefined, number, anchor: readAnchor(id.toLowerCase()) },
    content: [...content, { tag: 'figcaption', attributes: {}, children }],
    ...(isFigure ? { otherwise: element.children } : {}),
  };
}

/** Takes the number from the first words of a caption. */
function withoutNumber(pieces: readonly HtmlPiece[]): { readonly children: readonly HtmlPiece[]; readonly number?: string } {
  const at = pieces.findIndex((piece) => typeof piece !== 'string' || piece.trim() !== '');
  const first = pieces[at];
  if (first === undefined) return { children: pieces };
  const rest = pieces.slice(at + 1);
  if (typeof first !== 'string') {
    const within = withoutNumber(first.children);
    return { ...within, children: [{ ...first, children: within.children }, ...rest] };
  }
  const [whole, number] = written.exec(first) ?? [];
  return whole === undefined || number === undefined ? { children: pieces } : { children: [first.slice(whole.length), ...rest], number };
}
