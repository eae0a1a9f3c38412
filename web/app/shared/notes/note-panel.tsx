import { SidePanel } from '@newline/ui/components/side-panel';
import { Skeleton } from '@newline/ui/components/skeleton';
import { EmptyState } from '@newline/ui/components/empty-state';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../form/explain-failure.ts';
import { Link } from '../link.tsx';
import { requestDocument } from '../request-document.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { waitingText } from '../outbox/outbox-texts.ts';
import { keepForLater, loadOutbox, useOutbox } from '../outbox/use-outbox.ts';
import { showToast } from '../toast/show-toast.ts';
import { OwnNoteDocument } from './note-documents.ts';
import { NoteForm, type SavedNote } from './note-form.tsx';
import { draftName, type NoteDraft, type NoteRequest, type NoteTarget } from './note-request.ts';
import { addNote, changeNote, deleteNote, discardWaitingNote, type NoteOutcome } from './save-note.ts';
import styles from './note-panel.module.css';

type Props = {
  target: NoteTarget | null;
  request: NoteRequest;
  isOpen: boolean;
  /** What was typed and not saved, by the name of its note. */
  drafts: Map<string, NoteDraft>;
  onClose: () => void;
  onChanged: () => void;
  onSeek: ((second: number) => void) | null;
};

/** The panel with a note: its quote or second, its text, and the buttons to save and delete it. */
export function NotePanel({ target, request, isOpen, drafts, onClose, onChanged, onSeek }: Props) {
  const noteId = 'noteId' in request ? request.noteId : null;
  /** The note, if it waits in this browser. */
  const [waiting] = useState(useOutbox().find(({ id, action }) => id === noteId && action.kind === 'note') ?? null);
  const [note, setNote] = useState<SavedNote | null>(() => ('noteId' in request ? waitingNoteOf(waiting) : newNoteOf(request)));
  const [failure, setFailure] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const name = draftName(request);
  const [draft] = useState(() => drafts.get(name) ?? null);
  const [key] = useState(() => draft?.key ?? crypto.randomUUID());
  // Read again each time it opens: it may have been changed elsewhere.
  useEffect(() => {
    if (noteId === null || waiting !== null || !isOpen) return undefined;
    let isCurrent = true;
    loadNote(noteId).then(
      (loaded) => isCurrent && (loaded === null ? setFailure('This note was deleted.') : setNote(loaded)),
      (error: unknown) => isCurrent && setFailure(sentenceOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [noteId, waiting, isOpen]);
  // What is written here may have to wait, and without a connection no code can be loaded.
  useEffect(() => void loadOutbox().catch((error: unknown) => console.warn('The outbox couldn’t be loaded.', error)), []);
  const done = () => {
    drafts.delete(name);
    onClose();
    onChanged();
  };
  const settle = async (saving: Promise<NoteOutcome>) => {
    if ((await saving) === 'waiting') await showToast(waitingText);
    done();
  };
  const save = async (body: string, version: number) => {
    drafts.set(name, { text: body, version, key });
    if (waiting !== null) await settle(changeWaiting(waiting, body));
    else if (noteId !== null) await settle(changeNote({ noteId, version, target }, body));
    else if (target !== null && !('noteId' in request)) await settle(addNote(target, request, body, key));
  };
  const remove = async (id: string, version: number) => {
    if (waiting === null) return settle(deleteNote({ noteId: id, version, target }));
    await discardWaitingNote(id);
    done();
  };
  return (
    <SidePanel
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={noteId === null ? 'New note' : 'Your note'}
      initialFocus={field}
    >
      {failure !== null ? (
        <EmptyState level={3} title="We couldn’t open your note">
          {failure}
        </EmptyState>
      ) : note === null ? (
        <div className={styles.waiting} role="status" aria-label="Loading...">
          <Skeleton height="4rem" />
          <Skeleton height="9rem" />
        </div>
      ) : (
        <NoteForm
          note={note}
          draft={draft}
          field={field}
          onDraft={(typed, version) => drafts.set(name, { text: typed, version, key })}
          onSave={save}
          noteId={noteId}
          onDelete={remove}
          onReload={loadNote}
          onSeek={
            onSeek === null
              ? null
              : (second) => {
                  onClose();
                  onSeek(second);
                }
          }
        />
      )}
      <p className={`meta ${styles.foot}`}>
        Only you can see your notes.{' '}
        <Link className="link" to="/library/notes">
          All notes
        </Link>
      </p>
    </SidePanel>
  );
}

function newNoteOf(request: Exclude<NoteRequest, { noteId: string }>): SavedNote {
  const quote = 'selection' in request ? request.selection.text : null;
  return { quote, second: 'second' in request ? request.second : null, isOrphaned: false, body: null, version: 0 };
}

function waitingNoteOf(entry: OutboxEntry | null): SavedNote | null {
  return entry?.action.kind === 'note'
    ? { ...newNoteOf(entry.action.anchor), body: entry.action.body === '' ? null : entry.action.body }
    : null;
}

async function changeWaiting({ id, page, action }: OutboxEntry, body: string): Promise<NoteOutcome> {
  if (action.kind !== 'note' || !(await keepForLater(null, { id, page, action: { ...action, body: body.trim() } })))
    throw new Error('changeWaiting: expected the note in the outbox');
  return 'waiting';
}

async function loadNote(id: string): Promise<SavedNote | null> {
  const { ownNote } = await requestDocument(OwnNoteDocument, { id });
  return ownNote;
}
