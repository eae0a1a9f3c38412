import { classAfter, elementsIn, hasClass } from '../html-in/html-tree.ts';
import { blockId, oneOf } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import { choiceOf, type RenderNode } from '../render/element.ts';

const partTypes = ['hint', 'tests', 'solution'] as const;
const typeNames = new Set(partTypes);
const labels: Readonly<Record<(typeof partTypes)[number], string>> = { hint: 'Hint', tests: 'Tests', solution: 'Solution' };

/** What an exercise keeps back: a hint, the tests or the solution. */
export const exercisePart: NodeDefinition = {
  name: 'exercisePart',
  group: 'block',
  content: 'block+',
  isForComments: false,
  attributes: { partType: oneOf(partTypes, 'hint'), id: blockId() },
  markdownNames: { partType: 'type' },
  markdown: {
    write: (node, writer) => writer.container('part', writer.attributes(node), writer.blocks(node.content ?? [])),
    directives: [{ name: 'part', isContainer: true }],
  },
  html: {
    tags: ['details'],
    inPlace: ['partType'],
    read: (element) => {
      if (!hasClass(element, 'part')) return null;
      const first = elementsIn(element)[0];
      const type = classAfter(element, 'part--');
      return {
        attrs: { partType: partTypes.find((one) => one === type) },
        content: first?.tag === 'summary' ? element.children.filter((child) => child !== first) : element.children,
      };
    },
  },
  // Who searches finds the task, not its answer.
  text: () => '',
};

/** `<details class="part">`, closed. */
export const renderExercisePart: RenderNode = (node, context, extra) => {
  const { h } = context;
  const type = choiceOf(node, 'partType', typeNames, 'hint');
  return h('details', { class: `part part--${type}`, ...extra }, h('summary', {}, labels[type]), ...context.children(node));
};
