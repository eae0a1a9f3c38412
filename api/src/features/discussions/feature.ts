import type { Feature } from '../../feature.ts';
import { DiscussionsPlugin } from './discussions-plugin.ts';

/** Comments, and the stream that notifies open pages of new ones. */
export const discussions: Feature = {
  name: 'discussions',
  plugins: [DiscussionsPlugin],
  start: async (ground) => (await import('./start-discussions.ts')).startDiscussions(ground),
};
