import { hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { blockId, line } from '../schema/attribute.ts';
import { textAttribute, type NodeDefinition } from '../schema/definition.ts';
import { stringOf, type RenderNode } from '../render/element.ts';
import { linkAttributes } from '../render/frame.ts';

const defaultTitle = 'Get the code of this lesson';

/** A link to the item's repository on the assets server; the address is the site's, never the document's. */
export const protectedRepositoryLink: NodeDefinition = {
  name: 'protectedRepositoryLink',
  summary:
    'A link to the repository of the item. The page knows the address (assets server and pathname of the item) and signs it for the reader.',
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
    read: (element) => (hasClass(element, 'repository') ? { attrs: { title: textOfPieces(element.children) }, content: [] } : null),
  },
};

/** A link when the page hands in the address, else only its text. */
export const renderProtectedRepositoryLink: RenderNode = (node, context, extra) => {
  const link = linkAttributes(context.options.repositoryUrl, context);
  const title = stringOf(node, 'title') || defaultTitle;
  return context.h('p', { class: 'repository', ...extra }, link === null ? title : context.h('a', link, title));
};
