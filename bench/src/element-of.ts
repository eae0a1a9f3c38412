import { createElement, type ReactNode } from 'react';
import type { HtmlNode } from './parse-html.ts';

/** Returns a parsed page as React elements, without components. */
export function elementOf(node: HtmlNode, key = 0): ReactNode {
  if (typeof node === 'string') return node;
  const { name, attributes, children } = node;
  return createElement(
    name,
    { ...attributes, key },
    children.length > 0 ? (children.length === 1 ? elementOf(children[0] ?? '') : children.map(elementOf)) : undefined,
  );
}
