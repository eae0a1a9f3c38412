import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type CronItem,
  type Job,
  type JobHelpers,
  makeWorkerUtils,
  parseCronItems,
  type TaskList,
  type WorkerUtils,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import type { Metric } from '../../metrics/metric.ts';
import { type Trace, untraced } from '../../tracing.ts';
import { delayWarningSeconds } from '../jobs/job-delay.ts';
import { startJobProcess } from '../jobs/job-process.ts';
import { keepWorking } from '../jobs/keep-working.ts';
import { createJobCounts } from './job-counts.ts';
import { createDeliverOnce, noteSent } from './deliver-once.ts';
import { type Deliver, mailSchema, type SendMail } from '../../mail.ts';
import { createHandOver } from './hand-over.ts';
import type { Mailbox } from './mailbox.ts';
import { renderMail } from './render-mail.ts';
import { openSentJournal } from './sent-journal.ts';
import { emailSite } from './email-site.ts';
import { createWorkerLogger } from '../jobs/worker-logger.ts';

export type MailSettings = {
  /** A connection pool of newline_worker, which owns the schema graphile_worker. */
  readonly workerPool: Pool;
  /** Another pool of the same role, only for emails about accounts. */
  readonly mailPool: Pool;
  readonly authPool: Pool;
  readonly log: Log;
  readonly publicUrl: string;
  /** Where this process keeps its files. */
  readonly dataDir: string;
  /** Sender address of emails. */
  readonly from: string;
  /** `smtp://user:password@host:port`, or null. */
  readonly smtpUrl: string | null;
  /** Where emails go without an SMTP server; null in production, where they wait until there is one. */
  readonly mailbox: Mailbox | null;
  /** Tasks of other features in the same queue, by name. They may send emails directly. */
  readonly tasks?: (deliver: Deliver) => TaskList;
  /** Tasks that may take long or wait: each has its own runner, so that nothing waits for it. The others share one. */
  readonly ownRunners?: readonly string[];
  /** Called with the error of a failed task. */
  readonly onTaskError?: (error: unknown) => void;
  /** Records runs of jobs. By default nothing does. */
  readonly trace?: Trace;
  /** Schedules of the tasks. */
  readonly cron?: readonly CronItem[];
  /** How long a process must be gone before its jobs are released, in milliseconds. */
  readonly graceMs?: number;
};

/** The queue of emails in the database, and the worker that sends them from this process. */
export type MailJobs = {
  readonly send: SendMail;
  /** Adds another feature's job; of several jobs with the same key only the last one remains. */
  add(task: string, payload: unknown, options: { readonly key: string; readonly afterMs?: number }): Promise<void>;
  /** Returns how many seconds the oldest due job had waited at the last check. */
  delaySeconds(): number;
  /** The emails and the runs of jobs in this process. */
  readonly metrics: readonly Metric[];
  close(): Promise<void>;
};

/** Number of emails about accounts that are handed over concurrently. */
const mailsAtOnce = 5;
/** Number of tasks without their own runner that run concurrently. */
const shortAtOnce = 3;

/** How long a mail server may take after the end of an email (RFC 5321, 4.5.3.2.6): it may still accept one that we give up earlier. */
const replyTimeoutMs = 10 * 60_000;

const idSchema = z.object({ id: z.uuid() });

/**
 * Starts the runners of jobs and returns the queue.
 *
 * An email is a row before a worker looks for it, and is retried until it is delivered, so a crash loses none; none is sent twice (see
 * `createDeliverOnce`). Emails about accounts have their own runner and connections, so that nothing else delays them.
 */
export async function startMailJobs(settings: MailSettings): Promise<MailJobs> {
  const { workerPool, mailPool, authPool, log, publicUrl, graceMs } = settings;
  const utils: WorkerUtils = await makeWorkerUtils({ pgPool: workerPool });
  await utils.migrate();
  const journal = openSentJournal(join(settings.dataDir, 'mail-sent'));
  for (const mail of journal.list()) await noteSent(workerPool, journal, mail);
  const delay = watchDelay(log);
  const counts = createJobCounts();
  const jobs = await startJobProcess(workerPool, log, { ...(graceMs !== undefined && { graceMs }), onDelay: delay.note });
  const stopping = new AbortController();
  const deliver = createDeliverOnce({
    handOver: counts.countMails(createHandOver(settings, replyTimeoutMs)),
    pool: mailPool,
    processId: jobs.id,
    journal,
    host: new URL(publicUrl).hostname,
    log,
    signal: stopping.signal,
  });
  const otherTasks: TaskList = {
    ...settings.tasks?.(deliver),
    async tidy_sign_in() {
      await authPool.query('delete from auth.attempts where expire < $1', [Date.now()]);
      await authPool.query('delete from auth."session" where "expiresAt" < now()');
      await authPool.query('delete from auth."verification" where "expiresAt" < now()');
      await authPool.query(`delete from auth.used_links where used_at < now() - interval '1 day'`);
    },
  };
  const cron = [{ task: 'tidy_sign_in', match: '17 * * * *', identifier: 'tidy_sign_in' }, ...(settings.cron ?? [])];
  const ownRunners = (settings.ownRunners ?? []).filter((task) => otherTasks[task]);
  const start = (taskList: TaskList, concurrency: number, pgPool: Pool) =>
    keepWorking(
      {
        pgPool,
        concurrency,
        noHandleSignals: true,
        // Batched completion would end the process if the end of a job can't be written.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        parsedCronItems: parseCronItems(cron.filter(({ task }) => taskList[task])),
        logger: createWorkerLogger(log),
        taskList: reportRuns(taskList, { countRun: counts.countRun, onError: settings.onTaskError, trace: settings.trace ?? untraced }),
      },
      { jobs, log },
    );
  const work = await Promise.all([
    start(
      { send_mail: async (payload, { job }) => deliver(await renderMail(mailSchema.parse(payload), emailSite(publicUrl)), keyOf(job)) },
      mailsAtOnce,
      mailPool,
    ),
    ...ownRunners.map((task) =>
      start(
        pick(otherTasks, (name) => name === task),
        1,
        workerPool,
      ),
    ),
    start(
      pick(otherTasks, (name) => !ownRunners.includes(name)),
      shortAtOnce,
      workerPool,
    ),
  ]);
  return {
    async send(mail) {
      await utils.addJob('send_mail', { ...mail, id: randomUUID() }, { maxAttempts: 12 });
    },
    async add(task, payload, { key, afterMs = 0 }) {
      await utils.addJob(task, payload, { jobKey: key, ...(afterMs > 0 && { runAt: new Date(Date.now() + afterMs) }) });
    },
    delaySeconds: delay.seconds,
    metrics: counts.metrics,
    async close() {
      stopping.abort();
      await Promise.all(work.map((each) => each.stop()));
      await jobs.close();
      await utils.release();
    },
  };
}

/** Returns the key of an email, the same for every try. Emails of earlier releases have no id of their own. */
function keyOf(job: Job): string {
  const { data } = idSchema.safeParse(job.payload);
  return data ? `mail-${data.id}` : `job-${job.id}-${job.created_at.getTime()}`;
}

function pick(tasks: TaskList, isIncluded: (name: string) => boolean): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => isIncluded(name)));
}

/** Tracks the age of the oldest due job, and warns when it becomes too old. */
function watchDelay(log: Log): { note(seconds: number): void; seconds(): number } {
  let lastSeconds = 0;
  let hasWarned = false;
  return {
    note(seconds) {
      lastSeconds = seconds;
      const isLate = seconds >= delayWarningSeconds;
      if (isLate && !hasWarned) log.warn({ seconds }, 'jobs: the oldest due job has waited too long; see Jobs in administration');
      hasWarned = isLate;
    },
    seconds: () => lastSeconds,
  };
}

/** Wraps tasks so that runs are counted and traced, and errors are reported before a task is retried. */
function reportRuns(
  tasks: TaskList,
  {
    countRun,
    onError = () => undefined,
    trace,
  }: {
    readonly countRun: (task: string, result: 'done' | 'failed') => void;
    readonly onError?: ((error: unknown) => void) | undefined;
    readonly trace: Trace;
  },
): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          const result = await trace('job', name, async () => task?.(payload, helpers));
          countRun(name, 'done');
          return result;
        } catch (error) {
          countRun(name, 'failed');
          onError(error);
          throw error;
        }
      },
    ]),
  );
}
