import { hasClass } from '../html-in/html-tree.ts';
import { blockId } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** A task that the reader solves by changing the runnable code in it, until the tests in it pass. */
export const exercise: NodeDefinition = {
  name: 'exercise',
  group: 'block',
  content: 'block+',
  isForComments: false,
  attributes: { id: blockId() },
  markdown: {
    write: (node, writer) => writer.container('exercise', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'exercise', isContainer: true }],
  },
  html: {
    tags: ['section'],
    read: (element) => (hasClass(element, 'exercise') ? { attrs: {}, content: element.children } : null),
  },
};

/** `<section class="exercise">`. */
export const renderExercise: RenderNode = (node, context, extra) =>
  context.h('section', { class: 'exercise', ...extra }, ...context.children(node));
