import { uploadLimits } from '@newline/api/rules/limits/upload';
import { Line } from '@newline/ui/components/line';
import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type FormEvent } from 'react';
import { Link } from '../../shared/link.tsx';
import type { OwnItem } from './import-export-documents.ts';
import { ReportView } from './report-view.tsx';
import { sendArchive, type ImportReport } from './send-archive.ts';
import styles from './studio-import-export.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = { isAuthor: boolean; myCourses: { nodes: OwnItem[] }; myBooks: { nodes: OwnItem[] } };

type State =
  | { step: 'choosing'; error: string | null }
  | { step: 'looking' }
  | { step: 'reading'; report: ImportReport; error: string | null }
  | { step: 'writing'; report: ImportReport }
  | { step: 'done'; report: ImportReport };

/** Imports courses and books from an archive of Markdown files, and exports them. */
export function ImportExportPage({ isAuthor, myCourses, myBooks }: Props) {
  const items = [...myCourses.nodes, ...myBooks.nodes];
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div className={styles['page']}>
          <header>
            <h1>Import and export</h1>
            <p className="lede">Export a course or book as a ZIP archive of Markdown and images, or import one.</p>
          </header>
          {isAuthor || items.length > 0 ? <Import items={items} isAuthor={isAuthor} /> : null}
          <section aria-labelledby="take-out">
            <h2 id="take-out">Export</h2>
            {items.length === 0 ? (
              <EmptyState level={3} title="Nothing to export yet">
                Courses and books you write can be exported here.
              </EmptyState>
            ) : (
              <ul className="rows">
                {items.map(({ id, title, permalink }) => (
                  <li key={id} className={`row ${styles['item']}`}>
                    <span dir="auto">{title}</span>
                    <a
                      className="link"
                      href={`/api/import-export?of=${encodeURIComponent(permalink)}`}
                      download
                      aria-label={`Download ${title}`}
                    >
                      Download
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </Line>
    </main>
  );
}

function Import({ items, isAuthor }: { items: OwnItem[]; isAuthor: boolean }) {
  const [archive, setArchive] = useState<File | null>(null);
  const [into, setInto] = useState('');
  const [isDeleting, setIsDeleting] = useState(false);
  const [state, setState] = useState<State>({ step: 'choosing', error: null });
  // The report no longer matches the options.
  const choose = (change: () => void) => {
    change();
    setIsDeleting(false);
    setState({ step: 'choosing', error: null });
  };
  const handleLook = async (event: FormEvent) => {
    event.preventDefault();
    if (archive === null) return setState({ step: 'choosing', error: 'Choose a ZIP archive first.' });
    setState({ step: 'looking' });
    try {
      setState({ step: 'reading', report: await sendArchive(archive, { into, isDeleting: false, isWriting: false }), error: null });
    } catch (error) {
      setState({ step: 'choosing', error: sentenceOf(error) });
    }
  };
  const handleWrite = async (report: ImportReport) => {
    if (archive === null) return;
    setState({ step: 'writing', report });
    try {
      setState({ step: 'done', report: await sendArchive(archive, { into, isDeleting, isWriting: true }) });
    } catch (error) {
      setState({ step: 'reading', report, error: sentenceOf(error) });
    }
  };
  const isBusy = state.step === 'looking' || state.step === 'writing';
  return (
    <section aria-labelledby="bring-in" className={styles['import']}>
      <h2 id="bring-in">Import</h2>
      <form className={styles['form']} method="post" onSubmit={(event) => void handleLook(event)}>
        <Field
          label="Archive"
          type="file"
          accept=".zip,application/zip"
          disabled={isBusy}
          hint={`Any folder of Markdown: an export from this site, an mdBook, a Docusaurus, VitePress, Hugo or Jekyll site, or single files. At most ${uploadLimits.archiveBytes / 1_000_000} MB.`}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0] ?? null;
            choose(() => setArchive(file));
          }}
        />
        <Field
          label="Import into"
          control="select"
          disabled={isBusy}
          value={into}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            choose(() => setInto(chosen));
          }}
        >
          <option value="">As specified in the archive</option>
          {isAuthor && <option value="course">A new course</option>}
          {isAuthor && <option value="book">A new book</option>}
          {items.map(({ id, title, permalink }) => (
            <option key={id} value={permalink}>
              {title}
            </option>
          ))}
        </Field>
        <Button type="submit" variant="line" isBusy={state.step === 'looking'} disabled={isBusy}>
          Preview
        </Button>
      </form>
      {state.step === 'choosing' && state.error !== null && <ErrorNote>{state.error}</ErrorNote>}
      {(state.step === 'reading' || state.step === 'writing') && (
        <div className={styles['report']}>
          <h3>Preview</h3>
          <ReportView report={state.report} />
          {state.report.missing.length > 0 && (
            <label className={styles['check']}>
              <input
                type="checkbox"
                checked={isDeleting}
                disabled={isBusy}
                onChange={(event) => setIsDeleting(event.currentTarget.checked)}
              />
              Also delete lessons that aren’t in the archive, with their comments and progress
            </label>
          )}
          {state.step === 'reading' && state.error !== null && <ErrorNote>{state.error}</ErrorNote>}
          <Button isBusy={state.step === 'writing'} disabled={isBusy} onClick={() => void handleWrite(state.report)}>
            {state.report.isNew ? 'Import as a draft' : 'Import changes'}
          </Button>
        </div>
      )}
      {state.step === 'done' && (
        <div className={styles['report']}>
          <DoneNote>
            {state.report.isNew ? 'Created' : 'Updated'}{' '}
            <Link className="link" to={state.report.permalink ?? '/studio'} dir="auto">
              {state.report.title}
            </Link>
            .
          </DoneNote>
          <ReportView report={state.report} />
        </div>
      )}
    </section>
  );
}
