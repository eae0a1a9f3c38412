import type { Markup } from '@newline/document/renderings';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** Returns the value of an attribute in the stored tree, or null to leave it out. */
export type ChangeAttribute = (name: string, value: string, tag: string) => string | null;

/** Elements that are never stored, with everything in them: the page wouldn't render them either. */
const dropped = new Set(['style', 'script', 'title', 'desc', 'metadata', 'foreignObject', 'a', 'image', 'use', 'span']);

/** Returns the first element of the HTML with this name as the tree that is stored, or null if there is none. */
export function toMarkup(html: string, root: 'math' | 'svg', change: ChangeAttribute): Markup | null {
  const element = parseFragment(html).childNodes.find((node) => 'tagName' in node && node.tagName === root);
  return element !== undefined && 'tagName' in element ? convert(element, change) : null;
}

function convert(element: DefaultTreeAdapterTypes.Element, change: ChangeAttribute): Markup {
  const attributes: Record<string, string> = {};
  for (const { name, value, prefix } of element.attrs) {
    const changed = prefix === undefined || prefix === '' ? change(name, value, element.tagName) : null;
    if (changed !== null) attributes[name] = changed;
  }
  const children: (Markup | string)[] = [];
  for (const child of element.childNodes) {
    if ('value' in child) {
      if (child.value.trim() !== '' || isOfText(element.tagName)) children.push(child.value);
    } else if ('tagName' in child && !dropped.has(child.tagName)) children.push(convert(child, change));
  }
  return [element.tagName, attributes, ...children];
}

/** Whether whitespace alone is content of the element. */
function isOfText(tag: string): boolean {
  return /^(?:text|tspan|mi|mn|mo|ms|mtext)$/u.test(tag);
}
