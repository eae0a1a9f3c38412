import { calloutOf, calloutTypes, type CalloutType } from '../callouts.ts';
import { classAfter, classesOf, elementsIn, hasClass, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { blockId, oneOf, optionalLine } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, stringOf, type CreateElement, type RenderNode } from '../render/element.ts';

const panelPositions = ['wrap-left', 'inline', 'wrap-right'] as const;

/** A callout. */
export const panel: NodeDefinition = {
  name: 'panel',
  group: 'block',
  content: 'block+',
  isForComments: true,
  attributes: {
    panelType: oneOf(calloutTypes, 'info'),
    panelPosition: oneOf(panelPositions, 'inline'),
    icon: optionalLine(16),
    id: blockId(),
  },
  markdownNames: { panelType: 'type', panelPosition: 'position' },
  markdown: {
    write: (node, writer) => writer.container('panel', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'panel', isContainer: true }],
  },
  html: { tags: ['aside', 'div'], inPlace: ['panelType'], read: readPanel },
};

const typeNames = new Set(calloutTypes);
const positionNames = new Set(panelPositions);

function drawIcon<T>(h: CreateElement<T>, type: CalloutType): T {
  const frame = { class: 'icon', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true' };
  return h('svg', { ...frame, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }, h('path', { d: calloutOf(type).icon }));
}

/** `<aside class="note">` with an icon, the name of the type and the content. */
export const renderPanel: RenderNode = (node, context, extra) => {
  const { h } = context;
  const type = choiceOf(node, 'panelType', typeNames, 'info');
  const position = choiceOf(node, 'panelPosition', positionNames, 'inline');
  const icon = stringOf(node, 'icon').slice(0, 16);
  const sign = icon === '' ? drawIcon(h, type) : h('span', { class: 'icon', 'aria-hidden': 'true' }, icon);
  const name = classes('note', `note--${type}`, position !== 'inline' && `note--${position}`);
  return h('aside', { class: name, ...extra }, sign, h('div', {}, h('b', {}, calloutOf(type).label), ...context.children(node)));
};

function readPanel(element: HtmlElement): HtmlMatch | null {
  const alert = classAfter(element, 'markdown-alert-');
  if (alert !== undefined && hasClass(element, 'markdown-alert')) {
    const body = elementsIn(element).filter((child) => !hasClass(child, 'markdown-alert-title'));
    return { attrs: { panelType: calloutTypes.find((type) => calloutOf(type).alert === alert) }, content: body };
  }
  if (!hasClass(element, 'note')) return null;
  const names = new Set(classesOf(element).map((name) => name.slice('note--'.length)));
  const box = elementsIn(element).findLast((child) => child.tag === 'div');
  const title = box === undefined ? undefined : elementsIn(box)[0];
  return {
    attrs: {
      panelType: calloutTypes.find((type) => names.has(type)),
      panelPosition: panelPositions.find((position) => names.has(position)),
    },
    content: box === undefined ? element.children : box.children.filter((child) => child !== title || title.tag !== 'b'),
  };
}
