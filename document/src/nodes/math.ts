import { findElement, hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { codeOf, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId } from '../schema/attribute.ts';
import type { DocumentNode } from '../document-node.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { leftToRight, type RenderNode } from '../render/element.ts';
import { renderTex } from '../render/tex.ts';

/** A formula, written in TeX. */
export const math: NodeDefinition = {
  name: 'math',
  group: 'block',
  content: 'text*',
  marks: 'none',
  isCode: true,
  isForComments: false,
  attributes: { id: blockId() },
  markdown: {
    write: (node, writer) => {
      const code = codeOf(node);
      const attributes = writer.attributes(node);
      const isPlain = code !== '' && attributes === '' && !/^\s*\$\$\s*$/mu.test(code);
      return isPlain ? `$$\n${code}\n$$` : writeFence(code, ['math', attributes].filter(Boolean).join(' '));
    },
    leaves: {
      math: (token) => mathNode(token.content, {}),
      fence: (token) => {
        const { language, attributes } = readInfo(token.info);
        return language === 'math' && attributes['block'] !== 'code' ? mathNode(token.content, attributes) : null;
      },
    },
  },
  html: {
    tags: ['div'],
    read: (element) => {
      if (!hasClass(element, 'math')) return null;
      const rendered = findElement(element, ({ tag }) => tag === 'math');
      return { attrs: {}, content: [rendered?.attributes['alttext'] ?? textOfPieces(element.children)] };
    },
  },
};

function mathNode(content: string, attrs: Readonly<Record<string, string>>): DocumentNode {
  const text = content.replace(/\n$/u, '');
  return { type: 'math', attrs, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}

/** `<div class="math">` with MathML, or with the TeX itself if there is no rendering. */
export const renderMath: RenderNode = (node, context, extra) =>
  context.h('div', { class: 'math', ...extra, dir: leftToRight(context), translate: 'no' }, renderTex(context.text(node), context));
