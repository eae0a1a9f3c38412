import { hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { blockId, line } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { stringOf, type RenderNode } from '../render/element.ts';
import { linkAttributes } from '../render/frame.ts';

const defaultTitle = 'Get the code of this lesson';

/** A link to the item's repository on the assets server. The site sets the URL, never the document. */
export const protectedRepositoryLink: NodeDefinition = {
  name: 'protectedRepositoryLink',
  group: 'block',
  isForComments: false,
  attributes: { title: line(200, defaultTitle), id: blockId() },
  markdown: {
    write: (node, writer) => {
      const attributes = writer.attributes(node);
      return attributes === '' ? '::repository' : `::repository{${attributes}}`;
    },
    directives: [{ name: 'repository', isContainer: false }],
  },
  text: (node) => textAttribute(node, 'title'),
  isSubstance: true,
  html: {
    tags: ['p'],
    read: (element) => {
      if (!hasClass(element, 'repository')) return null;
      const title = element.children.filter((piece) => typeof piece === 'string' || piece.tag === 'a');
      return { attrs: { title: textOfPieces(title).trim() }, content: [] };
    },
  },
};

/** A link to the item's repository for readers who get its URL; for others, its text and a note. */
export const renderProtectedRepositoryLink: RenderNode = (node, context, extra) => {
  const { h, options } = context;
  const link = options.repositoryUrl === undefined ? null : linkAttributes(options.repositoryUrl, context);
  const title = stringOf(node, 'title') || defaultTitle;
  const words = link === null ? [title, ' ', h('span', { class: 'meta' }, '(not available here)')] : [h('a', link, title)];
  return h('p', { class: 'repository', ...extra }, ...words);
};
