import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** What the marker says in the editor. */
export const paywallMessage = 'Paywall starts here. Free users will be able to read up to this point. Premium users will have full access.';

/** The place from which a text is for subscribers. */
export const paywallThreshold: NodeDefinition = {
  name: 'paywallThreshold',
  summary:
    'The start of the text that is only for subscribers. It occurs at most once, at the top level; `freeBlocks` counts the blocks before it.',
  isForComments: false,
  attributes: {},
  markdown: { write: () => '::paywall', directives: [{ name: 'paywall', isContainer: false }] },
  html: {},
};

/** Nothing: who may read on reads on. The page puts its offer where the text it was given ends. */
export const renderPaywallThreshold: RenderNode = () => [];
