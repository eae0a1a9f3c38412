import { learningPathLimits } from '@newline/api/rules/limits/learning-path';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { topicLabel, topics } from '../../shared/topics.ts';
import type { LoadedPath } from './load-studio-path.server.ts';
import { ChangePathDocument } from './studio-path-documents.ts';
import type { PathChange } from './use-path-changes.ts';
import styles from './studio-paths.module.css';

type Props = { path: LoadedPath; change: (run: PathChange) => Promise<void>; reload: () => Promise<void> };

const explain = explainFields(['title', 'slug', 'summary', 'description']);

/** Edits what readers see besides the steps: title, URL, summary, description and topic. */
export function PathDetails({ path, change, reload }: Props) {
  const [form, setForm] = useState({
    title: path.title,
    slug: path.slug,
    summary: path.summary ?? '',
    description: path.description ?? '',
    topic: path.topic,
  });
  const sending = useForm(explain);
  const field = (name: keyof typeof form) => ({
    value: form[name],
    error: sending.faults[name],
    onChange: (event: { target: { value: string } }) => {
      setForm((now) => ({ ...now, [name]: event.target.value }));
      sending.forget();
    },
  });
  const isFixed = path.publishedAt !== null;
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void sending.run(async () => {
      await change(async (version) => {
        const { changeLearningPath } = await requestDocument(ChangePathDocument, {
          id: path.id,
          version,
          changes: { ...form, slug: isFixed ? null : form.slug, topic: form.topic },
        });
        return expectValue(changeLearningPath?.learningPath).version;
      });
      await reload();
    });
  };
  return (
    <section aria-labelledby="details-title">
      <form className={styles['form']} method="post" onSubmit={handleSubmit} noValidate>
        <h2 id="details-title" className={styles['partTitle']}>
          Details
        </h2>
        <Field label="Title" maxLength={learningPathLimits.title} {...field('title')} />
        <Field
          label="URL"
          aside="/paths/…"
          hint={isFixed ? 'It can’t be changed, because the path has been published.' : 'You can change it until you publish the path.'}
          spellCheck={false}
          autoComplete="off"
          readOnly={isFixed}
          {...field('slug')}
        />
        <Field
          label="Summary"
          aside="optional"
          hint="One sentence for cards and search results."
          maxLength={learningPathLimits.summary}
          {...field('summary')}
        />
        <Field
          control="textarea"
          label="Description"
          aside="optional"
          hint="Plain text. An empty line starts a new paragraph."
          rows={6}
          maxLength={learningPathLimits.description}
          {...field('description')}
        />
        <Field control="select" label="Topic" hint="Sets the cover’s colors." {...field('topic')}>
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {topicLabel(topic)}
            </option>
          ))}
        </Field>
        {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
        {sending.isDone && <DoneNote>Saved.</DoneNote>}
        <p className="acts">
          <Button type="submit" isBusy={sending.isBusy}>
            {sending.isBusy ? 'Saving…' : 'Save details'}
          </Button>
        </p>
      </form>
    </section>
  );
}
