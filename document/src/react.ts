import type { CreateElement, ElementAttributes } from './render/element.ts';

type ReactProps = Readonly<Record<string, unknown>>;

const reactNames: Readonly<Record<string, string>> = {
  class: 'className',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  tabindex: 'tabIndex',
  srcset: 'srcSet',
  referrerpolicy: 'referrerPolicy',
};

/**
 * Returns an `h` for `renderDocument` that creates React elements. Pass React's own function: `renderDocument(document,
 * reactElement(createElement), options)`. The result is a list of children to spread into `createElement(Fragment, null, …)`.
 */
export function reactElement<T>(
  createElement: (tag: string, props: ReactProps, ...children: readonly (T | string)[]) => T,
): CreateElement<T> {
  return (tag, attributes, ...children) => createElement(tag, reactProps(attributes), ...children);
}

function reactProps(attributes: ElementAttributes): ReactProps {
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === 'style') props['style'] = styleObject(`${value}`);
    else props[reactNames[name] ?? camelCase(name)] = value;
  }
  return props;
}

function camelCase(name: string): string {
  if (name.startsWith('data-') || name.startsWith('aria-')) return name;
  return name.replaceAll(/-[a-z]/gu, (part) => part.charAt(1).toUpperCase());
}

function styleObject(style: string): Readonly<Record<string, string>> {
  const pairs = style.split(';').map((pair) => pair.split(':'));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name.startsWith('--') ? name : camelCase(name), value]));
}
