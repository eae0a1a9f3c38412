import { hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { codeOf, readInfo, writeFence } from '../markdown/fence.ts';
import { blockId } from '../schema/attribute.ts';
import type { DocumentNode } from '../document-node.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A formula, as TeX. */
export const math: NodeDefinition = {
  name: 'math',
  summary: 'A formula of its own line; its content is TeX.',
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
    read: (element) => (hasClass(element, 'math') ? { attrs: {}, content: [textOfPieces(element.children)] } : null),
  },
};

function mathNode(content: string, attrs: Readonly<Record<string, string>>): DocumentNode {
  const text = content.replace(/\n$/u, '');
  return { type: 'math', attrs, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}

/** The TeX, which the page sets; readable as it is. */
export const renderMath: RenderNode = (node, context, extra) =>
  context.h('div', { class: 'math', ...extra }, context.h('code', { class: 'language-tex' }, context.text(node)));
