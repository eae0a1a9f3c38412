import type { NodeDefinition } from '../schema/definition.ts';
import { versionAttribute } from '../schema/version.ts';

/** The document itself, the outermost node. */
export const doc: NodeDefinition = {
  name: 'doc',
  content: '(block | paywallThreshold)+',
  isForComments: true,
  attributes: { version: versionAttribute },
};
