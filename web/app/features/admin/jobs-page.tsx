import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { FilterForm } from './filter-form.tsx';
import { Instant } from './instant.tsx';
import { type JobRow, type MailRow, RemoveJobDocument, RetryJobDocument } from './administration-documents.ts';
import { sentenceOfJob } from './job-words.ts';
import { OlderLink } from './older-link.tsx';
import { useActions } from './use-actions.ts';

type Props = { jobs: readonly JobRow[]; delaySeconds: number; mails: readonly MailRow[]; last: string | null; address: string | null };

/** The same as in the doctor and the log. */
const warningSeconds = 300;
const minutes = new Intl.NumberFormat('en', { style: 'unit', unit: 'minute', unitDisplay: 'long' });
const seconds = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', unitDisplay: 'long' });

/** Background jobs that failed or wait, and the emails that were sent. */
export function JobsPage({ jobs, delaySeconds, mails, last, address }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <>
      <h1>Jobs and email</h1>
      <p className={`lead ${styles['lead']}`}>
        Failed jobs are retried automatically with increasing delays. Here you can retry or remove them.
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <h2>Waiting</h2>
      {delaySeconds >= warningSeconds ? (
        <ErrorNote>
          The oldest due job has been waiting for {minutes.format(Math.floor(delaySeconds / 60))}. Check the site’s log and the mail server.
        </ErrorNote>
      ) : (
        jobs.length > 0 && <p className="meta">The oldest due job has been waiting for {seconds.format(delaySeconds)}.</p>
      )}
      {jobs.length === 0 ? (
        <EmptyState level={3} title="No jobs waiting">
          All jobs are done.
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label="Jobs">
          {jobs.map((job) => (
            <li key={job.id}>
              <p className={styles['head']}>
                <b>{job.task}</b>
                {job.address !== null && <span>to {job.address}</span>}
                {job.isRunning && <Badge>Running</Badge>}
                {job.hasFailed && <Badge look="line">{job.attempts >= job.maxAttempts ? 'Failed' : 'Retrying'}</Badge>}
              </p>
              {sentenceOfJob(job.task) !== null && <p className={styles['words']}>{sentenceOfJob(job.task)}</p>}
              {job.lastError !== null && <p className={styles['fault']}>{job.lastError}</p>}
              <p className={styles['facts']}>
                <span>
                  tried {job.attempts} of {job.maxAttempts} times
                </span>
                <span>
                  due <Instant of={job.runAt} />
                </span>
              </p>
              <div className={styles['acts']}>
                <Button
                  size="small"
                  variant="line"
                  aria-label={`Retry now: job ${job.id}`}
                  isBusy={busy === job.id}
                  onClick={() => void perform(job.id, () => requestDocument(RetryJobDocument, { id: job.id }), 'Retrying now.')}
                >
                  Retry now
                </Button>
                <ConfirmButton
                  action="Remove job"
                  object={`${job.id}, ${job.task}${job.address === null ? '' : ` to ${job.address}`}`}
                  consequence={`${sentenceOfJob(job.task) ?? 'It belongs to another release of this site.'} This run won’t happen. You can’t undo this.`}
                  variant="danger"
                  onConfirm={() => perform(job.id, () => requestDocument(RemoveJobDocument, { id: job.id }), 'Removed.')}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <h2>Sent email</h2>
      <p className="meta">From the last 30 days. Contents are hidden because they include sign-in links.</p>
      <FilterForm label="Emails" applied={address}>
        <label className={styles['wide']}>
          Email address
          <input dir="auto" className={inputClass} type="search" name="address" defaultValue={address ?? ''} />
        </label>
      </FilterForm>
      {mails.length === 0 ? (
        <EmptyState level={3} title="No results found">
          No email sent yet.
        </EmptyState>
      ) : (
        <ul className={styles['list']} aria-label="Emails">
          {mails.map((mail) => (
            <li key={mail.id}>
              <p className={styles['head']}>
                <b>{mail.subject}</b>
              </p>
              <p className={styles['facts']}>
                <span>{mail.address}</span>
                <Instant of={mail.sentAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <OlderLink last={last} />
    </>
  );
}
