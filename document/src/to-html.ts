import type { DocumentNode, Json } from './document-node.ts';
import { renderHtml } from './html.ts';
import { dataName } from './html-in/data-name.ts';
import type { ElementAttributes } from './render/element.ts';
import { findNode, idAttributeOf } from './schema/nodes.ts';

/**
 * Writes a normalized document as HTML from which `fromHtml` reads the same document: the HTML that readers see, with `data-*` attributes
 * for what HTML can't express, in an `<article data-document>`. For export and the clipboard; pages show `renderHtml`.
 */
export function toHtml(document: DocumentNode): string {
  return `<article data-document="">${renderHtml(document, { hasHeadingIds: false, attributesFor })}</article>`;
}

function attributesFor(type: string, attributes: Readonly<Record<string, unknown>>): ElementAttributes {
  const definition = findNode(type);
  if (definition === undefined) return {};
  const { html } = definition;
  const id = idAttributeOf(definition);
  const data: Record<string, string> = html?.isNative === true ? {} : { 'data-node': type };
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    const value = (attributes[name] ?? null) as Json;
    if (value === null || html?.inPlace?.includes(name) === true || JSON.stringify(value) === JSON.stringify(attribute.default)) continue;
    const text = attribute.written === 'string' && typeof value === 'string' ? value : JSON.stringify(value);
    data[name === id ? 'data-block' : dataName(name)] = text;
  }
  return data;
}
