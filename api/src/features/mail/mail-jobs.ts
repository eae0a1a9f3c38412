import { type CronItem, Logger, makeWorkerUtils, parseCronItems, type TaskList, type WorkerUtils } from 'graphile-worker';
import { createTransport } from 'nodemailer';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import { keepWorking } from './keep-working.ts';
import { type Deliver, mailSchema, type SendMail } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import { renderMail } from './render-mail.ts';

/** What sending mail needs to know. */
export type MailSettings = {
  /** A pool of the login newline_worker, which owns the schema graphile_worker. */
  readonly workerPool: Pool;
  readonly authPool: Pool;
  readonly log: Log;
  readonly publicUrl: string;
  readonly siteName: string;
  /** The address mails come from. */
  readonly from: string;
  /** `smtp://user:password@host:port`, or null. */
  readonly smtpUrl: string | null;
  /** Where mails go without an SMTP server; null in production, where a mail then waits until there is one. */
  readonly mailbox: Mailbox | null;
  /** What other features do in the same queue, by the name of the task. They may send mails at once. */
  readonly tasks?: (deliver: Deliver) => TaskList;
  /** When they do it by themselves. */
  readonly cron?: readonly CronItem[];
};

/** Mails as jobs in the database, and the worker that sends them from this process. */
export type MailJobs = {
  readonly send: SendMail;
  /** Adds another feature's job; of those with one key only the last stays. */
  add(task: string, payload: unknown, options: { readonly key: string; readonly afterMs?: number }): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the worker and returns what adds mails to its queue.
 *
 * A mail is a row before anybody is told to look for it, and the worker tries again until it is delivered, so a crash
 * loses none.
 */
export async function startMailJobs(settings: MailSettings): Promise<MailJobs> {
  const deliver = withNote(createDelivery(settings), settings);
  const utils: WorkerUtils = await makeWorkerUtils({ pgPool: settings.workerPool });
  await utils.migrate();
  const work = await keepWorking(
    {
      pgPool: settings.workerPool,
      // One may be busy with a video for an hour.
      concurrency: 3,
      noHandleSignals: true,
      // Only a batch tries again to say how a job ended when the database has gone meanwhile; without one the failure would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      parsedCronItems: parseCronItems([
        { task: 'tidy_sign_in', match: '17 * * * *', identifier: 'tidy_sign_in' },
        ...(settings.cron ?? []),
      ]),
      logger: quietLogger(settings.log),
      taskList: {
        ...settings.tasks?.(deliver),
        async send_mail(payload) {
          await deliver(await renderMail(mailSchema.parse(payload), settings));
        },
        async tidy_sign_in() {
          await settings.authPool.query('delete from auth.attempts where expire < $1', [Date.now()]);
          await settings.authPool.query('delete from auth."session" where "expiresAt" < now()');
          await settings.authPool.query('delete from auth."verification" where "expiresAt" < now()');
        },
      },
    },
    settings.log,
  );
  return {
    async send(mail) {
      await utils.addJob('send_mail', mail, { maxAttempts: 12 });
    },
    async add(task, payload, { key, afterMs = 0 }) {
      await utils.addJob(task, payload, { jobKey: key, ...(afterMs > 0 && { runAt: new Date(Date.now() + afterMs) }) });
    },
    async close() {
      await work.stop();
      await utils.release();
    },
  };
}

/** Mails that were handed over are listed for staff, without their words. */
function withNote(deliver: Deliver, { workerPool, log }: MailSettings): Deliver {
  return async (mail) => {
    await deliver(mail);
    // It is sent: a note that fails must not send it again.
    await workerPool
      .query('select app_private.note_mail($1, $2)', [mail.to, mail.subject])
      .catch((error: unknown) => log.warn({ err: error }, 'mail: it was sent, and could not be noted'));
  };
}

function createDelivery(settings: MailSettings): Deliver {
  const { from, smtpUrl, mailbox, log } = settings;
  if (smtpUrl !== null) {
    const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
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
