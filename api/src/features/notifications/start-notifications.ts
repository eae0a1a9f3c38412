import type { Ground, Running } from '../../feature.ts';
import { createNotificationQueue } from './queue-notifications.ts';
import { sendNotifications, sendNotificationsCron, sendNotificationsTask } from './send-notifications.ts';
import { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

/** Starts the job that sends notifications, what wakes it when somebody comments, and the page on which they are ended. */
export function startNotifications({ env, pools, siteName, tags, jobs, log, signal }: Ground): Running {
  const pool = pools.worker;
  const tokens = createUnsubscribeTokens(env.secretKey);
  const queue = createNotificationQueue(() => jobs.add(sendNotificationsTask, {}, { key: sendNotificationsTask }), log);
  tags.onComment(queue.onComment);
  return {
    addRoutes: (app) => addUnsubscribeRoutes(app, { pool, tokens }),
    tasks: (deliver) => ({
      async [sendNotificationsTask]() {
        await sendNotifications({ pool, deliver, tokens, siteName, publicUrl: env.publicUrl, log, signal });
      },
    }),
    ownRunners: [sendNotificationsTask],
    cron: [sendNotificationsCron],
    close: () => queue.close(),
  };
}
