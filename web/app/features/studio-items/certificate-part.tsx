import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { useForm } from '../../shared/form/use-form.ts';
import { SetCertificateRulesDocument } from './item-changes.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import styles from './studio-items.module.css';

type Props = { item: Pick<StudioItem, 'id' | 'certificate'>; reload: () => Promise<void> };

/** Settings for the certificate of a course: whether it offers one, and what it needs. */
export function CertificatePart({ item, reload }: Props) {
  const { rules = null, issuedCount = 0, exercisesCount = 0 } = item.certificate ?? {};
  const [form, setForm] = useState({
    isOffered: rules !== null,
    needsLessons: rules?.needsLessons ?? true,
    needsExercises: rules?.needsExercises ?? false,
    videoPercent: rules && rules.videoPercent > 0 ? String(rules.videoPercent) : '',
  });
  const sending = useForm(explainRefusal);
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
    sending.forget();
  };
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { isOffered, needsLessons, needsExercises } = form;
    const percent = form.videoPercent.trim();
    if (isOffered && !/^\d{0,3}$/u.test(percent)) return sending.refuse({ videoPercent: 'Enter a whole number from 0 to 100.' });
    if (isOffered && !needsLessons && !needsExercises && Number(percent) === 0)
      return sending.refuse({ videoPercent: 'Enter at least 1, or require all lessons.' });
    await sending.run(async () => {
      const variables = isOffered
        ? { needsLessons, needsExercises, videoPercent: Number(percent) }
        : { needsLessons: true, needsExercises: false, videoPercent: 0 };
      await sendChange(SetCertificateRulesDocument, { courseId: item.id, isOffered, ...variables });
      await reload();
    });
  };
  return (
    <form className={styles['form']} method="post" aria-label="Certificate" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <label className={styles['check']}>
        <input type="checkbox" checked={form.isOffered} onChange={(event) => set({ isOffered: event.target.checked })} />
        Offer a certificate to those who complete this course
      </label>
      {form.isOffered && (
        <fieldset className={styles['group']}>
          <legend>What it needs</legend>
          <label className={styles['check']}>
            <input type="checkbox" checked={form.needsLessons} onChange={(event) => set({ needsLessons: event.target.checked })} />
            All lessons completed
          </label>
          {(exercisesCount > 0 || rules?.needsExercises === true) && (
            <>
              <label className={styles['check']}>
                <input
                  type="checkbox"
                  checked={form.needsExercises}
                  aria-describedby="exercises-hint"
                  onChange={(event) => set({ needsExercises: event.target.checked })}
                />
                All exercises passed
              </label>
              <p id="exercises-hint" className="meta">
                {exercisesText(exercisesCount)} Exercises are tested in the learner’s browser. Nothing proves the result.
              </p>
            </>
          )}
          <Field
            label="Video watched"
            aside="percent"
            hint="Of the length of all videos. Leave empty for none. Lessons can be marked as completed by hand; video can’t."
            inputMode="numeric"
            value={form.videoPercent}
            error={sending.faults['videoPercent']}
            onChange={(event) => set({ videoPercent: event.target.value })}
          />
        </fieldset>
      )}
      <p className="meta">
        {issuedText(issuedCount)} Changes here don’t affect issued certificates. The changelog and lessons of the advanced package never
        count.
      </p>
      <div className={`${styles['choices']} ${styles['saveBar']}`}>
        <Button type="submit" isBusy={sending.isBusy}>
          {sending.isBusy ? 'Saving…' : 'Save certificate'}
        </Button>
        {sending.isDone && <DoneNote>Saved.</DoneNote>}
        {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
      </div>
    </form>
  );
}

function exercisesText(count: number): string {
  if (count === 0) return 'The course has no exercises now.';
  return count === 1 ? 'The course has 1 exercise.' : `The course has ${count.toLocaleString('en')} exercises.`;
}

function issuedText(count: number): string {
  if (count === 0) return 'No certificate was issued yet.';
  return count === 1 ? '1 certificate was issued.' : `${count.toLocaleString('en')} certificates were issued.`;
}
