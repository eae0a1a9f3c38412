import { selectionInput } from '../discussions/selection-input.ts';
import { noteEntryId } from '../outbox/outbox-entry.ts';
import { keepForLater, loadOutbox } from '../outbox/use-outbox.ts';
import { requestDocument } from '../request-document.ts';
import { AddNoteDocument, ChangeNoteDocument, DeleteNoteDocument } from './note-documents.ts';
import type { NoteRequest, NoteTarget } from './note-request.ts';

/** Whether a note is stored on the site, or waits in this browser because the site can't be reached. */
export type NoteOutcome = 'saved' | 'waiting';

/** Adds a note. `key` identifies the press, so that sending it again adds no other note. */
export async function addNote(
  target: NoteTarget,
  request: Exclude<NoteRequest, { noteId: string }>,
  body: string,
  key: string,
): Promise<NoteOutcome> {
  try {
    await requestDocument(AddNoteDocument, {
      input: {
        key,
        lessonId: target.kind === 'lesson' ? target.id : null,
        articleId: target.kind === 'article' ? target.id : null,
        selection: 'selection' in request ? selectionInput(request.selection) : null,
        second: 'second' in request ? request.second : null,
        body: body.trim() === '' ? null : body,
      },
    });
    return 'saved';
  } catch (error) {
    const isWaiting = await keepForLater(error, { id: key, page: target, action: { kind: 'note', anchor: request, body: body.trim() } });
    if (!isWaiting) throw error;
    return 'waiting';
  }
}

/** A note that is stored on the site; `target` is its page, if that is known. */
type StoredNote = { noteId: string; version: number; target: NoteTarget | null };

/** Changes the text of a note. */
export async function changeNote({ noteId, version, target }: StoredNote, body: string): Promise<NoteOutcome> {
  try {
    await requestDocument(ChangeNoteDocument, { id: noteId, body, version });
    return 'saved';
  } catch (error) {
    const action = { kind: 'note-change', noteId, version, body } as const;
    if (!(await keepForLater(error, { id: noteEntryId(noteId), page: target, action }))) throw error;
    return 'waiting';
  }
}

/** Deletes a note. */
export async function deleteNote({ noteId, version, target }: StoredNote): Promise<NoteOutcome> {
  try {
    await requestDocument(DeleteNoteDocument, { id: noteId, version });
    return 'saved';
  } catch (error) {
    const action = { kind: 'note-removal', noteId, version } as const;
    if (!(await keepForLater(error, { id: noteEntryId(noteId), page: target, action }))) throw error;
    return 'waiting';
  }
}

/** Removes a note that waits in this browser; if it's being sent right now, its deletion is sent next. */
export async function discardWaitingNote(id: string): Promise<void> {
  (await loadOutbox()).removeEntry(id);
}
