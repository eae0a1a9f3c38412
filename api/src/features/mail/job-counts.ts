import type { Metric } from '../../metrics/metric.ts';
import type { HandOver } from './hand-over.ts';

/** Counts emails and runs of jobs, for the metrics. */
export type JobCounts = {
  /** Wraps the function that hands emails over. */
  countMails(handOver: HandOver): HandOver;
  countRun(task: string, result: 'done' | 'failed'): void;
  readonly metrics: readonly Metric[];
};

/** Creates the counts of this process, which start at 0. */
export function createJobCounts(): JobCounts {
  const mails = { sent: 0, failed: 0 };
  const runs = new Map<string, { done: number; failed: number }>();
  return {
    countMails: (handOver) => async (mail) => {
      try {
        await handOver(mail);
        mails.sent += 1;
      } catch (error) {
        mails.failed += 1;
        throw error;
      }
    },
    countRun(task, result) {
      const count = runs.get(task) ?? { done: 0, failed: 0 };
      count[result] += 1;
      runs.set(task, count);
    },
    metrics: [
      {
        name: 'newline_mails_total',
        help: 'Emails that the mail server accepted (sent), and tries that failed.',
        type: 'counter',
        labels: ['result'],
        read: () => Object.entries(mails).map(([result, value]) => ({ labels: { result }, value })),
      },
      {
        name: 'newline_job_runs_total',
        help: 'Runs of jobs in this process, by task and result. A failed run is tried again later.',
        type: 'counter',
        labels: ['task', 'result'],
        read: () =>
          [...runs].flatMap(([task, count]) => Object.entries(count).map(([result, value]) => ({ labels: { task, result }, value }))),
      },
    ],
  };
}
