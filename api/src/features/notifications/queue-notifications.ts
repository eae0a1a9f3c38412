import type { Log } from '../../log.ts';
import { sendNotificationsTask } from './send-notifications.ts';

/** Creates the queue that schedules the notification job when a comment may cause notifications; comments within a second share one job. */
export function createNotificationQueue(addJob: () => Promise<unknown>, log: Log) {
  let waiting: NodeJS.Timeout | null = null;
  return {
    /** @param event the listener's payload: JSON, or null if events were missed, which the job's own schedule makes up for */
    onComment(event: string | null): void {
      if (event === null || waiting !== null || event.includes('"reacted"')) return;
      waiting = setTimeout(() => {
        waiting = null;
        addJob().catch((error: unknown) => log.warn({ err: error, task: sendNotificationsTask }, 'notifications: could not queue the job'));
      }, 1000).unref();
    },
    close(): void {
      if (waiting) clearTimeout(waiting);
    },
  };
}
