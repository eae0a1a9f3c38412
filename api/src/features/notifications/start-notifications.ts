import type { Ground, Running } from '../../feature.ts';
import { createNoticeQueue } from './queue-notices.ts';
import { sendNotices, sendNoticesCron, sendNoticesTask } from './send-notices.ts';
import { addUnsubscribeRoutes } from './unsubscribe-routes.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

/** Starts the job that sends notifications, what wakes it when somebody comments, and the page on which they are ended. */
export function startNotifications({ env, pools, siteName, tags, jobs, log, signal }: Ground): Running {
  const pool = pools.worker;
  const tokens = createUnsubscribeTokens(env.secretKey);
  const queue = createNoticeQueue(() => jobs.add(sendNoticesTask, {}, { key: sendNoticesTask }), log);
  tags.onComment(queue.onComment);
  return {
    addRoutes: (app) => addUnsubscribeRoutes(app, { pool, tokens }),
    tasks: (deliver) => ({
      async [sendNoticesTask]() {
        await sendNotices({ pool, deliver, tokens, siteName, publicUrl: env.publicUrl, log, signal });
      },
    }),
    ownRunners: [sendNoticesTask],
    cron: [sendNoticesCron],
    close: () => queue.close(),
  };
}
