import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { outlineChanges } from './item-changes.ts';
import type { LessonRow } from './item-documents.ts';
import { partNames } from './item-words.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';

type Props = {
  lesson: LessonRow;
  item: Pick<StudioItem, 'kind' | 'mayPublish' | 'slug'>;
  reload: () => Promise<void>;
  onClose: () => void;
};

/** The settings of a lesson besides its text: URL, description, and who may read it. */
export function LessonSettings({ lesson, item, reload, onClose }: Props) {
  const [form, setForm] = useState({
    slug: lesson.slug,
    description: lesson.description ?? '',
    repositoryPathname: lesson.repositoryPathname ?? '',
    isFree: lesson.isFree,
    isAdvancedPackageLesson: lesson.isAdvancedPackageLesson,
  });
  const sending = useForm(explainRefusal);
  const text = (key: 'slug' | 'description' | 'repositoryPathname') => ({
    value: form[key],
    error: sending.faults[key],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [key]: event.target.value }),
  });
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { slug, description, repositoryPathname } = form;
    const patch = item.mayPublish ? form : { slug, description, repositoryPathname };
    const isSaved = await sending.run(async () => {
      await sendChange(outlineChanges.updateLesson, { id: lesson.id, patch });
      await reload();
    });
    if (isSaved) onClose();
  };
  return (
    <Dialog isOpen title={lesson.title} onOpenChange={onClose}>
      <form className={styles['form']} method="post" onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Field
          label="URL"
          aside={`/${item.kind}s/${item.slug}/…`}
          hint="The old URL redirects here if it was ever public."
          spellCheck={false}
          autoComplete="off"
          {...text('slug')}
        />
        <Field control="textarea" label="Description" aside="optional" rows={3} {...text('description')} />
        <Field
          label="Repository"
          aside="optional"
          hint="Its path on the asset server, such as /chapter-1."
          spellCheck={false}
          {...text('repositoryPathname')}
        />
        {item.mayPublish && (
          <>
            <label className={styles['check']}>
              <input type="checkbox" checked={form.isFree} onChange={(event) => setForm({ ...form, isFree: event.target.checked })} />
              Free: everyone may read this {partNames[item.kind].one}
            </label>
            <label className={styles['check']}>
              <input
                type="checkbox"
                checked={form.isAdvancedPackageLesson}
                onChange={(event) => setForm({ ...form, isAdvancedPackageLesson: event.target.checked })}
              />
              Part of the advanced package
            </label>
          </>
        )}
        {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
        <DialogActions>
          <Button type="submit" isBusy={sending.isBusy}>
            {sending.isBusy ? 'Saving…' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
