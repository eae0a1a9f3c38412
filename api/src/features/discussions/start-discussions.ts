import type { Ground, Running } from '../../feature.ts';
import { addEventRoutes } from './event-routes.ts';
import type { EventStreams } from './event-streams.ts';

/** Starts the event stream that open pages listen to, and the job that deletes old events. */
export function startDiscussions({ pools, rateLimits, tags, viewers }: Ground): Running {
  let streams: EventStreams | null = null;
  return {
    services: { commentRateLimit: rateLimits.comments },
    addRoutes(app) {
      streams = addEventRoutes(app, { pool: pools.app, viewerOf: viewers.viewerOf, listening: tags });
    },
    metrics: [
      {
        name: 'newline_event_streams',
        help: 'Open event streams, which bring new comments to open pages.',
        type: 'gauge',
        read: () => streams?.size() ?? 0,
      },
    ],
    tasks: () => ({
      async forget_comment_events() {
        await pools.worker.query('select app_private.forget_comment_events()');
      },
    }),
    cron: [{ task: 'forget_comment_events', match: '*/10 * * * *', identifier: 'forget_comment_events' }],
  };
}
