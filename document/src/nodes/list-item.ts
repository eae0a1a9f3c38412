import { hasClass, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { optionalFlag } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { classes, type RenderNode } from '../render/element.ts';
import { renderUnwrapped } from './paragraph.ts';

/** An item of a list. The list writes its Markdown. */
export const listItem: NodeDefinition = {
  name: 'listItem',
  content: 'paragraph block*',
  isForComments: true,
  migrations: [{ to: 1, formerNames: ['list_item'] }],
  attributes: { checked: optionalFlag() },
  markdown: {
    write: (node, writer) => writer.blocks(node.content ?? []),
    inPlace: ['checked'],
    pairs: { list_item: (token) => ({ checked: token.attrGet('checked') }) },
  },
  html: { tags: ['li'], isNative: true, inPlace: ['checked'], read: readItem },
};

/** `<li>`, with a class if it is a task; a single plain paragraph is rendered without its `<p>`. */
export const renderListItem: RenderNode = (node, context, extra) => {
  const { checked } = node.attributes;
  const name = classes(typeof checked === 'boolean' && 'task', checked === true && 'task--done');
  return context.h('li', { class: name, ...extra }, ...renderUnwrapped(node, context));
};

function readItem(element: HtmlElement): HtmlMatch {
  return { attrs: { checked: hasClass(element, 'task') ? hasClass(element, 'task--done') : undefined }, content: element.children };
}
