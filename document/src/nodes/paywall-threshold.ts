import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** The text of the marker in the editor. */
export const paywallMessage = 'Paywall starts here. Free users will be able to read up to this point. Premium users will have full access.';

/** The position from which a text is only for subscribers. */
export const paywallThreshold: NodeDefinition = {
  name: 'paywallThreshold',
  isForComments: false,
  attributes: {},
  markdown: { write: () => '::paywall', directives: [{ name: 'paywall', isContainer: false }] },
  html: {},
};

/** Renders nothing. Subscribers read on, and for others the page shows its offer where the text ends. */
export const renderPaywallThreshold: RenderNode = () => [];
