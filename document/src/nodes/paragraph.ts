import { blockId, integer, oneOf, optionalOneOf } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, classes, integerOf, type RenderNode } from '../render/element.ts';

const alignments = ['left', 'center', 'right', 'justify'] as const;
const spacings = ['normal', 'relaxed', 'double'] as const;

/** A paragraph. An empty one is `::paragraph` in Markdown. */
export const paragraph: NodeDefinition = {
  name: 'paragraph',
  summary: 'A paragraph of text.',
  group: 'block',
  content: 'inline*',
  isForComments: true,
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
};

const alignmentNames = new Set(['none', ...alignments]);
const spacingNames = new Set(spacings);

/** `<p>`, with a class for each attribute that is not the default. */
export const renderParagraph: RenderNode = (node, context, extra) => {
  const align = choiceOf(node, 'align', alignmentNames, 'none');
  const indent = integerOf(node, 'indent', 0, 8) ?? 0;
  const spacing = choiceOf(node, 'lineSpacing', spacingNames, 'normal');
  const name = classes(
    align !== 'none' && align !== 'left' && `align-${align}`,
    indent > 0 && `indent-${indent}`,
    spacing !== 'normal' && `spacing-${spacing}`,
  );
  return context.h('p', { class: name, ...extra }, ...context.children(node));
};
