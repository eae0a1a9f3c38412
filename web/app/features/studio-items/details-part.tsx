import { itemLimits } from '@newline/api/rules/limits/item';
import { Button } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { videoSources } from '../../shared/player/video-sources.ts';
import { VideoField } from '../../shared/video-field/video-field.tsx';
import { bookChanges, courseChanges } from './item-changes.ts';
import { DependencyList } from './dependency-list.tsx';
import { ItemCoverField } from './item-cover-field.tsx';
import { formOf, patchOf, type ItemForm } from './item-form.ts';
import { PairList } from './pair-list.tsx';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem, TagRow } from './studio-item.ts';
import { TagField } from './tag-field.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { languageName, languages } from '../../shared/languages.ts';
import { topics, topicLabel } from '../../shared/topics.ts';
import styles from './studio-items.module.css';

type Props = { item: StudioItem; tags: readonly TagRow[]; reload: () => Promise<void> };
type TextKey = { [TKey in keyof ItemForm]: ItemForm[TKey] extends string ? TKey : never }[keyof ItemForm];

/** The production type of every course that wasn't imported with another one. */
const usualArchetype = 'PREMIUMCAST';

/** Returns a code in capitals as words: 'Live cast' for LIVE_CAST. */
const wordsOfCode = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');

/** Edits what readers see besides the lessons: title, URL, cover, descriptions and sales copy. */
export function DetailsPart({ item, tags, reload }: Props) {
  const [form, setForm] = useState<ItemForm>(() => formOf(item));
  const sending = useForm(explainRefusal);
  const set = (change: Partial<ItemForm>) => {
    setForm((current) => ({ ...current, ...change }));
    sending.forget();
  };
  const text = (key: TextKey, field: string = key) => ({
    value: form[key],
    error: sending.faults[field],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  });
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = patchOf(item, form);
    if ('faults' in read) return sending.refuse(read.faults);
    const { update } = item.kind === 'course' ? courseChanges : bookChanges;
    await sending.run(async () => {
      await sendChange(update, { id: item.id, patch: read.patch });
      await reload();
    });
  };
  return (
    <div className={styles['form']}>
      <form className={styles['form']} method="post" aria-label="Details" onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Field label="Title" maxLength={itemLimits.title} {...text('title')} />
        <Field label="Subtitle" aside="optional" {...text('subtitle')} />
        {item.mayPublish && (
          <div className={styles['two']}>
            <Field
              label="URL"
              aside={`/${item.kind}s/…`}
              hint="The old URL redirects here if it was ever public."
              spellCheck={false}
              autoComplete="off"
              {...text('slug')}
            />
            <Field
              label="Short URL"
              aside="optional"
              hint="One segment, such as /a-title."
              spellCheck={false}
              autoComplete="off"
              {...text('shortAddress', 'permalink')}
            />
          </div>
        )}
        <div className={styles['two']}>
          <Field control="select" label="Topic" hint="Sets the cover’s colors." {...text('topic')}>
            {topics.map((topic) => (
              <option key={topic} value={topic}>
                {topicLabel(topic)}
              </option>
            ))}
          </Field>
          <Field control="select" label="Language" {...text('lessonLanguage')}>
            {[...new Set([form.lessonLanguage, ...languages])].map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </Field>
        </div>
        {item.kind === 'course' && item.archetype !== usualArchetype && (
          <Field control="select" label="Production type" hint="Set by an import." {...text('archetype')}>
            <option value={usualArchetype}>Usual</option>
            <option value={item.archetype}>{wordsOfCode(item.archetype)}</option>
          </Field>
        )}
        <TagField tags={tags} chosen={form.tags} error={sending.faults['tags']} onChange={(chosen) => set({ tags: chosen })} />
        <ItemCoverField
          kind={item.kind}
          title={form.title}
          topic={form.topic}
          value={form.posterImageUrl}
          error={sending.faults['posterImageUrl']}
          onChange={(posterImageUrl) => set({ posterImageUrl })}
        />

        <h2 className={styles['formTitle']}>Descriptions</h2>
        <Field control="textarea" label="Summary" hint="One sentence for cards and search results." rows={2} {...text('summary')} />
        <Field control="textarea" label="Description" hint="A short paragraph, plain text." rows={3} {...text('description')} />
        <Field control="textarea" label="Long description" aside="Markdown" rows={8} {...text('primaryDescriptionMarkdown')} />
        <Field control="textarea" label="What it teaches" aside="Markdown" rows={5} {...text('syllabus')} />
        <Field label="Exercises" inputMode="numeric" hint="The total number in all lessons." {...text('numExercises')} />

        <Field label="Programming language" aside="optional" hint="Such as TypeScript." {...text('primaryLanguage')} />
        <DependencyList
          list={form.dependencies}
          error={sending.faults['dependencies']}
          onChange={(dependencies) => set({ dependencies })}
        />

        <h2 className={styles['formTitle']}>Marketing</h2>
        <Field
          label="Free sample (PDF)"
          aside="optional"
          hint="The URL of the file."
          spellCheck={false}
          inputMode="url"
          {...text('previewPdfUrl')}
        />
        <Field label="Marketing headline" aside="optional" {...text('marketingHeadline')} />
        <Field control="textarea" label="Marketing text" aside="Markdown" rows={5} {...text('marketingCopyMarkdown')} />
        <PairList
          legend="Questions"
          one="question"
          first="Question"
          second="Answer"
          isLong
          pairs={form.faq}
          error={sending.faults['faq']}
          onChange={(faq) => set({ faq })}
        />
        <PairList
          legend="Links"
          one="link"
          first="Link text"
          second="URL"
          pairs={form.resources}
          error={sending.faults['resources']}
          onChange={(resources) => set({ resources })}
        />

        <div className={`${styles['choices']} ${styles['saveBar']}`}>
          <Button type="submit" isBusy={sending.isBusy}>
            {sending.isBusy ? 'Saving…' : 'Save details'}
          </Button>
          {sending.isDone && <DoneNote>Saved.</DoneNote>}
          {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
          {Object.keys(sending.faults).length > 0 && <ErrorNote>Please fix the fields above and save again.</ErrorNote>}
        </div>
      </form>
      <VideoField
        label="Trailer"
        owner={{ kind: item.kind, id: item.id }}
        playbackId={videoSources(item.heroVideoUrl)?.playbackId ?? null}
        onChange={() => void reload()}
      />
    </div>
  );
}
