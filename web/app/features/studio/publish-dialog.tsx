import type { DocumentNode } from '@newline/document/document-node';
import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import { articleCalls } from './article-calls.ts';
import { CoverField } from './cover-field.tsx';
import { topics, topicLabel } from '../../shared/topics.ts';
import { formOf, patchOf, type DetailsForm } from './details-form.ts';
import { StudioError } from './request-studio.ts';
import type { DetailsPatch, StudioArticle } from './studio-documents.ts';
import { LazyExercises } from './lazy-exercises.tsx';
import styles from './studio.module.css';
import { TextWarnings } from './text-warnings.tsx';
import { faultSentence } from '../../shared/form/fault-sentence.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  article: Omit<StudioArticle, 'latestRevision' | 'workingAnchors'>;
  /** The initial slug in the form. */
  slug: string;
  /** The text to publish. */
  document: DocumentNode;
  /** Its saved version. */
  version: number;
  /** False when the newest version is already published. */
  hasChanges: boolean;
  tags: readonly { slug: string; name: string }[];
  onSaveDetails: (patch: DetailsPatch) => Promise<void>;
  /** Publishes at a time (ISO 8601), or now when null. */
  onPublish: (publishedAt: string | null) => Promise<void>;
  onClose: () => void;
};

/** Edits an article's details, who may read it, and when it's published. Each field is validated before publishing. */
export function PublishDialog({ article, slug, document, version, hasChanges, tags, onSaveDetails, onPublish, onClose }: Props) {
  const [form, setForm] = useState<DetailsForm>(() => ({ ...formOf(article), slug }));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'save' | 'publish' | null>(null);
  const [when, setWhen] = useState('');
  const isPublic = article.status === 'PUBLISHED';

  const set = <TKey extends keyof DetailsForm>(key: TKey, value: DetailsForm[TKey]) => setForm((current) => ({ ...current, [key]: value }));
  const text = (key: 'slug' | 'summary' | 'description' | 'canonicalUrl' | 'previewPercent' | 'topic' | 'readers') => ({
    name: key,
    value: form[key],
    error: faults[key] === undefined ? null : faultSentence(faults[key]),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => set(key, event.target.value),
  });

  const run = async (kind: 'save' | 'publish') => {
    setFailure(null);
    setFaults({});
    const read = patchOf(form);
    if ('faults' in read) return setFaults(read.faults);
    const publishedAt = when === '' ? null : new Date(when).toISOString();
    setBusy(kind);
    try {
      await onSaveDetails(read.patch);
      if (kind === 'publish') await onPublish(publishedAt);
      onClose();
    } catch (error) {
      const { fields, field } = error instanceof StudioError ? (error.details as { fields?: Record<string, string>; field?: string }) : {};
      if (fields) setFaults(fields);
      else if (field !== undefined) setFaults({ [field]: sentenceOf(error) });
      else setFailure(sentenceOf(error));
    } finally {
      setBusy(null);
    }
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run('publish');
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={isPublic ? 'Details and publishing' : 'Publish'}>
      <form className={styles['form']} method="post" onSubmit={handleSubmit} noValidate>
        <Field label="URL" aside="/articles/…" {...text('slug')} autoComplete="off" spellCheck={false} />
        <Field
          control="textarea"
          label="Summary"
          aside="optional"
          hint="One sentence for cards and search results."
          rows={2}
          {...text('summary')}
        />
        <Field
          control="textarea"
          label="Description"
          aside="optional"
          hint="A short paragraph under the title."
          rows={3}
          {...text('description')}
        />
        <TagChoice tags={tags} chosen={form.tags} error={faults['tags']} onChange={(chosen) => set('tags', chosen)} />
        <Field control="select" label="Topic" {...text('topic')}>
          {topics.map((topic) => (
            <option key={topic} value={topic}>
              {topicLabel(topic)}
            </option>
          ))}
        </Field>
        <CoverField
          articleId={article.id}
          value={form.mainImageUrl}
          error={faults['mainImageUrl'] === undefined ? null : faultSentence(faults['mainImageUrl'])}
          onChange={(imageUrl) => set('mainImageUrl', imageUrl)}
        />
        <Field
          control="select"
          label="Readers"
          hint="With Pro, everything before the paywall marker is free for everyone."
          {...text('readers')}
        >
          <option value="free">Everyone</option>
          <option value="pro">Pro</option>
        </Field>
        {form.readers === 'pro' && (
          <Field
            label="Free part without a paywall marker"
            aside="percent"
            hint="Rounded down to whole blocks. Leave empty for none."
            inputMode="numeric"
            {...text('previewPercent')}
          />
        )}
        <Field
          label="First published at"
          aside="optional"
          hint="The URL of the original, for search engines."
          {...text('canonicalUrl')}
          inputMode="url"
        />
        <label className={styles['check']}>
          <input type="checkbox" checked={form.isListed} onChange={(event) => set('isListed', event.target.checked)} />
          Listed in the catalog and search
        </label>
        {!isPublic && (
          <Field
            label="Publish at"
            aside="optional"
            hint="Your local time. Empty for now."
            type="datetime-local"
            value={when}
            error={faults['publishedAt'] === undefined ? null : faultSentence(faults['publishedAt'])}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setWhen(event.target.value)}
          />
        )}
        <TextWarnings document={document} onFollow={onClose} />
        <LazyExercises kind="warning" textId={article.id} calls={articleCalls} document={document} version={version} onFollow={onClose} />
        {failure !== null && <ErrorNote>{failure}</ErrorNote>}
        <DialogActions>
          {(!isPublic || hasChanges) && (
            <Button type="submit" isBusy={busy === 'publish'}>
              {busy === 'publish' ? 'Publishing…' : publishWord(isPublic, when)}
            </Button>
          )}
          <Button variant="line" isBusy={busy === 'save'} onClick={() => void run('save')}>
            {busy === 'save' ? 'Saving…' : 'Save details'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function publishWord(isPublic: boolean, when: string): string {
  if (isPublic) return 'Publish changes';
  return when === '' ? 'Publish now' : 'Schedule';
}

type TagProps = { tags: Props['tags']; chosen: readonly string[]; error: string | undefined; onChange: (chosen: string[]) => void };

/** Tags as checkboxes, selected ones first. */
function TagChoice({ tags, chosen, error, onChange }: TagProps) {
  const [filter, setFilter] = useState('');
  const matches = tags.filter(({ slug, name }) => chosen.includes(slug) || name.toLowerCase().includes(filter.trim().toLowerCase()));
  return (
    <fieldset className={styles['tags']} aria-describedby={error === undefined ? undefined : 'tags-error'}>
      <legend>Tags</legend>
      <input
        dir="auto"
        type="search"
        aria-label="Find a tag"
        placeholder="Find a tag"
        className={styles['find']}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      <div className={styles['tagList']}>
        {matches.map(({ slug, name }) => (
          <label key={slug}>
            <input
              type="checkbox"
              checked={chosen.includes(slug)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, slug] : chosen.filter((one) => one !== slug))}
            />
            {name}
          </label>
        ))}
        {matches.length === 0 && <span className="meta">No matching tags.</span>}
      </div>
      {error !== undefined && (
        <p id="tags-error" className={styles['fault']} role="alert">
          {faultSentence(error)}
        </p>
      )}
    </fieldset>
  );
}
