import type { NodeDefinition } from '../schema/definition.ts';

/** Words, with the marks on them. */
export const text: NodeDefinition = {
  name: 'text',
  summary: 'Words with their marks. Outside code a line end or tab is a space; a forced line end is a `hardBreak`.',
  group: 'inline',
  isForComments: true,
  attributes: {},
};
