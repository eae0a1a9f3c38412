import type { NodeDefinition } from '../schema/definition.ts';

/** Text with marks. */
export const text: NodeDefinition = {
  name: 'text',
  summary: 'Text with its marks. Outside of code, a line break or tab is read as a space; a forced line break is a `hardBreak`.',
  group: 'inline',
  isForComments: true,
  attributes: {},
};
