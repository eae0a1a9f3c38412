import type { Ground, Running } from '../../feature.ts';
import type {} from '../documents/text-surroundings.ts';
import { cachedReading } from '../../metrics/cached-reading.ts';
import { readForMetrics } from '../../metrics/database-metrics.ts';
import { createRenderer, rendererVersion } from './create-renderer.ts';
import { renderBodies, renderBodiesCron, renderBodiesTask } from './render-bodies.ts';

declare global {
  namespace Newline {
    interface Services {
      /** Queues the job that renders texts without renderings, such as those of the demo. */
      renderTexts: () => Promise<void>;
    }
  }
}

/** The most texts that the metric of the queue counts: the database reads each of them. */
const mostCounted = 100;
const queueRestMs = 60_000;

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
  const queue = cachedReading(
    () =>
      readForMetrics<{ texts: number }>(pools.worker, 'select count(*)::int as texts from app_private.undrawn_bodies($1, $2)', [
        rendererVersion,
        mostCounted,
      ]),
    queueRestMs,
  );
  return {
    services: { renderer, renderTexts: () => jobs.add(renderBodiesTask, {}, { key: renderBodiesTask }) },
    tasks: () => ({
      async [renderBodiesTask]() {
        await renderBodies({ pool: pools.worker, renderer, log, signal });
      },
    }),
    metrics: [
      {
        name: 'newline_rendering_queue',
        help: `Texts whose code, formulas and diagrams have yet to be rendered. ${mostCounted} means ${mostCounted} or more.`,
        type: 'gauge',
        read: async () => (await queue())[0]?.texts ?? 0,
      },
    ],
    ownRunners: [renderBodiesTask],
    cron: [renderBodiesCron],
    close: () => renderer.close(),
  };
}
