import { clipLimits } from '@newline/api/rules/limits/clip';
import { Line } from '@newline/ui/components/line';
import { Button, buttonClass } from '@newline/ui/components/button';
import { DoneNote, ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useState, type SubmitEvent } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import { Link } from '../../shared/link.tsx';
import { videoSources } from '../../shared/player/video-sources.ts';
import { VideoField } from '../../shared/video-field/video-field.tsx';
import { clipChanges } from './item-changes.ts';
import type { ItemKind, StudioClip } from './item-documents.ts';
import { partNames } from './item-words.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import { useForm } from '../../shared/form/use-form.ts';
import styles from './studio-items.module.css';

type Props = {
  clip: StudioClip;
  lessons: readonly { id: string; title: string }[];
  item: { id: string; title: string; kind: ItemKind };
  mayDelete: boolean;
};

/** A clip in the studio: its description, its video, and its source lesson. */
export function ClipPage({ clip, lessons, item, mayDelete }: Props) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const sending = useForm(explainRefusal);
  const [form, setForm] = useState({
    title: clip.title,
    description: clip.description ?? '',
    kind: clip.isShort ? 'short' : 'full',
    lessonId: clip.lessonId ?? '',
  });
  const text = (key: keyof typeof form) => ({
    value: form[key],
    error: sending.faults[key],
    onChange: (event: { target: { value: string } }) => {
      setForm({ ...form, [key]: event.target.value });
      sending.forget();
    },
  });
  const playbackId = videoSources(clip.videoUrl)?.playbackId ?? null;
  const parent = `/studio/${item.kind}s/${item.id}?show=clips`;
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const patch = {
      title: form.title,
      description: form.description,
      isShort: form.kind === 'short',
      lessonId: form.lessonId === '' ? null : form.lessonId,
    };
    await sending.run(async () => {
      await sendChange(clipChanges.update, { id: clip.id, patch });
      await revalidate();
    });
  };
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to={parent}>
            Clips of <bdi>{item.title}</bdi>
          </Link>
          <header className={styles['head']}>
            <h1 dir="auto">{clip.title}</h1>
            <div className={styles['headActs']}>
              {clip.videoUrl !== null && (
                <Link className={buttonClass({ variant: 'line' })} to={`/clips/${clip.id}`}>
                  View page
                </Link>
              )}
              {mayDelete && (
                <Button variant="bare" aria-label={`Delete… “${clip.title}”`} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
                  Delete…
                </Button>
              )}
            </div>
          </header>
          <div className={styles['form']}>
            <VideoField
              owner={{ kind: 'clip', id: clip.id }}
              playbackId={playbackId}
              onChange={() => void revalidate()}
              isUpright={clip.isShort}
            />
            <form className={styles['form']} method="post" aria-label="Clip" onSubmit={(event) => void handleSubmit(event)} noValidate>
              <Field label="Title" maxLength={clipLimits.title} {...text('title')} />
              <Field
                control="textarea"
                label="Description"
                aside="optional"
                hint="What it shows, in plain text."
                rows={3}
                {...text('description')}
              />
              <div className={styles['two']}>
                <Field control="select" label="Kind" {...text('kind')}>
                  <option value="short">Short: vertical, about a minute</option>
                  <option value="full">Full: horizontal</option>
                </Field>
                <Field control="select" label="From lesson" {...text('lessonId')}>
                  <option value="">No {partNames[item.kind].one} of its own</option>
                  {lessons.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </Field>
              </div>
              <div className={`${styles['choices']} ${styles['saveBar']}`}>
                <Button type="submit" isBusy={sending.isBusy}>
                  {sending.isBusy ? 'Saving…' : 'Save clip'}
                </Button>
                {sending.isDone && <DoneNote>Saved.</DoneNote>}
                {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
              </div>
            </form>
          </div>
          {isAsking && (
            <LazyConfirmDialog
              title={`Delete “${clip.title}”?`}
              action="Delete"
              onConfirm={() =>
                sending.run(async () => {
                  await sendChange(clipChanges.remove, { id: clip.id });
                  await navigate(parent);
                })
              }
              onClose={() => setIsAsking(false)}
            >
              This also deletes its comments and likes. You can’t undo this.
            </LazyConfirmDialog>
          )}
        </div>
      </Line>
    </main>
  );
}
