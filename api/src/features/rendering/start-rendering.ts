import type { Ground, Running } from '../../feature.ts';
import type {} from '../documents/text-surroundings.ts';
import { createRenderer } from './create-renderer.ts';
import { renderBodies, renderBodiesCron, renderBodiesTask } from './render-bodies.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Queues the job that renders texts without renderings, such as those of the demo. */
      renderTexts: () => Promise<void>;
    }
  }
}

/** Starts the renderer, and the job that renders texts that weren't rendered when they were saved. */
export function startRendering({ pools, jobs, log, signal }: Ground): Running {
  const renderer = createRenderer({
    log,
    // The text is stored by then.
    onLate: () =>
      void jobs
        .add(renderBodiesTask, {}, { key: renderBodiesTask, afterMs: 10_000 })
        .catch((error: unknown) => log.warn({ err: error }, 'rendering: no job')),
  });
  return {
    services: { renderer, renderTexts: () => jobs.add(renderBodiesTask, {}, { key: renderBodiesTask }) },
    tasks: () => ({
      async [renderBodiesTask]() {
        await renderBodies({ pool: pools.worker, renderer, log, signal });
      },
    }),
    ownRunners: [renderBodiesTask],
    cron: [renderBodiesCron],
    close: () => renderer.close(),
  };
}
