import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { Suspense, useEffect, useState, type SubmitEvent } from 'react';
import { checklistOf } from './checklist.ts';
import { bookChanges, courseChanges } from './item-changes.ts';
import { explainRefusal, sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { unfetchedImagesSentence } from '../../shared/publish-warnings/image-warning.ts';
import { PublishWarnings } from '../../shared/publish-warnings/publish-warnings.tsx';
import { loadUnfetchedImages, type UnfetchedImages } from './unfetched-images.ts';
import styles from './studio-items.module.css';

// Most titles have no exercises.
const ItemExercises = lazyComponent(() => import('./item-exercises.tsx').then((module) => module.ItemExercises));

type Props = { item: StudioItem; reload: () => Promise<void>; onClose: () => void };
type Way = 'now' | 'later' | 'soon';

const ways: Readonly<Record<Way, string>> = { now: 'Publish now', later: 'Schedule', soon: 'Announce' };

/** Publishes an item: now, at a time, as early access, or as an announcement. For a published item, changes who can see it. */
export function PublishItemDialog({ item, reload, onClose }: Props) {
  const isPublic = item.status === 'PUBLISHED' || item.status === 'EARLY_ACCESS';
  const [way, setWay] = useState<Way>('now');
  const [when, setWhen] = useState('');
  const [isEarly, setIsEarly] = useState(item.isEarlyAccess);
  const sending = useForm(explainRefusal);
  const open = checklistOf(item).filter(({ isDone }) => !isDone);
  const choice = (value: Way, label: string) => (
    <label className={styles['check']}>
      <input type="radio" name="way" checked={way === value} onChange={() => setWay(value)} />
      {label}
    </label>
  );
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changes = item.kind === 'course' ? courseChanges : bookChanges;
    if (way === 'later' && when === '') return sending.refuse({ publishedAt: 'Choose a time.' });
    const isSaved = await sending.run(async () => {
      if (way === 'soon') await sendChange(changes.update, { id: item.id, patch: { isComingSoon: true } });
      else {
        const publishedAt = way === 'later' ? new Date(when).toISOString() : null;
        await sendChange(changes.publish, { id: item.id, publishedAt, isEarlyAccess: isEarly });
      }
      await reload();
    });
    if (isSaved) onClose();
  };
  const refusal = sending.failure ?? sending.faults['lessons'];
  return (
    <Dialog isOpen title={`${isPublic ? 'Early access to' : 'Publish'} “${item.title}”`} onOpenChange={onClose}>
      <form className={styles['form']} method="post" onSubmit={(event) => void handleSubmit(event)} noValidate>
        {open.length > 0 && (
          <div>
            <p>Still missing:</p>
            <ul className={styles['chips']}>
              {open.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </ul>
          </div>
        )}
        <Suspense>
          <ItemExercises kind={item.kind} itemId={item.id} onFollow={onClose} />
        </Suspense>
        {!isPublic && (
          <fieldset className={styles['group']}>
            <legend>When</legend>
            {choice('now', 'Now')}
            {choice('later', 'At a specific time')}
            {item.status !== 'COMING_SOON' && choice('soon', 'Announce as coming soon: the card is public, the content isn’t')}
          </fieldset>
        )}
        {way === 'later' && (
          <Field
            label="Publish at"
            hint={item.status === 'COMING_SOON' ? 'Your local time. Until then its card is hidden.' : 'Your local time.'}
            type="datetime-local"
            value={when}
            error={sending.faults['publishedAt']}
            onChange={(event: { target: { value: string } }) => setWhen(event.target.value)}
          />
        )}
        {way !== 'soon' && (
          <label className={styles['check']}>
            <input type="checkbox" checked={isEarly} onChange={(event) => setIsEarly(event.target.checked)} />
            Early access: only buyers and Pro members can read it
          </label>
        )}
        <ItemWarnings item={item} />
        {refusal !== undefined && refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
        <DialogActions>
          <Button type="submit" isBusy={sending.isBusy}>
            {isPublic ? (sending.isBusy ? 'Saving…' : 'Save') : sending.isBusy ? 'Publishing…' : ways[way]}
          </Button>
          <Button variant="line" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What to check in the texts of an item: images that are still on other sites, with links to them. */
function ItemWarnings({ item: { id, kind } }: { item: Pick<StudioItem, 'id' | 'kind'> }) {
  const [texts, setTexts] = useState<UnfetchedImages | 'loading' | 'failed'>('loading');
  useEffect(() => {
    const leaving = new AbortController();
    loadUnfetchedImages(kind, id, leaving.signal).then(setTexts, () => leaving.signal.aborted || setTexts('failed'));
    return () => leaving.abort();
  }, [kind, id]);
  if (texts === 'loading') return <p className="meta">Checking the texts…</p>;
  if (texts === 'failed') return <p className="meta">We couldn’t check whether images of the texts are still on other sites.</p>;
  if (texts.length === 0) return null;
  const count = texts.reduce((sum, { images }) => sum + images.length, 0);
  const links = texts.map(({ lessonId, title, images }) => ({
    to: `/studio/lessons/${lessonId}${images[0]?.blockId ? `#b-${images[0].blockId}` : ''}`,
    label: `${title}: ${images.length === 1 ? '1 image' : `${images.length} images`}`,
  }));
  return <PublishWarnings warnings={[{ id: 'images', sentence: unfetchedImagesSentence(count), links }]} />;
}
