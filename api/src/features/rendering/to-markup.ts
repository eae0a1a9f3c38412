import type { Markup } from '@newline/document/renderings';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/** What becomes of an attribute: its value in the drawing, or null to leave it out. */
export type ChangeAttribute = (name: string, value: string, tag: string) => string | null;

/** What is never kept, with all that is in it: the renderer would leave it out too. */
const dropped = new Set(['style', 'script', 'title', 'desc', 'metadata', 'foreignObject', 'a', 'image', 'use', 'span']);

/** The first element of the HTML with this name as the tree that is stored; null when there is none. */
export function toMarkup(html: string, root: 'math' | 'svg', change: ChangeAttribute): Markup | null {
  const element = parseFragment(html).childNodes.find((node) => 'tagName' in node && node.tagName === root);
  return element !== undefined && 'tagName' in element ? convert(element, change) : null;
}

function convert(element: DefaultTreeAdapterTypes.Element, change: ChangeAttribute): Markup {
  const attributes: Record<string, string> = {};
  for (const { name, value, prefix } of element.attrs) {
    const kept = prefix === undefined || prefix === '' ? change(name, value, element.tagName) : null;
    if (kept !== null) attributes[name] = kept;
  }
  const children: (Markup | string)[] = [];
  for (const child of element.childNodes) {
    if ('value' in child) {
      if (child.value.trim() !== '' || isOfText(element.tagName)) children.push(child.value);
    } else if ('tagName' in child && !dropped.has(child.tagName)) children.push(convert(child, change));
  }
  return [element.tagName, attributes, ...children];
}

/** Whether spaces alone are words in it. */
function isOfText(tag: string): boolean {
  return /^(?:text|tspan|mi|mn|mo|ms|mtext)$/u.test(tag);
}
