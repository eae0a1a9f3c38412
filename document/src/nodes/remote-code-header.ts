import { findElement, hasClass, textOfPieces } from '../html-in/html-tree.ts';
import { line, optionalLine, optionalUrl } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { stringOf, type RenderNode } from '../render/element.ts';
import { linkAttributes } from '../render/frame.ts';

/** The source of a remote code block, pinned to a commit. */
export const remoteCodeHeader: NodeDefinition = {
  name: 'remoteCodeHeader',
  isForComments: true,
  attributes: {
    url: optionalUrl('link'),
    filepath: line(1000),
    service: line(100),
    owner: line(200),
    name: line(200),
    oid: optionalLine(64),
    refname: optionalLine(300),
  },
  markdown: {
    write: (node, writer) => {
      const attributes = writer.attributes(node);
      return attributes === '' ? '::source' : `::source{${attributes}}`;
    },
    directives: [{ name: 'source', isContainer: false }],
  },
  html: {
    tags: ['p'],
    read: (element) => {
      if (!hasClass(element, 'remote__from')) return null;
      const link = findElement(element, ({ tag }) => tag === 'a');
      const filepath = link === undefined ? '' : textOfPieces(link.children);
      return { attrs: { url: link?.attributes['href'], filepath }, content: [] };
    },
  },
};

/** One line: a link with the path as its text, or '(unknown url)'. */
export const renderRemoteCodeHeader: RenderNode = (node, context, extra) => {
  const { h } = context;
  const link = linkAttributes(node.attributes['url'], context);
  const commit = stringOf(node, 'oid').slice(0, 7);
  const source = link === null ? '(unknown url)' : h('a', link, stringOf(node, 'filepath') || link.href);
  return h('p', { class: 'remote__from', ...extra }, source, ...(commit === '' ? [] : [' ', h('span', { class: 'num' }, commit)]));
};
