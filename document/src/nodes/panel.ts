import { classAfter, classesOf, elementsIn, hasClass, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { blockId, oneOf, optionalLine } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, stringOf, type CreateElement, type RenderNode } from '../render/element.ts';

const panelTypes = ['info', 'tip', 'success', 'warning', 'error', 'important'] as const;
const panelPositions = ['wrap-left', 'inline', 'wrap-right'] as const;

type PanelType = (typeof panelTypes)[number];

/** A callout. */
export const panel: NodeDefinition = {
  name: 'panel',
  summary: 'A callout. The menu offers every type but `important`, which is only rendered.',
  group: 'block',
  content: 'block+',
  isForComments: true,
  attributes: {
    panelType: oneOf(panelTypes, 'info'),
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

const typeNames = new Set(panelTypes);
const positionNames = new Set(panelPositions);

// lucide, ISC licence: one drawing a type, as paths.
const drawings: Record<PanelType, string> = {
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 16v-4M12 8h.01',
  tip: 'M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4',
  success: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M9 12l2 2 4-4',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  error: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M15 9l-6 6M9 9l6 6',
  important: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8v4M12 16h.01',
};

function drawIcon<T>(h: CreateElement<T>, type: PanelType): T {
  const frame = { class: 'icon', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', 'aria-hidden': 'true' };
  return h('svg', { ...frame, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }, h('path', { d: drawings[type] }));
}

/** `<aside class="note">`: an icon, the type as a word, the content. */
export const renderPanel: RenderNode = (node, context, extra) => {
  const { h } = context;
  const type = choiceOf(node, 'panelType', typeNames, 'info');
  const position = choiceOf(node, 'panelPosition', positionNames, 'inline');
  const icon = stringOf(node, 'icon').slice(0, 16);
  const sign = icon === '' ? drawIcon(h, type) : h('span', { class: 'icon', 'aria-hidden': 'true' }, icon);
  const title = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  const name = classes('note', `note--${type}`, position !== 'inline' && `note--${position}`);
  return h('aside', { class: name, ...extra }, sign, h('div', {}, h('b', {}, title), ...context.children(node)));
};

// GitHub's alerts, whose names differ.
const alertTypes: Readonly<Record<string, PanelType>> = {
  note: 'info',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'error',
};

function readPanel(element: HtmlElement): HtmlMatch | null {
  const alert = classAfter(element, 'markdown-alert-');
  if (alert !== undefined && hasClass(element, 'markdown-alert')) {
    const words = elementsIn(element).filter((child) => !hasClass(child, 'markdown-alert-title'));
    return { attrs: { panelType: alertTypes[alert] }, content: words };
  }
  if (!hasClass(element, 'note')) return null;
  const names = new Set(classesOf(element).map((name) => name.slice('note--'.length)));
  const box = elementsIn(element).findLast((child) => child.tag === 'div');
  const title = box === undefined ? undefined : elementsIn(box)[0];
  return {
    attrs: {
      panelType: panelTypes.find((type) => names.has(type)),
      panelPosition: panelPositions.find((position) => names.has(position)),
    },
    content: box === undefined ? element.children : box.children.filter((child) => child !== title || title.tag !== 'b'),
  };
}
