import type { Ground, Running } from '../../feature.ts';
import { createNotificationQueue } from './queue-notifications.ts';
import { sendNotifications, sendNotificationsCron, sendNotificationsTask } from './send-notifications.ts';
import { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

/** Starts the job that sends notifications, the listener that runs it after a comment, and the page for unsubscribing. */
export function startNotifications({ env, pools, tags, jobs, log, signal }: Ground): Running {
  const pool = pools.worker;
  const tokens = createUnsubscribeTokens(env.secretKey);
  const queue = createNotificationQueue(() => jobs.add(sendNotificationsTask, {}, { key: sendNotificationsTask }), log);
  tags.onComment(queue.onComment);
  return {
    addRoutes: (app) => addUnsubscribeRoutes(app, { pool, tokens }),
    tasks: (deliver) => ({
      async [sendNotificationsTask]() {
        await sendNotifications({ pool, deliver, tokens, publicUrl: env.publicUrl, log, signal });
      },
    }),
    ownRunners: [sendNotificationsTask],
    cron: [sendNotificationsCron],
    close: () => queue.close(),
  };
}
