import { findElement, hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { codeOf, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { leftToRight, type RenderNode } from '../render/element.ts';
import { renderMarkup } from '../render/markup.ts';

/** A diagram, written as Mermaid source. */
export const mermaid: NodeDefinition = {
  name: 'mermaid',
  group: 'block',
  content: 'text*',
  marks: 'none',
  isCode: true,
  isForComments: false,
  attributes: { id: blockId() },
  markdown: {
    write: (node, writer) => writeFence(codeOf(node), ['mermaid', writer.attributes(node)].filter(Boolean).join(' ')),
    leaves: {
      fence: (token) => {
        const { language, attributes } = readInfo(token.info);
        if (language !== 'mermaid' || attributes['block'] === 'code') return null;
        const text = token.content.replace(/\n$/u, '');
        return { type: 'mermaid', attrs: attributes, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
      },
    },
  },
  html: {
    tags: ['pre', 'figure'],
    read: (element) => {
      const pre = findElement(element, ({ tag }) => tag === 'pre');
      return pre === undefined || !hasClass(pre, 'mermaid') ? null : { attrs: {}, content: [textOfPieces(pre.children)] };
    },
  },
};

/** An SVG labeled with its text, or the source if there is no rendering: only a browser can render some kinds. */
export const renderMermaid: RenderNode = (node, context, extra) => {
  const source = context.text(node);
  const { of, markup, label } = context.rendering();
  const name = typeof label === 'string' ? label : 'Diagram';
  const rendered = of === source.length ? renderMarkup(markup, 'svg', { role: 'img', 'aria-label': name }, context) : null;
  return context.h(
    'figure',
    { class: 'fig dia', ...extra, dir: leftToRight(context) },
    rendered ?? context.h('pre', { class: 'mermaid', tabindex: 0, translate: 'no' }, source),
  );
};
