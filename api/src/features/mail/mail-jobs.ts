import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type CronItem,
  type Job,
  type JobHelpers,
  Logger,
  makeWorkerUtils,
  parseCronItems,
  type TaskList,
  type WorkerUtils,
} from 'graphile-worker';
import { createTransport } from 'nodemailer';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { delayWarningSeconds } from '../jobs/job-delay.ts';
import { startJobProcess } from '../jobs/job-process.ts';
import { keepWorking } from '../jobs/keep-working.ts';
import { createDeliverOnce, noteSent } from './deliver-once.ts';
import { type Deliver, mailSchema, type RenderedMail, type SendMail } from '../../mail.ts';
import type { Mailbox } from './mailbox.ts';
import { renderMail } from './render-mail.ts';
import { openSentJournal } from './sent-journal.ts';
import { emailSite } from './email-site.ts';

/** What sending mail needs to know. */
export type MailSettings = {
  /** A pool of the login newline_worker, which owns the schema graphile_worker. */
  readonly workerPool: Pool;
  /** Another of the same login, for the mails about accounts alone. */
  readonly mailPool: Pool;
  readonly authPool: Pool;
  readonly log: Log;
  readonly publicUrl: string;
  /** Where this process keeps its files. */
  readonly dataDir: string;
  /** The address mails come from. */
  readonly from: string;
  /** `smtp://user:password@host:port`, or null. */
  readonly smtpUrl: string | null;
  /** Where mails go without an SMTP server; null in production, where a mail then waits until there is one. */
  readonly mailbox: Mailbox | null;
  /** What other features do in the same queue, by the name of the task. They may send mails at once. */
  readonly tasks?: (deliver: Deliver) => TaskList;
  /** The tasks that may take long, or wait for others: each has a runner of its own, so that nothing waits for it. The rest share one. */
  readonly ownRunners?: readonly string[];
  /** Called with what a task failed with. */
  readonly onTaskError?: (error: unknown) => void;
  /** When they do it by themselves. */
  readonly cron?: readonly CronItem[];
  /** How long a process must have been gone before its jobs are released, in milliseconds. */
  readonly graceMs?: number;
};

/** Mails as jobs in the database, and the worker that sends them from this process. */
export type MailJobs = {
  readonly send: SendMail;
  /** Adds another feature's job; of those with one key only the last stays. */
  add(task: string, payload: unknown, options: { readonly key: string; readonly afterMs?: number }): Promise<void>;
  /** For how many seconds the oldest job that is due had waited at the last look. */
  delaySeconds(): number;
  close(): Promise<void>;
};

/** How many mails about accounts are handed over at the same time. */
const mailsAtOnce = 5;
/** How many of the tasks without a runner of their own run at the same time. */
const shortAtOnce = 3;

/** How long a mail server may take after the end of a mail (RFC 5321, 4.5.3.2.6): a mail that is given up sooner may be accepted all the same. */
const replyTimeoutMs = 10 * 60_000;

const idSchema = z.object({ id: z.uuid() });

/**
 * Starts the runners of jobs and returns what adds mails to the queue.
 *
 * A mail is a row before anybody is told to look for it, and it is tried again until it is delivered, so a crash loses none; none is sent
 * twice (see `createDeliverOnce`). Mails about accounts have a runner with connections of its own: nothing else keeps them waiting.
 */
export async function startMailJobs(settings: MailSettings): Promise<MailJobs> {
  const { workerPool, mailPool, authPool, log, publicUrl, graceMs } = settings;
  const utils: WorkerUtils = await makeWorkerUtils({ pgPool: workerPool });
  await utils.migrate();
  const journal = openSentJournal(join(settings.dataDir, 'mail-sent'));
  for (const mail of journal.list()) await noteSent(workerPool, journal, mail);
  const delay = watchDelay(log);
  const jobs = await startJobProcess(workerPool, log, { ...(graceMs !== undefined && { graceMs }), onDelay: delay.note });
  const stopping = new AbortController();
  const deliver = createDeliverOnce({
    handOver: createHandOver(settings),
    pool: mailPool,
    processId: jobs.id,
    journal,
    host: new URL(publicUrl).hostname,
    log,
    signal: stopping.signal,
  });
  const others: TaskList = {
    ...settings.tasks?.(deliver),
    async tidy_sign_in() {
      await authPool.query('delete from auth.attempts where expire < $1', [Date.now()]);
      await authPool.query('delete from auth."session" where "expiresAt" < now()');
      await authPool.query('delete from auth."verification" where "expiresAt" < now()');
      await authPool.query(`delete from auth.used_links where used_at < now() - interval '1 day'`);
    },
  };
  const cron = [{ task: 'tidy_sign_in', match: '17 * * * *', identifier: 'tidy_sign_in' }, ...(settings.cron ?? [])];
  const ownRunners = (settings.ownRunners ?? []).filter((task) => others[task]);
  const start = (taskList: TaskList, concurrency: number, pgPool: Pool) =>
    keepWorking(
      {
        pgPool,
        concurrency,
        noHandleSignals: true,
        // Without a batch a job whose end cannot be written would end the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        parsedCronItems: parseCronItems(cron.filter(({ task }) => taskList[task])),
        logger: quietLogger(log),
        taskList: watched(taskList, settings.onTaskError),
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
        pick(others, (name) => name === task),
        1,
        workerPool,
      ),
    ),
    start(
      pick(others, (name) => !ownRunners.includes(name)),
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
    async close() {
      stopping.abort();
      await Promise.all(work.map((each) => each.stop()));
      await jobs.close();
      await utils.release();
    },
  };
}

/** The key of a mail: the same at every try. Mails of earlier releases have no id of their own. */
function keyOf(job: Job): string {
  const { data } = idSchema.safeParse(job.payload);
  return data ? `mail-${data.id}` : `job-${job.id}-${job.created_at.getTime()}`;
}

function pick(tasks: TaskList, isWanted: (name: string) => boolean): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => isWanted(name)));
}

/** Keeps the age of the oldest job that is due, and warns when it becomes too old. */
function watchDelay(log: Log): { note(seconds: number): void; seconds(): number } {
  let last = 0;
  let isWarned = false;
  return {
    note(seconds) {
      last = seconds;
      const isLate = seconds >= delayWarningSeconds;
      if (isLate && !isWarned) log.warn({ seconds }, 'jobs: the oldest one that is due has waited too long; see Jobs in administration');
      isWarned = isLate;
    },
    seconds: () => last,
  };
}

function createHandOver(settings: MailSettings): (mail: RenderedMail & { readonly messageId: string }) => Promise<void> {
  const { from, smtpUrl, mailbox, log } = settings;
  if (smtpUrl !== null) {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: replyTimeoutMs });
    return async (mail) => {
      await transport.sendMail({ from, ...mail });
    };
  }
  if (mailbox === null) {
    return () => Promise.reject(new Error('SMTP_URL is not set: the mail waits in the queue. Set it and start again.'));
  }
  return async (mail) => {
    await mailbox.deliver(mail, from);
    log.info({ to: mail.to, subject: mail.subject }, `mail: read it at ${settings.publicUrl}/dev/mailbox`);
  };
}

function quietLogger(log: Log) {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(`worker: ${message}`);
    else if (level === 'warning') log.warn(`worker: ${message}`);
  });
}

/** The tasks, with what each failed with told before it is tried again. */
function watched(tasks: TaskList, onError: (error: unknown) => void = () => undefined): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        try {
          return await task?.(payload, helpers);
        } catch (error) {
          onError(error);
          throw error;
        }
      },
    ]),
  );
}
