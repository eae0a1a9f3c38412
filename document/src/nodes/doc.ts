import type { NodeDefinition } from '../schema/definition.ts';
import { versionAttribute } from '../schema/version.ts';

/** The document itself. */
export const doc: NodeDefinition = {
  name: 'doc',
  summary: 'The whole document. The title is not in it: it has a column of its own.',
  content: '(block | paywallThreshold)+',
  isForComments: true,
  attributes: { version: versionAttribute },
};
