import { emptyRecord } from '../../empty-record.ts';
import { classesOf, type HtmlElement } from '../html-tree.ts';

const monospace = /font:[^;]*(?:menlo|monaco|courier|sf mono|monospace)/iu;

/**
 * Gives elements the monospace font that a style sheet gives their class, as programs of a Mac write it (Notes, Pages, Mail, TextEdit): elsewhere,
 * only the style of an element itself counts.
 */
export function withClassFonts(tree: HtmlElement, html: string): HtmlElement {
  const names = monospaceClassesIn(html);
  if (names.size === 0) return tree;
  const visit = (element: HtmlElement): HtmlElement => {
    const children = element.children.map((child) => (typeof child === 'string' ? child : visit(child)));
    if (!classesOf(element).some((name) => names.has(`${element.tag}.${name}`))) return { ...element, children };
    const attributes = emptyRecord<string>();
    Object.assign(attributes, element.attributes);
    attributes['style'] = `${attributes['style'] ?? ''};font-family:monospace`;
    return { ...element, attributes, children };
  };
  return visit(tree);
}

function monospaceClassesIn(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  const end = html.indexOf('</style>');
  if (end === -1 || !html.includes('Cocoa HTML Writer')) return names;
  for (const [, name = '', rules = ''] of html.slice(0, end).matchAll(/([a-z]{1,10}\.[a-z]{1,5}\d{1,4})\s*\{([^{}]{0,1000})\}/gu))
    if (monospace.test(rules)) names.add(name);
  return names;
}
