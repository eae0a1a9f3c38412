import { hasClass, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { integer, optionalOneOf, type Attribute } from '../schema/attribute.ts';
import type { AttributeTable, TokenAttributes } from '../schema/definition.ts';
import { choiceOf, integerOf, type ElementAttributes, type LooseNode, type RenderContext } from '../render/element.ts';
import { renderUnwrapped } from './paragraph.ts';

const alignments = ['left', 'center', 'right'] as const;

const columnWidths: Attribute<readonly number[] | null> = {
  default: null,
  expected: 'a list of 1 to 20 widths from 0 to 4000 pixels',
  written: 'json',
  read: (value) => {
    if (!Array.isArray(value) || value.length < 1 || value.length > 20) return undefined;
    const widths: number[] = [];
    for (const width of value as unknown[]) {
      if (typeof width !== 'number' || !Number.isInteger(width) || width < 0 || width > 4000) return undefined;
      widths.push(width === 0 ? 0 : width);
    }
    return widths;
  },
};

/** Attributes of both kinds of cells, with the names that prosemirror-tables uses. */
export const cellAttributes: AttributeTable = {
  colspan: integer(1, 20, 1),
  rowspan: integer(1, 20, 1),
  colwidth: columnWidths,
  align: optionalOneOf(alignments),
};

/** Reads the alignment of a Markdown table's column. */
export const cellAlignment: TokenAttributes = (token) => ({
  align: /^text-align:(\w+)$/u.exec(token.attrGet('style')?.toString() ?? '')?.[1] ?? null,
});

const alignmentNames = new Set(['none', ...alignments]);

/** Renders a `<td>` or `<th>`. Spans are limited to 1 to 20, and a single plain paragraph is rendered without its `<p>`. */
export function renderCell<T>(tag: 'td' | 'th', node: LooseNode, context: RenderContext<T>, extra: ElementAttributes): T {
  const columns = integerOf(node, 'colspan', 1, 20) ?? 1;
  const rows = integerOf(node, 'rowspan', 1, 20) ?? 1;
  const align = choiceOf(node, 'align', alignmentNames, 'none');
  const name = align === 'right' ? 'r' : align === 'center' ? 'c' : undefined;
  const spans = { colspan: columns > 1 ? columns : undefined, rowspan: rows > 1 ? rows : undefined };
  return context.h(tag, { ...spans, class: name, ...extra }, ...renderUnwrapped(node, context));
}

/** Reads a cell of an HTML table: its spans, within limits, and its alignment. */
export function readCell(element: HtmlElement): HtmlMatch {
  const span = (name: string) => Math.min(20, Math.max(1, Math.trunc(Number(element.attributes[name] ?? 1)) || 1));
  const style = /text-align:\s*(\w+)/u.exec(element.attributes['style'] ?? '')?.[1];
  const classAlign = hasClass(element, 'r') ? 'right' : hasClass(element, 'c') ? 'center' : undefined;
  const align = element.attributes['align'] ?? style ?? classAlign;
  return { attrs: { colspan: span('colspan'), rowspan: span('rowspan'), align }, content: element.children };
}
