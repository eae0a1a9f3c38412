import { noteLimits } from '@newline/api/rules/limits/note';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { Icon } from '@newline/ui/components/icon';
import { Play } from 'lucide';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { ConfirmButton } from '../confirm/confirm-button.tsx';
import { sentenceOf } from '../form/explain-failure.ts';
import { formatDuration } from '../format-duration.ts';
import { ApiError } from '../graphql-document.ts';
import type { NoteDraft } from './note-request.ts';
import styles from './note-panel.module.css';

/** A note as it is stored, or a new one with version 0. */
export type SavedNote = { quote: string | null; second: number | null; isOrphaned: boolean; body: string | null; version: number };

type Props = {
  /** Null for a new note. */
  noteId: string | null;
  note: SavedNote;
  /** What was typed before the panel was closed; null for nothing. */
  draft: NoteDraft | null;
  field: RefObject<HTMLTextAreaElement | null>;
  onDraft: (text: string, version: number) => void;
  /** Saves the text over a version. */
  onSave: (body: string, version: number) => Promise<void>;
  /** Deletes the note, based on a version. */
  onDelete: (noteId: string, version: number) => Promise<void>;
  /** Loads the note as it is now, after it was changed elsewhere. */
  onReload: (noteId: string) => Promise<SavedNote | null>;
  onSeek: ((second: number) => void) | null;
};

/** The form of a note. If it was changed elsewhere in the meantime, it shows both texts and lets the user choose. */
export function NoteForm({ noteId, note, draft, field, onDraft, onSave, onDelete, onReload, onSeek }: Props) {
  const [body, setBody] = useState(draft?.text ?? note.body ?? '');
  const [base, setBase] = useState(draft?.version ?? note.version);
  const [other, setOther] = useState<SavedNote | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const write = (text: string, version = base) => {
    setBody(text);
    onDraft(text, version);
  };
  const attempt = async (send: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await send();
    } catch (error) {
      setFailure(sentenceOf(error));
      if (error instanceof ApiError && error.code === 'CONFLICT' && noteId !== null) setOther(await onReload(noteId).catch(() => null));
    }
    setBusy(false);
  };
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    void attempt(() => onSave(body, base));
  };
  const remove = (id: string) => attempt(() => onDelete(id, base));
  const choose = (text: string, version: number) => {
    setOther(null);
    setFailure(null);
    setBase(version);
    write(text, version);
    field.current?.focus();
  };
  return (
    <form method="post" className={styles.form} onSubmit={submit}>
      <About note={note} onSeek={onSeek} />
      <Field
        control="textarea"
        label="Note"
        {...(note.quote !== null && { aside: 'optional' })}
        rows={8}
        maxLength={noteLimits.body}
        required={note.quote === null}
        ref={field}
        value={body}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.currentTarget.form?.reportValidity()) submit(event);
        }}
      />
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {other !== null && (
        <section className={styles.other} aria-labelledby="other-note">
          <h3 id="other-note">The note as it is now</h3>
          <p dir="auto">{other.body ?? 'A highlight without a text.'}</p>
          <div className={styles.acts}>
            <Button variant="line" size="small" onClick={() => choose(body, other.version)}>
              Keep my text
            </Button>
            <Button variant="line" size="small" onClick={() => choose(other.body ?? '', other.version)}>
              Use the other text
            </Button>
          </div>
        </section>
      )}
      <div className={styles.acts}>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving...' : note.quote !== null && body.trim() === '' ? 'Save highlight' : 'Save note'}
        </Button>
        {noteId !== null && (
          <ConfirmButton
            action="Delete"
            object={note.body === null ? 'this highlight' : 'this note'}
            consequence="You can’t undo this."
            variant="bare"
            size="normal"
            onConfirm={() => remove(noteId)}
          />
        )}
      </div>
    </form>
  );
}

function About({ note: { quote, second, isOrphaned }, onSeek }: Pick<Props, 'note' | 'onSeek'>) {
  if (second !== null) {
    const time = (
      <>
        <Icon of={Play} />
        {formatDuration(second)}
      </>
    );
    return onSeek === null ? (
      <p className={styles.second}>{time}</p>
    ) : (
      <button type="button" className={styles.second} aria-label={`Play at ${formatDuration(second)}`} onClick={() => onSeek(second)}>
        {time}
      </button>
    );
  }
  return (
    <>
      <blockquote className={styles.quote} dir="auto">
        {quote === '' ? 'An image or a diagram' : quote}
      </blockquote>
      {isOrphaned && <p className="meta">These words are no longer in the text.</p>}
    </>
  );
}
