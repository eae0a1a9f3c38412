import { requestDocument } from '../request-document.ts';
import { AddNoteDocument } from './note-documents.ts';
import type { NoteRequest, NoteTarget } from './note-request.ts';

/** Adds a note. `key` identifies the press, so that sending it again adds no other note. */
export async function addNote(
  target: NoteTarget,
  request: Exclude<NoteRequest, { noteId: string }>,
  body: string,
  key: string,
): Promise<void> {
  const selection = 'selection' in request ? selectionInput(request.selection) : null;
  const second = 'second' in request ? request.second : null;
  await requestDocument(AddNoteDocument, {
    input: {
      key,
      lessonId: target.kind === 'lesson' ? target.id : null,
      articleId: target.kind === 'article' ? target.id : null,
      selection,
      second,
      body: body.trim() === '' ? null : body,
    },
  });
}

function selectionInput({ from, to, text, blockId, prefix, suffix }: Extract<NoteRequest, { selection: object }>['selection']) {
  return { from, to, text, blockId: blockId ?? null, prefix: prefix ?? null, suffix: suffix ?? null };
}
