import type { Log } from '../../log.ts';
import { sendNotificationsTask } from './send-notifications.ts';

/** Queues the job that sends notifications when a comment may be a reason to; comments within a second are one job. */
export function createNotificationQueue(addJob: () => Promise<unknown>, log: Log) {
  let waiting: NodeJS.Timeout | null = null;
  return {
    /** @param event as the listener gets it: JSON, or null when something was missed, which the job's own schedule makes up for */
    onComment(event: string | null): void {
      if (event === null || waiting !== null || event.includes('"reacted"')) return;
      waiting = setTimeout(() => {
        waiting = null;
        addJob().catch((error: unknown) => log.warn({ err: error, task: sendNotificationsTask }, 'notifications: no job'));
      }, 1000).unref();
    },
    close(): void {
      if (waiting) clearTimeout(waiting);
    },
  };
}
