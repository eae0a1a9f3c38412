import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Link } from '../../shared/link.tsx';
import { ArrangeImport } from './arrange-import.tsx';
import type { OwnItem } from './import-export-documents.ts';
import type { ImportState } from './import-state.ts';
import { ReportView } from './report-view.tsx';
import styles from './studio-import-export.module.css';
import { UploadForm } from './upload-form.tsx';
import { isUnderWay, useImport } from './use-import.ts';

type Props = { items: readonly OwnItem[]; isAuthor: boolean };

/** Imports an archive: uploads it, shows what it would create, and how far the import is. The page can be closed meanwhile. */
export function ImportPart({ items, isAuthor }: Props) {
  const { current, isSending, sentPart, error, setError, upload, start, discard } = useImport();
  const isWaiting = current !== null && isUnderWay(current);
  return (
    <section aria-labelledby="bring-in" className={styles['import']}>
      <h2 id="bring-in">Import</h2>
      {current === null || current.state === 'done' ? (
        <UploadForm items={items} isAuthor={isAuthor} sentPart={sentPart} onUpload={upload} onError={setError} />
      ) : (
        <p className={styles['archive']}>
          <b dir="auto">{current.name}</b>
          <Button variant="line" size="small" disabled={isSending || current.state === 'running'} onClick={() => void discard()}>
            Choose another archive
          </Button>
        </p>
      )}
      {error !== null && <ErrorNote>{error}</ErrorNote>}
      {isWaiting && <Progress current={current} />}
      {current?.state === 'failed' && (
        <div className={styles['failure']}>
          <ErrorNote>{current.reason ?? ''}</ErrorNote>
          <Button
            variant="line"
            size="small"
            isBusy={isSending}
            onClick={() =>
              void start({
                id: current.id,
                action: current.action,
                into: current.into,
                isDeleting: current.choice?.isDeleting ?? false,
                outline: current.choice?.outline ?? null,
              })
            }
          >
            Try again
          </Button>
        </div>
      )}
      {current !== null && current.report !== null && (current.state === 'ready' || current.state === 'failed') && (
        <ArrangeImport
          // A new preview is arranged again.
          key={`${current.id} ${current.into} ${current.state}`}
          current={current}
          report={current.report}
          items={items}
          isAuthor={isAuthor}
          isSending={isSending}
          onStart={start}
        />
      )}
      {current?.state === 'done' && current.report !== null && (
        <div className={styles['report']}>
          <DoneNote>
            {current.report.isNew ? 'Created' : 'Updated'}{' '}
            <Link className="link" to={current.permalink ?? '/studio'} dir="auto">
              {current.report.title}
            </Link>
            .
          </DoneNote>
          <ReportView report={current.report} />
        </div>
      )}
    </section>
  );
}

function Progress({ current }: { current: ImportState }) {
  const { state, action, step, stepCount, label, ahead } = current;
  const text = action === 'write' ? 'Importing.' : 'Reading the archive.';
  const queue = ahead === 1 ? 'Waiting for one other import.' : `Waiting for ${ahead} other imports.`;
  return (
    <div className={styles['progress']}>
      <p role="status">{`${state === 'queued' && (ahead ?? 0) > 0 ? queue : text} You can leave this page and come back.`}</p>
      <progress
        aria-label="Progress of the import"
        aria-valuetext={label === '' ? undefined : label}
        {...(state === 'running' && stepCount > 0 && { max: stepCount, value: step })}
      />
      <span className="meta num" aria-hidden>
        {stepCount > 0 ? `${label} (${step.toLocaleString('en')} of ${stepCount.toLocaleString('en')})` : label}
      </span>
    </div>
  );
}
