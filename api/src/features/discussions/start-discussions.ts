import type { Ground, Running } from '../../feature.ts';
import { addEventRoutes } from './event-routes.ts';

/** Starts the stream of events that open pages listen to, and the job that forgets old ones. */
export function startDiscussions({ pools, rateLimits, tags, viewers }: Ground): Running {
  return {
    services: { commentRateLimit: rateLimits.comments },
    addRoutes(app) {
      addEventRoutes(app, { pool: pools.app, viewerOf: viewers.viewerOf, listening: tags });
    },
    tasks: () => ({
      async forget_comment_events() {
        await pools.worker.query('select app_private.forget_comment_events()');
      },
    }),
    cron: [{ task: 'forget_comment_events', match: '*/10 * * * *', identifier: 'forget_comment_events' }],
  };
}
