import { createPool } from '@newline/db/create-pool';
import type { Connection } from '@newline/db/connections';
import { createLog } from '@newline/api/log';
import { startMailJobs } from '@newline/api/features/mail/mail-jobs';

/** Start options of the program below, as JSON. */
export type JobsProcessOptions = {
  readonly worker: Connection;
  readonly auth: Connection;
  readonly dataDir: string;
  readonly smtpUrl: string;
  readonly graceMs: number;
};

/** Messages of the program. */
export type JobsProcessMessage = { readonly is: 'ready' } | { readonly is: 'acknowledged'; readonly to: string };

// A process that only sends the site's emails.
if (import.meta.main) {
  const { worker, auth, dataDir, smtpUrl, graceMs } = JSON.parse(process.argv[2] ?? '{}') as JobsProcessOptions;
  const say = (message: JobsProcessMessage) => process.send?.(message);
  const jobs = await startMailJobs({
    workerPool: createPool(worker, { max: 8 }),
    mailPool: createPool(worker, { max: 6 }),
    authPool: createPool(auth, { max: 1 }),
    log: createLog('warn', process.stderr),
    publicUrl: 'http://localhost:3000',
    dataDir,
    from: 'newline <no-reply@localhost>',
    smtpUrl,
    mailbox: null,
    graceMs,
  });
  process.on('message', (to: string) => {
    void jobs.send({ kind: 'sign-in-link', to, url: 'http://localhost:3000/' }).then(
      () => say({ is: 'acknowledged', to }),
      (error: unknown) => console.error(error),
    );
  });
  process.once('disconnect', () => process.exit(0));
  say({ is: 'ready' });
}
