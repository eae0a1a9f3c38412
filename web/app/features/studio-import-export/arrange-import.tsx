import { itemLimits } from '@newline/api/rules/limits/item';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState } from 'react';
import { lessonsOf, outlineOf } from './arranged-outline.ts';
import type { OwnItem } from './import-export-documents.ts';
import type { ImportReport, ImportStart, ImportState } from './import-state.ts';
import { OutlineChoice } from './outline-choice.tsx';
import { ReportMessages } from './report-messages.tsx';
import { summaryOf } from './report-view.tsx';
import { TargetField } from './target-field.tsx';
import { useSavedChoice } from './use-saved-choice.ts';
import styles from './studio-import-export.module.css';

type Props = {
  current: ImportState;
  report: ImportReport;
  items: readonly OwnItem[];
  isAuthor: boolean;
  isSending: boolean;
  onStart: (start: ImportStart) => Promise<void>;
};

/** The preview of an import: its report, and its outline, which the author arranges before anything is written. */
export function ArrangeImport({ current, report, items, isAuthor, isSending, onStart }: Props) {
  const before = current.choice?.outline ?? null;
  const [title, setTitle] = useState(before?.title ?? report.title);
  const [lessons, setLessons] = useState(() => lessonsOf(report, before));
  const [isDeleting, setIsDeleting] = useState(current.choice?.isDeleting ?? false);
  const [error, setError] = useState<string | null>(null);
  useSavedChoice(current.id, { isDeleting, outline: outlineOf(title.trim(), lessons) });
  const unit = report.kind === 'book' ? 'chapter' : 'lesson';
  const handleImport = () => {
    const outline = outlineOf(title.trim(), lessons);
    if (outline.title === '') return setError('Enter a title.');
    if (outline.lessons.length === 0) return setError(`Include at least one ${unit}.`);
    const untitled = outline.lessons.find((lesson) => lesson.title.trim() === '');
    if (untitled) return setError(`Enter a title for ${untitled.file}.`);
    setError(null);
    void onStart({ id: current.id, action: 'write', into: current.into, isDeleting, outline });
  };
  return (
    <div className={styles['report']}>
      <h3>Preview</h3>
      <p>{summaryOf(report)}</p>
      <div className={styles['form']}>
        <TargetField
          items={items}
          isAuthor={isAuthor}
          isDisabled={isSending}
          value={current.into}
          onChange={(into) => void onStart({ id: current.id, action: 'preview', into, isDeleting: false, outline: null })}
        />
        <Field
          label="Title"
          dir="auto"
          maxLength={itemLimits.title}
          disabled={isSending}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </div>
      <div className={styles['columns']}>
        <section aria-label="Outline" className={styles['list']}>
          <h4>Outline</h4>
          <p className="meta">
            Drag a line, use its arrow buttons, or press Alt with an arrow key. Edit titles here, leave out what you don’t need, and split
            long files at their headings.
          </p>
          <OutlineChoice lessons={lessons} isDisabled={isSending} onChange={setLessons} />
          {report.missing.length > 0 && (
            <div>
              <h4>Not in the archive</h4>
              <ul>
                {report.missing.map((lesson) => (
                  <li key={lesson} dir="auto">
                    {lesson}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </section>
        <section aria-label="What changes in the import" className={styles['list']}>
          <ReportMessages messages={report.messages} />
        </section>
      </div>
      <div className={styles['send']}>
        {report.missing.length > 0 && (
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={isDeleting}
              disabled={isSending}
              onChange={(event) => setIsDeleting(event.currentTarget.checked)}
            />
            Also delete lessons that aren’t in the archive, with their comments and progress
          </label>
        )}
        {error !== null && <ErrorNote>{error}</ErrorNote>}
        <Button isBusy={isSending} onClick={handleImport}>
          {report.isNew ? 'Import as a draft' : 'Import changes'}
        </Button>
      </div>
    </div>
  );
}
