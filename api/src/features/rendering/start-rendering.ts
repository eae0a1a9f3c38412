import type { Ground, Running } from '../../feature.ts';
import type {} from '../documents/text-surroundings.ts';
import { createDrawer } from './create-drawer.ts';
import { drawBodies, drawBodiesCron, drawBodiesTask } from './draw-bodies.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Has the texts rendered that nobody has rendered yet, such as those of the demo, by a job. */
      renderTexts: () => Promise<void>;
    }
  }
}

/** Starts the renderer and the job that renders what a save did not wait for. */
export function startRendering({ pools, jobs, log, signal }: Ground): Running {
  const drawer = createDrawer({
    log,
    // The text is stored by then.
    onLate: () =>
      void jobs
        .add(drawBodiesTask, {}, { key: drawBodiesTask, afterMs: 10_000 })
        .catch((error: unknown) => log.warn({ err: error }, 'drawing: no job')),
  });
  return {
    services: { drawer, renderTexts: () => jobs.add(drawBodiesTask, {}, { key: drawBodiesTask }) },
    tasks: () => ({
      async [drawBodiesTask]() {
        await drawBodies({ pool: pools.worker, drawer, log, signal });
      },
    }),
    ownRunners: [drawBodiesTask],
    cron: [drawBodiesCron],
    close: () => drawer.close(),
  };
}
