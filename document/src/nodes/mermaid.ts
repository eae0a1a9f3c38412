import { findElement, hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { codeOf, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A diagram, as its source. */
export const mermaid: NodeDefinition = {
  name: 'mermaid',
  summary: "A diagram; its content is the source in Mermaid's language.",
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

/** The source, which the page draws; readable as it is. */
export const renderMermaid: RenderNode = (node, context, extra) =>
  context.h('figure', { class: 'fig dia', ...extra }, context.h('pre', { class: 'mermaid', tabindex: 0 }, context.text(node)));
