import { classAfter, elementsIn, hasClass, textOfPieces, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { blockId, oneOf, type Attribute } from '../schema/attribute.ts';
import type { Json } from '../document-node.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, type RenderNode } from '../render/element.ts';
import { cutText } from '../truncate.ts';

const components = ['Details', 'Steps', 'Step', 'Columns', 'Column', 'Tabs', 'Tab'] as const;

type Literals = { readonly [key: string]: Json };

const literals: Attribute<Literals> = {
  default: {},
  expected: 'up to 20 properties: a JavaScript identifier as the name, and a text, number, true, false or null as the value',
  written: 'json',
  read: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value);
    if (entries.length > 20) return undefined;
    const read: Record<string, Json> = {};
    for (const [name, literal] of entries as [string, unknown][]) {
      if (!/^[a-z][A-Za-z0-9]{0,39}$/u.test(name) || name === 'constructor' || !isLiteral(literal)) return undefined;
      read[name] = literal;
    }
    return read;
  },
};

function isLiteral(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return value.length <= 2000 && value.isWellFormed() && !value.includes('\0');
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0));
}

/** A component of compiled MDX from a fixed list, with literal properties. Nothing is executed. */
export const mdx: NodeDefinition = {
  name: 'mdx',
  group: 'block',
  content: 'block*',
  isForComments: false,
  attributes: { component: oneOf(components, 'Details'), properties: literals, id: blockId() },
  markdown: {
    write: (node, writer) => writer.container('mdx', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'mdx', isContainer: true }],
  },
  html: { tags: ['details', 'section'], read: readComponent },
};

const componentNames = new Set(components);

/** `<details>` for Details, otherwise a section with the component's name; `title` is its heading line. */
export const renderMdx: RenderNode = (node, context, extra) => {
  const { h } = context;
  const component = choiceOf(node, 'component', componentNames, 'Details');
  const properties = node.attributes['properties'];
  const title: unknown =
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'title') ? Reflect.get(properties, 'title') : '';
  const heading = typeof title === 'string' ? title : '';
  const children = context.children(node);
  if (component === 'Details') return h('details', { class: 'mdx', ...extra }, h('summary', {}, heading || 'Details'), ...children);
  const name = `mdx mdx--${component.toLowerCase()}`;
  return h('section', { class: name, ...extra }, ...(heading === '' ? [] : [h('p', { class: 'mdx__title' }, heading)]), ...children);
};

function readComponent(element: HtmlElement): HtmlMatch | null {
  if (element.tag === 'section' && !hasClass(element, 'mdx')) return null;
  const first = elementsIn(element)[0];
  const hasTitle = first !== undefined && (first.tag === 'summary' || hasClass(first, 'mdx__title'));
  const name = classAfter(element, 'mdx--');
  return {
    attrs: {
      component: components.find((component) => component.toLowerCase() === name),
      properties: hasTitle ? { title: cutText(textOfPieces(first.children).trim(), 2000) } : undefined,
    },
    content: hasTitle ? element.children.filter((child) => child !== first) : element.children,
  };
}
