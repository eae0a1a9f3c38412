import type { Feature } from '../../feature.ts';
import { AnnotationsPlugin } from './annotations-plugin.ts';
import { moveAnchorsCron, moveAnchorsTask, moveLeftAnchors } from './move-anchors.ts';

/** Annotations: positions of discussions in a text, and how they follow its changes. */
export const annotations: Feature = {
  name: 'annotations',
  plugins: [AnnotationsPlugin],
  start: ({ pools, log }) => ({
    tasks: () => ({
      async [moveAnchorsTask]() {
        await moveLeftAnchors({ pool: pools.worker, log });
      },
    }),
    cron: [moveAnchorsCron],
  }),
};
