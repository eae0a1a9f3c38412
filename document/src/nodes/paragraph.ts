import { classAfter, type HtmlElement, type HtmlMatch } from '../html-in/html-tree.ts';
import { blockId, integer, oneOf, optionalOneOf } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, integerOf, type LooseNode, type RenderContext, type RenderNode } from '../render/element.ts';

const alignments = ['left', 'center', 'right', 'justify'] as const;
const spacings = ['normal', 'relaxed', 'double'] as const;

/** A paragraph. An empty one is `::paragraph` in Markdown. */
export const paragraph: NodeDefinition = {
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  isForComments: true,
  migrations: [{ to: 1, renamedAttributes: { textAlign: 'align' } }],
  attributes: {
    align: optionalOneOf(alignments),
    indent: integer(0, 8, 0),
    lineSpacing: oneOf(spacings, 'normal'),
    id: blockId(),
  },
  markdown: {
    write: (node, writer) => {
      if ((node.content ?? []).length > 0) return writer.inline(node.content ?? [], 'paragraph');
      const attributes = writer.attributes(node);
      return attributes === '' ? '::paragraph' : `::paragraph{${attributes}}`;
    },
    inPlace: [],
    pairs: { paragraph: () => ({}) },
    directives: [{ name: 'paragraph', isContainer: false }],
  },
  html: { tags: ['p'], isNative: true, read: readParagraph },
};

const alignmentNames = new Set(['none', ...alignments]);
const spacingNames = new Set(spacings);

/** `<p>`, with a class for each attribute that is not the default. */
export const renderParagraph: RenderNode = (node, context, extra) => {
  return context.h('p', { class: classOf(node), ...extra }, ...context.children(node));
};

/** Renders the content of a list item or a cell: a single plain paragraph is rendered as its text only. */
export function renderUnwrapped<T>(node: LooseNode, context: RenderContext<T>): readonly (T | string)[] {
  const only = node.content.length === 1 && context.options.attributesFor === undefined ? context.open(node.content[0]) : null;
  return context.children(only?.type === 'paragraph' && classOf(only) === undefined ? only : node);
}

function classOf(node: LooseNode): string | undefined {
  const align = choiceOf(node, 'align', alignmentNames, 'none');
  const indent = integerOf(node, 'indent', 0, 8) ?? 0;
  const spacing = choiceOf(node, 'lineSpacing', spacingNames, 'normal');
  return classes(
    align !== 'none' && align !== 'left' && `align-${align}`,
    indent > 0 && `indent-${indent}`,
    spacing !== 'normal' && `spacing-${spacing}`,
  );
}

function readParagraph(element: HtmlElement): HtmlMatch {
  const align = /text-align:\s*(\w+)/u.exec(element.attributes['style'] ?? '')?.[1] ?? element.attributes['align'];
  const attrs = {
    align: classAfter(element, 'align-') ?? align,
    indent: classAfter(element, 'indent-'),
    lineSpacing: classAfter(element, 'spacing-'),
  };
  return { attrs, content: element.children };
}
