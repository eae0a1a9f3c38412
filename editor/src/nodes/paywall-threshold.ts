import { paywallMessage } from '@newline/document/nodes/paywall-threshold';
import { Node } from '@tiptap/core';
import { formatOfNode } from '../editor-schema.ts';

/** The position from which the text is for subscribers: a dashed line with an explanation. */
export const PaywallThreshold = Node.create({
  ...formatOfNode('paywallThreshold'),
  draggable: true,
  parseHTML: () => [{ tag: 'div[data-node=paywallThreshold]' }],
  renderHTML: () => ['div', { 'data-node': 'paywallThreshold', class: 'paywall-mark' }, ['p', paywallMessage]],
});
