import type { NodeDefinition } from '../schema/definition.ts';

/** Text with marks. */
export const text: NodeDefinition = {
  name: 'text',
  group: 'inline',
  isForComments: true,
  attributes: {},
};
