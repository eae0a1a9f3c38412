import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Icon } from '@newline/ui/components/icon';
import { ReturnMark } from '@newline/ui/components/return-mark';
import { Minus } from 'lucide';
import { useState } from 'react';
import { Link } from '../../shared/link.tsx';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { type CheckoutMode, DismissSetupDocument, SendTestMailDocument, type SetupState } from './setup-documents.ts';
import { setupTasks } from './setup-tasks.ts';
import { useActions } from './use-actions.ts';

/** The checklist for a new site: finished tasks and the next ones. Shown until an administrator hides it. */
export function SetupChecklist({ state, mode }: { state: SetupState; mode: CheckoutMode }) {
  const { busy, failure, perform } = useActions();
  const [mail, setMail] = useState<{ to: string; failure: string | null } | null>(null);
  const tasks = setupTasks(state, mode);
  const doneCount = tasks.filter(({ isDone }) => isDone).length;
  const dismiss = (isDismissed: boolean) =>
    void perform(
      'dismiss',
      () => requestDocument(DismissSetupDocument, { isDismissed }),
      isDismissed ? 'Checklist hidden.' : 'Checklist shown.',
    );
  const sendMail = () => {
    setMail(null);
    void perform(
      'mail',
      async () => setMail(expectValue((await requestDocument(SendTestMailDocument, {})).sendTestMail)),
      'Test finished.',
    );
  };
  if (state.dismissedAt !== null) {
    if (doneCount === tasks.length) return null;
    return (
      <p className={styles['more']}>
        <Button variant="bare" size="small" isBusy={busy === 'dismiss'} onClick={() => dismiss(false)}>
          Show the checklist for a new site
        </Button>
      </p>
    );
  }
  return (
    <section className={styles['setup']} aria-labelledby="setup-title">
      <h2 id="setup-title">Set up your site</h2>
      <p className="meta">{doneCount === tasks.length ? 'Everything is done.' : `${doneCount} of ${tasks.length} done.`}</p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      <ol>
        {tasks.map(({ id, label, isDone, note, path }) => (
          <li key={id}>
            {isDone ? <ReturnMark /> : <Icon of={Minus} small />}
            <div>
              <p>
                <span className="sr">{isDone ? 'Done: ' : 'To do: '}</span>
                {path === null ? (
                  <b>{label}</b>
                ) : (
                  <Link className="link" to={path}>
                    {label}
                  </Link>
                )}
              </p>
              <p className={styles['words']}>
                {note}
                {id === 'backup' && state.backedUpAt !== null && (
                  <span>
                    {' '}
                    Last time: <Instant of={state.backedUpAt} />
                  </span>
                )}
              </p>
              {id === 'mail' && (
                <>
                  {mail !== null &&
                    (mail.failure === null ? (
                      <DoneNote>The mail server accepted an email to {mail.to}. Check that it arrived.</DoneNote>
                    ) : (
                      <ErrorNote>
                        The email to {mail.to} wasn’t sent: {mail.failure}
                      </ErrorNote>
                    ))}
                  <Button variant="line" size="small" isBusy={busy === 'mail'} onClick={sendMail}>
                    {busy === 'mail' ? 'Sending…' : 'Send a test email'}
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p>
        <Button variant="bare" size="small" isBusy={busy === 'dismiss'} onClick={() => dismiss(true)}>
          Hide the checklist
        </Button>
      </p>
    </section>
  );
}
