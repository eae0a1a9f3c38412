import { embedProviders } from '../../../../embeds.config.ts';
import type { Feature } from '../../feature.ts';
import { createEmbeds } from './create-embeds.ts';
import { EmbedsPlugin } from './embeds-plugin.ts';

/** Looking up what may be embedded in a text. */
export const embeds: Feature = {
  name: 'embeds',
  plugins: [EmbedsPlugin],
  startForQueries: ({ outbound, rateLimits, log }) => ({
    services: { embeds: createEmbeds({ providers: embedProviders, outbound, rateLimit: rateLimits.lookUp, log }) },
  }),
};
